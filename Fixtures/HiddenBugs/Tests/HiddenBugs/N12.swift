import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a district has counted so far.
struct N12Count: Equatable, Sendable {
  var district: Int
  var leader: String
  var isFinal: Bool
}

struct N12Election: TestDependencyKey, Sendable {
  /// The counts that are new to the app. The feed ends when the server has nothing more to say for now.
  var feed: @Sendable () -> AsyncThrowingStream<N12Count, any Error>
  var setAlert: @Sendable (_ isOn: Bool) async throws -> Void

  static let testValue = N12Election(
    feed: unimplemented("N12Election.feed", placeholder: AsyncThrowingStream { $0.finish() }),
    setAlert: unimplemented("N12Election.setAlert")
  )
}

extension DependencyValues {
  var n12Election: N12Election {
    get { self[N12Election.self] }
    set { self[N12Election.self] = newValue }
  }
}

/// The switch for a notification when all districts are counted.
struct N12Alert: Reducer {
  struct State: Equatable {
    var isOn = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable { case toggled }
  enum Feedback: Equatable { case saved(Bool), failed }

  private enum CancelID { case save }

  @Dependency(\.n12Election) private var election

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.toggled):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("setAlert", of: !state.isOn) { [isOn = !state.isOn] send in
        try await election.setAlert(isOn)
        await send(.saved(isOn))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.save)

    case .feedback(.saved(let isOn)):
      state.isSaving = false
      state.isOn = isOn
      return .none

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The results of an election night.
struct N12Results: Reducer {
  enum Feed: Equatable { case off, connecting, live, waiting, complete }

  struct Tally: Equatable {
    var leader: String?
    var isFinal = false

    /// A final count stays, also if an older one comes late.
    mutating func update(_ count: N12Count) {
      guard !isFinal else { return }
      leader = count.leader
      isFinal = count.isFinal
    }
  }

  struct State: Equatable {
    var tallies: [Int: Tally] = [1: Tally(), 2: Tally()]
    var feed = Feed.off
    var isRefreshing = false
    var alert = N12Alert.State()

    var isComplete: Bool { tallies.values.allSatisfy { $0.isFinal } }
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case refreshPulled
    case alert(N12Alert.Input)
  }

  enum Feedback: Equatable {
    case counted(N12Count)
    case feedEnded
    case feedBroke
    case reconnectDue
    case alert(ChildFeedback<N12Alert>)
  }

  private enum CancelID { case feed }

  let alert = Scope<N12Results, N12Alert>(\.alert, feedback: Feedback.alert) { N12Alert() }

  @Dependency(\.n12Election) private var election
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.feed == .off ? connect(&state) : .none

    case .input(.disappeared):
      state.feed = .off
      state.isRefreshing = false
      return .cancel(id: CancelID.feed)

    case .input(.refreshPulled):
      guard state.feed != .off, !state.isRefreshing else { return .none }
      state.isRefreshing = true
      return connect(&state)

    case .input(.alert(let input)):
      return alert.reduce(.input(input), into: &state)

    case .feedback(.alert(.feedback(let feedback))):
      return alert.reduce(.feedback(feedback), into: &state)

    case .feedback(.counted(let count)):
      state.feed = .live
      state.isRefreshing = false
      state.tallies[count.district]?.update(count)
      return .none

    case .feedback(.feedEnded):
      guard state.isComplete else { return reconnectLater(&state) }
      state.feed = .complete
      return .none

    case .feedback(.feedBroke):
      return reconnectLater(&state)

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.feed = .connecting
    return .run("feed") { send in
      for try await count in election.feed() { await send(.counted(count)) }
      await send(.feedEnded)
    } catch: { _, send in
      await send(.feedBroke)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }

  private func reconnectLater(_ state: inout State) -> Effect<Feedback, Never> {
    state.feed = .waiting
    state.isRefreshing = false
    return .run("reconnect") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.reconnectDue)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }
}

struct N12Offline: Error {}

struct N12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N12Results.State) -> [N12Results.Input] in
        state.feed == .off ? [.appeared] : [.disappeared, .refreshPulled, .alert(.toggled)]
      }
    ) { () -> TestStore<N12Results> in
      let store = TestStore(initialState: N12Results.State()) { N12Results() }
      store.gate("feed", at: \.n12Election.feed) {
        [
          .element(N12Count(district: 1, leader: "Reds", isFinal: false)),
          .element(N12Count(district: 1, leader: "Blues", isFinal: true)),
          .element(N12Count(district: 2, leader: "Reds", isFinal: true)),
          .finish,
          .failure(N12Offline()),
        ]
      }
      store.gate("setAlert", at: \.n12Election.setAlert) { _ in [.success(()), .failure(N12Offline())] }
      return store
    }
  }
}
