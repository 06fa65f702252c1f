import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A sprint through vocabulary cards. Each card is shown for five seconds. The result goes to the teacher.
struct L34Sprint: Reducer {
  struct State: Equatable {
    var phase = Phase.ready
    var cards: [String] = []
    var points = 0
    var isPaused = false
    var isInBackground = false

    enum Phase: Equatable {
      case ready
      case loading
      case asking(Int)
      case reporting
      case done(isRecord: Bool)
      case failed(Step)
    }

    enum Step { case load, report }

    /// The card whose time runs.
    var timedCard: Int? {
      guard case .asking(let index) = phase, !isPaused, !isInBackground else { return nil }
      return index
    }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case answered(Bool)
    case pauseTapped
    case resumeTapped
    case retryTapped
    case quitTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case reported(isRecord: Bool)
    case failed(State.Step)
    case timeIsUp
  }

  private enum CancelID { case load, timer }

  @Dependency(\.l34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let before = state.timedCard
    let effect = handle(message, &state)
    let after = state.timedCard
    if after == before { return effect }
    return .merge(effect, after == nil ? .cancel(id: CancelID.timer) : timer())
  }

  private func handle(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      switch state.phase {
      case .ready, .done: return load(&state)
      case .loading, .asking, .reporting, .failed: return .none
      }

    case .input(.answered(let isKnown)):
      guard case .asking(let index) = state.phase, !state.isPaused else { return .none }
      if isKnown { state.points += 1 }
      return goOn(after: index, &state)

    case .input(.pauseTapped):
      guard case .asking = state.phase else { return .none }
      state.isPaused = true
      return .none

    case .input(.resumeTapped):
      state.isPaused = false
      return .none

    case .input(.retryTapped):
      switch state.phase {
      case .failed(.load): return load(&state)
      case .failed(.report): return report(&state)
      case .ready, .loading, .asking, .reporting, .done: return .none
      }

    case .input(.quitTapped):
      guard state.phase != .reporting else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .cancel(id: CancelID.load)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.loaded(let cards)):
      state.cards = cards
      state.phase = cards.isEmpty ? .failed(.load) : .asking(0)
      return .none

    case .feedback(.timeIsUp):
      guard case .asking(let index) = state.phase else { return .none }
      return goOn(after: index, &state)

    case .feedback(.reported(let isRecord)):
      state.phase = .done(isRecord: isRecord)
      return .none

    case .feedback(.failed(let step)):
      state.phase = .failed(step)
      return .none
    }
  }

  private func goOn(after index: Int, _ state: inout State) -> Effect<Feedback, Never> {
    if index + 1 == state.cards.count { return report(&state) }
    state.phase = .asking(index + 1)
    return .none
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading
    state.cards = []
    state.points = 0
    return .run("cards") { send in
      await send(.loaded(try await client.cards()))
    } catch: { _, send in
      await send(.failed(.load))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func report(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .reporting
    let points = state.points
    return .run("report", of: points) { send in
      await send(.reported(isRecord: try await client.report(points)))
    } catch: { _, send in
      await send(.failed(.report))
    }
  }

  private func timer() -> Effect<Feedback, Never> {
    .run("timer") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.timeIsUp)
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}

struct L34Client: TestDependencyKey, Sendable {
  var cards: @Sendable () async throws -> [String]

  /// Reports a result, and returns whether it is the best one so far.
  var report: @Sendable (_ points: Int) async throws -> Bool

  static let testValue = L34Client(cards: unimplemented("L34Client.cards"), report: unimplemented("L34Client.report"))
}

extension DependencyValues {
  var l34Client: L34Client {
    get { self[L34Client.self] }
    set { self[L34Client.self] = newValue }
  }
}

struct L34Offline: Error {}

struct L34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L34Sprint.State) -> [L34Sprint.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .ready: return [.startTapped, .wentToBackground]
        case .loading: return [.quitTapped, .wentToBackground]
        case .asking where state.isPaused: return [.resumeTapped, .quitTapped, .wentToBackground]
        case .asking: return [.answered(true), .answered(false), .pauseTapped, .quitTapped, .wentToBackground]
        case .reporting: return [.wentToBackground]
        case .done: return [.startTapped, .quitTapped, .wentToBackground]
        case .failed: return [.retryTapped, .quitTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<L34Sprint> in
      let store = TestStore(initialState: L34Sprint.State()) { L34Sprint() }
      store.gate("cards", at: \.l34Client.cards) { [.success(["Hund", "Katze"]), .failure(L34Offline())] }
      store.gate("report", at: \.l34Client.report) { points in [.success(points == 2), .failure(L34Offline())] }
      return store
    }
  }
}
