import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One occurrence of an alarm on a conveyor.
struct W16Alarm: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var status = W16Status.active
  }

  enum Input: Equatable, Sendable {
    case acknowledgeTapped
  }

  enum Feedback: Equatable, Sendable {
    case acknowledged
    case failed
  }

  @Dependency(\.w16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.acknowledgeTapped):
      guard state.status == .active || state.status == .failed else { return .none }
      state.status = .acknowledging
      let id = state.id
      return .run("acknowledge", of: id) { send in
        try await client.acknowledge(id)
        await send(.acknowledged)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.acknowledged):
      state.status = .acknowledged
      return .none

    case .feedback(.failed):
      state.status = .failed
      return .none
    }
  }
}

enum W16Status: Equatable, Sendable {
  case active
  case acknowledging
  case acknowledged
  case failed
}

/// The alarms of a hall, as they are raised. An occurrence may be reported more than once.
struct W16Board: Reducer {
  struct State: Equatable {
    var alarms: IdentifiedArray<W16Alarm.State> = []
    var cleared: Set<Int> = []
    var feed = W16Feed.off
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case clearTapped
    case alarm(Int, W16Alarm.Input)
  }

  enum Feedback: Equatable {
    case raised(Int)
    case feedEnded
    case alarm(Int, ChildFeedback<W16Alarm>)
  }

  private enum CancelID { case feed }

  let alarms = ScopeEach<W16Board, W16Alarm>(\.alarms, feedback: Feedback.alarm) { W16Alarm() }

  @Dependency(\.w16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.alarm(let id, let input)):
      return alarms.reduce(.input(input), id: id, into: &state)
    case .feedback(.alarm(let id, .feedback(let feedback))):
      return alarms.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      guard state.feed == .off else { return .none }
      return listen(&state)

    case .input(.disappeared):
      state.feed = .off
      return .cancel(id: CancelID.feed)

    case .input(.reconnectTapped):
      guard state.feed == .lost else { return .none }
      return listen(&state)

    case .input(.clearTapped):
      for alarm in state.alarms where alarm.status == .acknowledged { state.cleared.insert(alarm.id) }
      state.alarms.removeAll { $0.status == .acknowledged }
      return .none

    case .feedback(.raised(let id)):
      guard state.alarms[id: id] == nil, !state.cleared.contains(id) else { return .none }
      state.alarms.append(W16Alarm.State(id: id))
      return .none

    case .feedback(.feedEnded):
      state.feed = .lost
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.feed = .listening
    return .run("raised") { send in
      for await id in client.raised() { await send(.raised(id)) }
      await send(.feedEnded)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }
}

enum W16Feed: Equatable, Sendable {
  case off
  case listening
  case lost
}

struct W16Client: TestDependencyKey, Sendable {
  var raised: @Sendable () -> AsyncStream<Int>
  var acknowledge: @Sendable (_ alarm: Int) async throws -> Void

  static let testValue = W16Client(
    raised: unimplemented("W16Client.raised", placeholder: AsyncStream { $0.finish() }),
    acknowledge: unimplemented("W16Client.acknowledge")
  )
}

extension DependencyValues {
  var w16Client: W16Client {
    get { self[W16Client.self] }
    set { self[W16Client.self] = newValue }
  }
}

struct W16Offline: Error {}

struct W16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W16Board.State) -> [W16Board.Input] in
        if state.feed == .off { return [.appeared] }
        var inputs: [W16Board.Input] = [.disappeared]
        if state.feed == .lost { inputs.append(.reconnectTapped) }
        for alarm in state.alarms where alarm.status == .active || alarm.status == .failed {
          inputs.append(.alarm(alarm.id, .acknowledgeTapped))
        }
        if state.alarms.contains(where: { $0.status == .acknowledged }) { inputs.append(.clearTapped) }
        return inputs
      }
    ) { () -> TestStore<W16Board> in
      let store = TestStore(initialState: W16Board.State()) { W16Board() }
      store.gate("raised", at: \.w16Client.raised) { [.element(41), .element(42), .finish] }
      store.gate("acknowledge", at: \.w16Client.acknowledge) { _ in [.success(()), .failure(W16Offline())] }
      return store
    }
  }
}
