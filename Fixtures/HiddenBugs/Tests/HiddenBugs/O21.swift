import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The open alarms of the infusion pumps of a ward. A nurse acknowledges them one by one.
struct O21PumpAlarms: Reducer {
  struct State: Equatable {
    var alarms: [O21Alarm] = []
    var busy: Set<Int> = []
    var acknowledged: Set<Int> = []
    var problem: String?
    var isLoading = false
    var isOutdated = false
    var isMuted = false
    var isActive = true
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case muteTapped
    case acknowledgeTapped(Int)
    case problemDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O21Alarm])
    case loadFailed
    case acknowledged(Int)
    case acknowledgeFailed(Int)
    case pollDue
  }

  private enum CancelID { case load, poll }

  @Dependency(\.o21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped), .feedback(.pollDue):
      return state.isLoading ? .none : load(&state)

    case .input(.muteTapped):
      state.isMuted.toggle()
      return .none

    case .input(.acknowledgeTapped(let id)):
      guard state.alarms.contains(where: { $0.id == id }), !state.busy.contains(id) else { return .none }
      state.busy.insert(id)
      state.problem = nil
      return .run("acknowledge", of: id) { send in
        try await client.acknowledge(id)
        await send(.acknowledged(id))
      } catch: { _, send in
        await send(.acknowledgeFailed(id))
      }

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.wentToBackground):
      state.isActive = false
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isActive = true
      return state.isLoading ? .none : load(&state)

    case .feedback(.loaded(let alarms)):
      state.isLoading = false
      state.isOutdated = false
      state.alarms = alarms.filter { !state.acknowledged.contains($0.id) }
      return state.isActive ? poll(after: .seconds(15)) : .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.isOutdated = true
      return state.isActive ? poll(after: .seconds(5)) : .none

    case .feedback(.acknowledged(let id)):
      state.busy.remove(id)
      state.acknowledged.insert(id)
      state.alarms.removeAll { $0.id == id }
      // The pump may raise a follow-up alarm.
      return poll(after: .seconds(2))

    case .feedback(.acknowledgeFailed(let id)):
      state.busy.remove(id)
      state.problem = "The alarm couldn't be acknowledged."
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .merge(
      .cancel(id: CancelID.poll),
      .run("alarms") { send in
        await send(.loaded(try await client.alarms()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll(after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct O21Alarm: Equatable, Sendable {
  var id: Int
  var pump: String
}

struct O21Client: TestDependencyKey, Sendable {
  var alarms: @Sendable () async throws -> [O21Alarm]
  var acknowledge: @Sendable (_ id: Int) async throws -> Void

  static let testValue = O21Client(
    alarms: unimplemented("O21Client.alarms"),
    acknowledge: unimplemented("O21Client.acknowledge")
  )
}

extension DependencyValues {
  var o21Client: O21Client {
    get { self[O21Client.self] }
    set { self[O21Client.self] = newValue }
  }
}

struct O21Offline: Error {}

struct O21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O21PumpAlarms.State) -> [O21PumpAlarms.Input] in
        guard state.isActive else { return [.cameToForeground] }
        var inputs: [O21PumpAlarms.Input] = [.refreshTapped, .muteTapped, .wentToBackground]
        if state.problem != nil { inputs.append(.problemDismissed) }
        for alarm in state.alarms where !state.busy.contains(alarm.id) { inputs.append(.acknowledgeTapped(alarm.id)) }
        return inputs
      }
    ) { () -> TestStore<O21PumpAlarms> in
      let store = TestStore(initialState: O21PumpAlarms.State()) { O21PumpAlarms() }
      store.gate("alarms", at: \.o21Client.alarms) {
        [.success([O21Alarm(id: 1, pump: "Bed 2"), O21Alarm(id: 2, pump: "Bed 5")]), .failure(O21Offline())]
      }
      store.gate("acknowledge", at: \.o21Client.acknowledge) { _ in [.success(()), .failure(O21Offline())] }
      return store
    }
  }
}
