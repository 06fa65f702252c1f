import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A wish for a number plate. The vehicle office is asked whether it is free when the user pauses, and reserves it.
struct Y11NumberPlate: Reducer {
  enum Reservation: Equatable, Sendable { case none, running, failed, made(String) }

  struct State: Equatable {
    var plate = ""
    var isElectric = false
    var verdict: Y11Verdict?
    var isChecking = false
    var hasCheckFailed = false
    var reservation = Reservation.none

    var wish: Y11Wish { Y11Wish(plate: plate, isElectric: isElectric) }
    var canReserve: Bool { !isChecking && verdict == Y11Verdict(wish: wish, isFree: true) && canEdit }
    var canEdit: Bool { reservation == .none || reservation == .failed }
  }

  enum Input: Equatable, Sendable {
    case plateChanged(String)
    case electricTapped
    case checkAgainTapped
    case reserveTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case checked(Y11Verdict)
    case checkFailed
    case reserved(String)
    case taken(Y11Wish)
    case reservationFailed
  }

  private enum CancelID { case check }

  @Dependency(\.y11Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.plateChanged(let plate)):
      guard state.canEdit, plate != state.plate else { return .none }
      state.plate = plate
      return wishChanged(&state)

    case .input(.electricTapped):
      guard state.canEdit else { return .none }
      state.isElectric.toggle()
      state.verdict = nil
      return wishChanged(&state)

    case .input(.checkAgainTapped):
      guard state.hasCheckFailed else { return .none }
      state.hasCheckFailed = false
      state.isChecking = true
      return check(state.wish).cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.reserveTapped):
      guard state.canReserve else { return .none }
      state.reservation = .running
      let wish = state.wish
      return .run("reserve", of: wish) { send in
        await send(.reserved(try await client.reserve(wish)))
      } catch: { error, send in
        await send(error is Y11Taken ? .taken(wish) : .reservationFailed)
      }

    case .input(.doneTapped):
      guard case .made = state.reservation else { return .none }
      state = State()
      return .none

    case .feedback(.checked(let verdict)):
      state.isChecking = false
      state.verdict = verdict
      return .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.hasCheckFailed = true
      return .none

    case .feedback(.reserved(let number)):
      state.reservation = .made(number)
      return .none

    case .feedback(.taken(let wish)):
      // Somebody else was faster.
      state.reservation = .none
      state.verdict = Y11Verdict(wish: wish, isFree: false)
      return .none

    case .feedback(.reservationFailed):
      state.reservation = .failed
      return .none
    }
  }

  /// Asks about the wish when the user pauses, unless the last verdict is about it.
  private func wishChanged(_ state: inout State) -> Effect<Feedback, Never> {
    state.reservation = .none
    state.hasCheckFailed = false
    state.isChecking = !state.plate.isEmpty
    guard !state.plate.isEmpty, state.wish != state.verdict?.wish else { return .cancel(id: CancelID.check) }
    return check(state.wish).debounce(id: CancelID.check, for: .milliseconds(500))
  }

  private func check(_ wish: Y11Wish) -> Effect<Feedback, Never> {
    .run("check", of: wish) { send in
      await send(.checked(Y11Verdict(wish: wish, isFree: try await client.isFree(wish))))
    } catch: { _, send in
      await send(.checkFailed)
    }
  }
}

struct Y11Wish: Hashable, Sendable {
  var plate: String
  var isElectric: Bool
}

struct Y11Verdict: Equatable, Sendable {
  var wish: Y11Wish
  var isFree: Bool
}

struct Y11Client: TestDependencyKey, Sendable {
  var isFree: @Sendable (_ wish: Y11Wish) async throws -> Bool
  /// Returns the number of the reservation.
  var reserve: @Sendable (_ wish: Y11Wish) async throws -> String

  static let testValue = Y11Client(
    isFree: unimplemented("Y11Client.isFree"),
    reserve: unimplemented("Y11Client.reserve")
  )
}

extension DependencyValues {
  var y11Client: Y11Client {
    get { self[Y11Client.self] }
    set { self[Y11Client.self] = newValue }
  }
}

struct Y11Offline: Error {}
struct Y11Taken: Error {}

struct Y11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y11NumberPlate.State) -> [Y11NumberPlate.Input] in
        if case .made = state.reservation { return [.doneTapped] }
        guard state.canEdit else { return [] }
        var inputs: [Y11NumberPlate.Input] = [
          .plateChanged(""), .plateChanged("HH AB 1"), .plateChanged("HH AB 12"), .electricTapped,
        ]
        if state.hasCheckFailed { inputs.append(.checkAgainTapped) }
        if state.canReserve { inputs.append(.reserveTapped) }
        return inputs
      }
    ) { () -> TestStore<Y11NumberPlate> in
      let store = TestStore(initialState: Y11NumberPlate.State()) { Y11NumberPlate() }
      store.gate("isFree", at: \.y11Client.isFree) { _ in [.success(true), .success(false), .failure(Y11Offline())] }
      store.gate("reserve", at: \.y11Client.reserve) { _ in
        [.success("R-1"), .failure(Y11Taken()), .failure(Y11Offline())]
      }
      return store
    }
  }
}
