import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A song that waits in the queue of a karaoke bar. Ids don't come back.
struct P05Entry: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

/// What the bar tells its guests.
enum P05Event: Equatable, Sendable {
  case snapshot([P05Entry])
  case gone(Int)
}

struct P05StageClient: Sendable {
  var events: @Sendable () -> AsyncStream<P05Event>
  var withdraw: @Sendable (_ id: Int) async throws -> Void
}

enum P05StageKey: TestDependencyKey {
  static let testValue = P05StageClient(
    events: unimplemented("P05StageClient.events", placeholder: AsyncStream { $0.finish() }),
    withdraw: unimplemented("P05StageClient.withdraw")
  )
}

extension DependencyValues {
  var p05Stage: P05StageClient {
    get { self[P05StageKey.self] }
    set { self[P05StageKey.self] = newValue }
  }
}

/// A row of the queue, with a button that withdraws the song.
struct P05Song: Reducer {
  enum Withdrawal: Equatable, Sendable { case idle, running, failed }

  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var withdrawal = Withdrawal.idle
  }

  enum Input: Equatable, Sendable { case withdrawTapped }
  enum Feedback: Equatable, Sendable { case withdrawn, withdrawFailed }
  enum Output: Equatable, Sendable { case withdrawn }

  @Dependency(\.p05Stage) private var stage

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.withdrawTapped):
      guard state.withdrawal != .running else { return .none }
      state.withdrawal = .running
      return .run("withdraw", of: state.id) { [id = state.id] send in
        try await stage.withdraw(id)
        await send(.withdrawn)
      } catch: { _, send in
        await send(.withdrawFailed)
      }
    case .feedback(.withdrawn):
      return .output(.withdrawn)
    case .feedback(.withdrawFailed):
      state.withdrawal = .failed
      return .none
    }
  }
}

/// The queue of a bar. It follows the events of the bar, and connects again when they break off.
struct P05Queue: Reducer {
  enum Connection: Equatable, Sendable { case off, live, lost }

  struct State: Equatable {
    var connection = Connection.off
    var songs: IdentifiedArray<P05Song.State> = []
    /// The songs that have left the queue. A snapshot may still list them.
    var gone: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case entered
    case left
    case reconnectTapped
    case song(Int, P05Song.Input)
  }

  enum Feedback: Equatable, Sendable {
    case event(P05Event)
    case disconnected
    case pauseEnded
    case song(Int, ChildFeedback<P05Song>)
  }

  private enum CancelID { case events, pause }

  private let songs = ScopeEach<P05Queue, P05Song>(\.songs, feedback: Feedback.song) { P05Song() }

  @Dependency(\.p05Stage) private var stage
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entered):
      guard state.connection == .off else { return .none }
      return listen(&state)

    case .input(.left):
      guard state.connection != .off else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.events), .cancel(id: CancelID.pause))

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return .merge(.cancel(id: CancelID.pause), listen(&state))

    case .feedback(.event(.snapshot(let entries))):
      let shown = state.songs
      let gone = state.gone
      state.songs = IdentifiedArray(
        entries.filter { !gone.contains($0.id) }.map { entry in
          shown[id: entry.id] ?? P05Song.State(id: entry.id, title: entry.title)
        }
      )
      return .none

    case .feedback(.event(.gone(let id))):
      remove(id, &state)
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseEnded):
      guard state.connection == .lost else { return .none }
      return listen(&state)

    case .input(.song(let id, let input)): return songs.reduce(.input(input), id: id, into: &state)
    case .feedback(.song(let id, .feedback(let feedback))):
      return songs.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.song(let id, .output(.withdrawn))):
      remove(id, &state)
      return .none
    }
  }

  private func remove(_ id: Int, _ state: inout State) {
    state.gone.insert(id)
    state.songs.remove(id: id)
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .live
    return .run("listen") { send in
      for await event in stage.events() { await send(.event(event)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }
}

struct P05Offline: Error {}

struct P05Bugs {
  static let entries = [P05Entry(id: 1, title: "Yesterday"), P05Entry(id: 2, title: "Dancing Queen")]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P05Queue.State) -> [P05Queue.Input] in
        var inputs: [P05Queue.Input] = [.entered, .left, .reconnectTapped]
        for id in state.songs.ids { inputs.append(.song(id, .withdrawTapped)) }
        return inputs
      }
    ) { () -> TestStore<P05Queue> in
      let store = TestStore(initialState: P05Queue.State()) { P05Queue() }
      store.gate("events", at: \.p05Stage.events) {
        [.element(.snapshot(P05Bugs.entries)), .element(.gone(2)), .finish]
      }
      store.gate("withdraw", at: \.p05Stage.withdraw) { _ in [.success(()), .failure(P05Offline())] }
      return store
    }
  }
}
