import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The next night buses of a stop. The list is loaded again every 30 seconds, and the user can ask for a reminder.
struct D01NightBus: Reducer {
  struct State: Equatable {
    var stop: String?
    var departures: [String] = []
    var isLoading = false
    var hasFailed = false
    var isInBackground = false
    var reminders: Set<String> = []
    var savingReminder: String?
    var failedReminder: String?
  }

  enum Input: Equatable {
    case stopChosen(String)
    case refreshTapped
    case remindTapped
    case closeTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable {
    case loaded([String])
    case loadFailed
    case refreshDue
    case reminderSaved(String)
    case reminderFailed(String)
  }

  private enum CancelID { case departures }

  @Dependency(\.d01BusClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stopChosen(let stop)):
      guard !state.isInBackground, stop != state.stop else { return .none }
      state.stop = stop
      state.departures = []
      return load(stop, &state)

    case .input(.refreshTapped):
      guard let stop = state.stop, !state.isLoading, !state.isInBackground else { return .none }
      return load(stop, &state)

    case .input(.remindTapped):
      guard let stop = state.stop, !state.isInBackground else { return .none }
      guard state.savingReminder == nil, !state.reminders.contains(stop) else { return .none }
      state.savingReminder = stop
      state.failedReminder = nil
      return .run("remind", of: stop) { send in
        try await client.remind(stop)
        await send(.reminderSaved(stop))
      } catch: { _, send in
        await send(.reminderFailed(stop))
      }

    case .input(.closeTapped):
      guard state.stop != nil, !state.isInBackground else { return .none }
      state.stop = nil
      state.departures = []
      state.isLoading = false
      state.hasFailed = false
      return .cancel(id: CancelID.departures)

    case .input(.wentToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      state.isLoading = false
      return .cancel(id: CancelID.departures)

    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard let stop = state.stop else { return .none }
      return load(stop, &state)

    case .feedback(.loaded(let departures)):
      state.isLoading = false
      state.departures = departures
      return wait()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return wait()

    case .feedback(.refreshDue):
      guard let stop = state.stop else { return .none }
      return load(stop, &state)

    case .feedback(.reminderSaved(let stop)):
      state.savingReminder = nil
      state.reminders.insert(stop)
      return .none

    case .feedback(.reminderFailed(let stop)):
      state.savingReminder = nil
      state.failedReminder = stop
      return .none
    }
  }

  private func load(_ stop: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("departures", of: stop) { send in
      await send(.loaded(try await client.departures(stop)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.departures, cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.refreshDue)
    }
    .cancellable(id: CancelID.departures, cancelInFlight: true)
  }
}

struct D01BusClient: DependencyKey, Sendable {
  var departures: @Sendable (_ stop: String) async throws -> [String]
  var remind: @Sendable (_ stop: String) async throws -> Void

  static let liveValue = D01BusClient(departures: { stop in ["N1 from \(stop)"] }, remind: { _ in })
  static let testValue = D01BusClient(
    departures: unimplemented("D01BusClient.departures"),
    remind: unimplemented("D01BusClient.remind")
  )
}

extension DependencyValues {
  var d01BusClient: D01BusClient {
    get { self[D01BusClient.self] }
    set { self[D01BusClient.self] = newValue }
  }
}

struct D01Offline: Error {}

struct D01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .stopChosen("Linde"), .stopChosen("Hafen"), .refreshTapped, .remindTapped, .closeTapped, .wentToBackground,
        .cameBack,
      ]
    ) { () -> TestStore<D01NightBus> in
      let store = TestStore(initialState: D01NightBus.State()) { D01NightBus() }
      store.gate("departures", at: \.d01BusClient.departures) { stop in
        [.success(["N1 from \(stop)"]), .failure(D01Offline())]
      }
      store.gate("remind", at: \.d01BusClient.remind) { _ in [.success(()), .failure(D01Offline())] }
      return store
    }
  }
}
