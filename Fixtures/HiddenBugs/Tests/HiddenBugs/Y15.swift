import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The live score of the club's match, with the line-up.
struct Y15Match: Reducer {
  enum Connection: Equatable, Sendable {
    case off
    case connecting
    case live
    case waiting
  }

  struct State: Equatable {
    var isVisible = false
    var isActive = true
    var connection = Connection.off
    var score: Y15Score?
    var isOver = false
    var lineUp: [String]?
    var isLoadingLineUp = false
    var lineUpFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case wentToBackground
    case cameToForeground
    case connectNowTapped
    case lineUpRetryTapped
  }

  enum Feedback: Equatable, Sendable {
    case event(Y15Event)
    case lost
    case pauseOver
    case lineUpLoaded([String])
    case lineUpFailed
  }

  private enum CancelID { case live, lineUp }

  @Dependency(\.y15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return .merge(follow(&state), loadLineUp(&state))

    case .input(.disappeared):
      state.isVisible = false
      state.isLoadingLineUp = false
      return .merge(pause(&state), .cancel(id: CancelID.lineUp))

    case .input(.wentToBackground):
      state.isActive = false
      return pause(&state)

    case .input(.cameToForeground):
      state.isActive = true
      return follow(&state)

    case .input(.connectNowTapped):
      guard state.connection == .waiting else { return .none }
      state.connection = .off
      return follow(&state)

    case .input(.lineUpRetryTapped):
      return loadLineUp(&state)

    case .feedback(.event(.score(let score))):
      state.connection = .live
      state.score = score
      return .none

    case .feedback(.event(.fullTime)):
      state.isOver = true
      return pause(&state)

    case .feedback(.lost):
      state.connection = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.live, cancelInFlight: true)

    case .feedback(.pauseOver):
      state.connection = .off
      return follow(&state)

    case .feedback(.lineUpLoaded(let names)):
      state.isLoadingLineUp = false
      state.lineUp = names
      return .none

    case .feedback(.lineUpFailed):
      state.isLoadingLineUp = false
      state.lineUpFailed = true
      return .none
    }
  }

  /// Listens to the match if somebody looks at it.
  private func follow(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isVisible, state.isActive, !state.isOver, state.connection == .off else { return .none }
    state.connection = .connecting
    return .run("live") { send in
      for try await event in client.events() { await send(.event(event)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.live, cancelInFlight: true)
  }

  private func pause(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .off
    return .cancel(id: CancelID.live)
  }

  private func loadLineUp(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.lineUp == nil, !state.isLoadingLineUp else { return .none }
    state.isLoadingLineUp = true
    state.lineUpFailed = false
    return .run("line-up") { send in
      await send(.lineUpLoaded(try await client.lineUp()))
    } catch: { _, send in
      await send(.lineUpFailed)
    }
    .cancellable(id: CancelID.lineUp)
  }
}

struct Y15Score: Equatable, Sendable {
  var home: Int
  var away: Int
}

enum Y15Event: Equatable, Sendable {
  case score(Y15Score)
  case fullTime
}

struct Y15Client: TestDependencyKey, Sendable {
  var events: @Sendable () -> AsyncThrowingStream<Y15Event, any Error>
  var lineUp: @Sendable () async throws -> [String]

  static let testValue = Y15Client(
    events: unimplemented("Y15Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    lineUp: unimplemented("Y15Client.lineUp")
  )
}

extension DependencyValues {
  var y15Client: Y15Client {
    get { self[Y15Client.self] }
    set { self[Y15Client.self] = newValue }
  }
}

struct Y15Offline: Error {}

struct Y15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y15Match.State) -> [Y15Match.Input] in
        guard state.isActive else { return [.cameToForeground] }
        guard state.isVisible else { return [.appeared, .wentToBackground] }
        var inputs: [Y15Match.Input] = [.disappeared, .wentToBackground]
        if state.connection == .waiting { inputs.append(.connectNowTapped) }
        if state.lineUpFailed { inputs.append(.lineUpRetryTapped) }
        return inputs
      }
    ) { () -> TestStore<Y15Match> in
      let store = TestStore(initialState: Y15Match.State()) { Y15Match() }
      store.gate("events", at: \.y15Client.events) {
        [.element(.score(Y15Score(home: 1, away: 0))), .element(.fullTime), .finish, .failure(Y15Offline())]
      }
      store.gate("line-up", at: \.y15Client.lineUp) { [.success(["Ida", "Tom"]), .failure(Y15Offline())] }
      return store
    }
  }
}
