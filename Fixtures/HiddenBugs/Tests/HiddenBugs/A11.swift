import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A seat of a cinema. What others have taken, and what the user holds, are two facts.
struct A11Seat: Reducer {
  enum Claim: Equatable { case open, holding, held, releasing }

  struct State: Equatable, Identifiable {
    let id: Int
    var isTaken = false
    var claim = Claim.open
    var hasFailed = false

    var isBusy: Bool { claim == .holding || claim == .releasing }

    mutating func mark(isTaken: Bool) {
      self.isTaken = isTaken
      if isTaken, claim == .open { hasFailed = false }
    }
  }

  enum Input: Equatable { case tapped }
  enum Feedback: Equatable { case held, holdFailed, released, releaseFailed }

  private enum CancelID { case claim }

  @Dependency(\.a11BoxOffice) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped):
      switch state.claim {
      case .open:
        guard !state.isTaken else { return .none }
        state.claim = .holding
        state.hasFailed = false
        return .run("hold", of: state.id) { [id = state.id] send in
          try await office.hold(id)
          await send(.held)
        } catch: { _, send in
          await send(.holdFailed)
        }
        .cancellable(id: CancelID.claim, cancelInFlight: true)
      case .held:
        state.claim = .releasing
        state.hasFailed = false
        return .run("release", of: state.id) { [id = state.id] send in
          try await office.release(id)
          await send(.released)
        } catch: { _, send in
          await send(.releaseFailed)
        }
        .cancellable(id: CancelID.claim, cancelInFlight: true)
      case .holding, .releasing:
        return .none
      }

    case .feedback(.held): state.claim = .held
    case .feedback(.released): state.claim = .open

    case .feedback(.holdFailed):
      state.claim = .open
      state.hasFailed = !state.isTaken

    case .feedback(.releaseFailed):
      state.claim = .held
      state.hasFailed = true
    }
    return .none
  }
}

/// The seats of one show. The plan follows what others take, while it is on the screen.
struct A11Hall: Reducer {
  enum Plan: Equatable { case off, live, lost }
  enum Purchase: Equatable { case idle, running([Int]), failed, done([Int]) }

  struct State: Equatable {
    var seats: IdentifiedArray<A11Seat.State> = [A11Seat.State(id: 1), A11Seat.State(id: 2)]
    var plan = Plan.off
    var purchase = Purchase.idle
  }

  enum Input: Equatable { case appeared, disappeared, seat(Int, A11Seat.Input), buyTapped }

  enum Feedback: Equatable {
    case seat(Int, ChildFeedback<A11Seat>)
    case takenChanged(Set<Int>)
    case planLost
    case planDue
    case bought([Int])
    case buyFailed
  }

  enum Output: Equatable { case bought([Int]) }

  private enum CancelID { case plan, buy }

  private let seats = ScopeEach<A11Hall, A11Seat>(\.seats, feedback: Feedback.seat) { A11Seat() }

  @Dependency(\.a11BoxOffice) private var office
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.seat(let id, let input)):
      switch state.purchase {
      case .running, .done: return .none
      case .failed: state.purchase = .idle
      case .idle: break
      }
      return seats.reduce(.input(input), id: id, into: &state)

    case .feedback(.seat(let id, .feedback(let feedback))):
      return seats.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.plan == .off else { return .none }
      return follow(&state)

    case .input(.disappeared):
      state.plan = .off
      return .cancel(id: CancelID.plan)

    case .feedback(.takenChanged(let taken)):
      for id in state.seats.ids { state.seats[id: id]?.mark(isTaken: taken.contains(id)) }
      return .none

    case .feedback(.planLost):
      state.plan = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.planDue)
      }
      .cancellable(id: CancelID.plan, cancelInFlight: true)

    case .feedback(.planDue):
      return follow(&state)

    case .input(.buyTapped):
      guard state.purchase == .idle || state.purchase == .failed else { return .none }
      let ids = state.seats.elements.filter { $0.claim == .held }.map(\.id)
      guard !ids.isEmpty, !state.seats.elements.contains(where: { $0.isBusy }) else { return .none }
      state.purchase = .running(ids)
      return .run("buy", of: ids) { send in
        try await office.buy(ids)
        await send(.bought(ids))
      } catch: { _, send in
        await send(.buyFailed)
      }
      .cancellable(id: CancelID.buy, cancelInFlight: true)

    case .feedback(.bought(let ids)):
      state.purchase = .done(ids)
      return .output(.bought(ids))

    case .feedback(.buyFailed):
      state.purchase = .failed
      return .none
    }
  }

  private func follow(_ state: inout State) -> Effect<Feedback, Output> {
    state.plan = .live
    return .run("plan") { send in
      for try await taken in office.taken() { await send(.takenChanged(taken)) }
      await send(.planLost)
    } catch: { _, send in
      await send(.planLost)
    }
    .cancellable(id: CancelID.plan, cancelInFlight: true)
  }
}

struct A11BoxOffice: Sendable {
  /// All seats that others have taken: those of now, and then those after each change.
  var taken: @Sendable () -> AsyncThrowingStream<Set<Int>, any Error>
  var hold: @Sendable (_ seat: Int) async throws -> Void
  var release: @Sendable (_ seat: Int) async throws -> Void
  var buy: @Sendable (_ seats: [Int]) async throws -> Void
}

enum A11BoxOfficeKey: TestDependencyKey {
  static let testValue = A11BoxOffice(
    taken: unimplemented("A11BoxOffice.taken", placeholder: AsyncThrowingStream { $0.finish() }),
    hold: unimplemented("A11BoxOffice.hold"),
    release: unimplemented("A11BoxOffice.release"),
    buy: unimplemented("A11BoxOffice.buy")
  )
}

extension DependencyValues {
  var a11BoxOffice: A11BoxOffice {
    get { self[A11BoxOfficeKey.self] }
    set { self[A11BoxOfficeKey.self] = newValue }
  }
}

struct A11Offline: Error {}

struct A11Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.appeared, .seat(1, .tapped), .seat(2, .tapped), .buyTapped, .disappeared]) {
      () -> TestStore<A11Hall> in
      let store = TestStore(initialState: A11Hall.State()) { A11Hall() }
      store.gate("taken", at: \.a11BoxOffice.taken) {
        [.element(Set([1])), .element(Set<Int>()), .failure(A11Offline())]
      }
      store.gate("hold", at: \.a11BoxOffice.hold) { _ in [.success(()), .failure(A11Offline())] }
      store.gate("release", at: \.a11BoxOffice.release) { _ in [.success(()), .failure(A11Offline())] }
      store.gate("buy", at: \.a11BoxOffice.buy) { _ in [.success(()), .failure(A11Offline())] }
      return store
    }
  }
}
