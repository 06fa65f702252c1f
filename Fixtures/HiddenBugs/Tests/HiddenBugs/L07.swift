import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct L07Service: TestDependencyKey, Sendable {
  var alerts: @Sendable (_ place: String) async throws -> [String]

  static let testValue = L07Service(alerts: unimplemented("L07Service.alerts"))
}

extension DependencyValues {
  var l07Service: L07Service {
    get { self[L07Service.self] }
    set { self[L07Service.self] = newValue }
  }
}

struct L07Offline: Error {}

/// The weather alerts of a place, asked for once a minute while they are switched on and the app is in front.
struct L07Alerts: Reducer {
  struct State: Equatable {
    var place = "Oslo"
    var isOn = false
    var isInBackground = false
    var isLoading = false
    var hasFailed = false
    /// The ids of the alerts. No alert has the id of another one, ever.
    var alerts: [String] = []
    var dismissed: Set<String> = []
  }

  enum Input: Equatable {
    case switchTapped
    case placeChosen(String)
    case refreshTapped
    case alertDismissed(String)
    case backgrounded
    case foregrounded
  }

  enum Feedback: Equatable {
    case arrived([String])
    case failed
    case minutePassed
  }

  private enum CancelID { case load, wait }

  @Dependency(\.l07Service) private var service
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.switchTapped):
      state.isOn.toggle()
      if state.isOn { return load(&state) }
      state.alerts = []
      state.hasFailed = false
      return stop(&state)

    case .input(.placeChosen(let place)):
      guard place != state.place else { return .none }
      state.place = place
      state.alerts = []
      state.hasFailed = false
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.alertDismissed(let alert)):
      guard state.alerts.contains(alert) else { return .none }
      state.alerts.removeAll { $0 == alert }
      state.dismissed.insert(alert)
      return .none

    case .input(.backgrounded):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      return stop(&state)

    case .input(.foregrounded):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return load(&state)

    case .feedback(.arrived(let alerts)):
      state.isLoading = false
      state.alerts = alerts.filter { !state.dismissed.contains($0) }
      return wait()

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return wait()

    case .feedback(.minutePassed):
      return load(&state)
    }
  }

  /// Asks for the alerts now, if they are wanted now. An older question, or the wait for one, ends.
  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isOn, !state.isInBackground else { return .none }
    state.isLoading = true
    state.hasFailed = false
    let place = state.place
    let question = Effect<Feedback, Never>.run("alerts", of: place) { send in
      await send(.arrived(try await service.alerts(place)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
    return .merge(.cancel(id: CancelID.wait), question)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  private func stop(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = false
    return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.wait))
  }
}

struct L07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .switchTapped, .placeChosen("Oslo"), .placeChosen("Rome"), .refreshTapped, .alertDismissed("oslo-storm-12"),
        .backgrounded, .foregrounded,
      ]
    ) { () -> TestStore<L07Alerts> in
      let store = TestStore(initialState: L07Alerts.State()) { L07Alerts() }
      store.gate("alerts", at: \.l07Service.alerts) { place in
        [.success([place == "Oslo" ? "oslo-storm-12" : "rome-heat-3"]), .failure(L07Offline())]
      }
      return store
    }
  }
}
