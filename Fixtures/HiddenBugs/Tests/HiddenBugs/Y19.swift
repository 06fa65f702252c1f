import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tablet at the entrance of a sports hall, at which members check in.
struct Y19Entrance: Reducer {
  enum Phase: Equatable, Sendable {
    case closed
    case ready
    case checking(card: String)
    case welcome(name: String)
    case unreachable(card: String)
  }

  struct State: Equatable {
    var phase = Phase.closed
    var peopleInside: Int?
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case closeTapped
    case cardScanned(String)
    case cancelTapped
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case checkedIn(String)
    case checkInFailed
    case timedOut
    case welcomeOver
    case counted(Int)
    case countFailed
    case countDue
  }

  private enum CancelID { case check, timeout, welcome, count }

  @Dependency(\.y19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard state.phase == .closed else { return .none }
      state.phase = .ready
      return count()

    case .input(.closeTapped):
      // Whoever checks in is let in first.
      if case .checking = state.phase { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.welcome), .cancel(id: CancelID.count))

    case .input(.cardScanned(let card)):
      switch state.phase {
      case .closed, .checking: return .none
      case .ready, .welcome, .unreachable: return check(card, into: &state)
      }

    case .input(.cancelTapped):
      switch state.phase {
      case .checking, .unreachable:
        state.phase = .ready
        return stopCheck()
      case .closed, .ready, .welcome:
        return .none
      }

    case .input(.retryTapped):
      guard case .unreachable(let card) = state.phase else { return .none }
      return check(card, into: &state)

    case .feedback(.checkedIn(let name)):
      state.phase = .welcome(name: name)
      return .merge(
        .cancel(id: CancelID.timeout),
        .run("welcome") { send in
          try await clock.sleep(for: .seconds(5))
          await send(.welcomeOver)
        }
        .cancellable(id: CancelID.welcome, cancelInFlight: true)
      )

    case .feedback(.checkInFailed), .feedback(.timedOut):
      guard case .checking(let card) = state.phase else { return .none }
      state.phase = .unreachable(card: card)
      return stopCheck()

    case .feedback(.welcomeOver):
      state.phase = .ready
      return .none

    case .feedback(.counted(let people)):
      state.peopleInside = people
      return countLater()

    case .feedback(.countFailed):
      state.peopleInside = nil
      return countLater()

    case .feedback(.countDue):
      return count()
    }
  }

  private func check(_ card: String, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .checking(card: card)
    return .merge(
      .cancel(id: CancelID.welcome),
      .run("check in", of: card) { send in
        await send(.checkedIn(try await client.checkIn(card)))
      } catch: { _, send in
        await send(.checkInFailed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true),
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func stopCheck() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.timeout))
  }

  private func count() -> Effect<Feedback, Never> {
    .run("count") { send in
      await send(.counted(try await client.count()))
    } catch: { _, send in
      await send(.countFailed)
    }
    .cancellable(id: CancelID.count, cancelInFlight: true)
  }

  private func countLater() -> Effect<Feedback, Never> {
    .run("next count") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.countDue)
    }
    .cancellable(id: CancelID.count, cancelInFlight: true)
  }
}

struct Y19Client: TestDependencyKey, Sendable {
  var checkIn: @Sendable (_ card: String) async throws -> String
  var count: @Sendable () async throws -> Int

  static let testValue = Y19Client(
    checkIn: unimplemented("Y19Client.checkIn"),
    count: unimplemented("Y19Client.count")
  )
}

extension DependencyValues {
  var y19Client: Y19Client {
    get { self[Y19Client.self] }
    set { self[Y19Client.self] = newValue }
  }
}

struct Y19Offline: Error {}

struct Y19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y19Entrance.State) -> [Y19Entrance.Input] in
        switch state.phase {
        case .closed: return [.openTapped]
        case .ready, .welcome: return [.cardScanned("A1"), .cardScanned("B2"), .closeTapped]
        case .checking: return [.cancelTapped]
        case .unreachable: return [.retryTapped, .cancelTapped, .cardScanned("B2"), .closeTapped]
        }
      }
    ) { () -> TestStore<Y19Entrance> in
      let store = TestStore(initialState: Y19Entrance.State()) { Y19Entrance() }
      store.gate("check in", at: \.y19Client.checkIn) { card in [.success("Member \(card)"), .failure(Y19Offline())] }
      store.gate("count", at: \.y19Client.count) { [.success(12), .failure(Y19Offline())] }
      return store
    }
  }
}
