import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The count of an election, for the nation or for a state. It is asked for again and again until it is final, as long
/// as somebody looks at it.
struct Y07ElectionNight: ActionReducer {
  struct State: Equatable {
    var isVisible = false
    var isInForeground = true
    var area = "Nation"
    var tally: Y07Tally?
    var isLoading = false
    /// Whether the last request has failed, so that the numbers may be old.
    var isStale = false
    /// The areas for whose final result the user wants a push message.
    var alerts: Set<String> = []
    /// The area whose alert is being changed.
    var changingAlert: String?
    var hasAlertFailed = false

    var isWatched: Bool { isVisible && isInForeground }
    var isFinal: Bool { tally?.isFinal == true }
  }

  enum Action: Equatable, Sendable {
    case appeared
    case disappeared
    case wentToBackground
    case cameToForeground
    case areaChosen(String)
    case refreshTapped
    case alertTapped

    case tallyArrived(Y07Tally)
    case tallyFailed
    case pollDue
    case alertSaved
    case alertFailed(Y07Alert)
  }

  private enum CancelID { case poll }

  @Dependency(\.y07Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .appeared:
      state.isVisible = true
      return follow(&state)

    case .disappeared:
      state.isVisible = false
      return follow(&state)

    case .wentToBackground:
      state.isInForeground = false
      return follow(&state)

    case .cameToForeground:
      state.isInForeground = true
      return follow(&state)

    case .areaChosen(let area):
      guard area != state.area else { return .none }
      state.area = area
      state.tally = nil
      state.isStale = false
      return follow(&state)

    case .refreshTapped, .pollDue:
      return follow(&state)

    case .tallyArrived(let tally):
      state.isLoading = false
      state.isStale = false
      state.tally = tally
      return tally.isFinal ? .none : poll(after: .seconds(15))

    case .tallyFailed:
      state.isLoading = false
      state.isStale = true
      return poll(after: .seconds(5))

    case .alertTapped:
      guard state.changingAlert == nil else { return .none }
      let alert = Y07Alert(area: state.area, isOn: !state.alerts.contains(state.area))
      apply(alert, to: &state)
      state.changingAlert = alert.area
      state.hasAlertFailed = false
      return .run("alert", of: alert) { send in
        try await client.setAlert(alert)
        await send(.alertSaved)
      } catch: { _, send in
        await send(.alertFailed(alert))
      }

    case .alertSaved:
      state.changingAlert = nil
      return .none

    case .alertFailed(let alert):
      apply(Y07Alert(area: alert.area, isOn: !alert.isOn), to: &state)
      state.changingAlert = nil
      state.hasAlertFailed = true
      return .none
    }
  }

  /// Asks for the count now if somebody looks at it and it can still change, and stops asking otherwise.
  ///
  /// The request and the pause after it have one id, so one of them runs at most.
  private func follow(_ state: inout State) -> Effect<Action, Never> {
    guard state.isWatched, !state.isFinal else {
      state.isLoading = false
      return .cancel(id: CancelID.poll)
    }
    state.isLoading = true
    let area = state.area
    return .run("tally", of: area) { send in
      await send(.tallyArrived(try await client.tally(area)))
    } catch: { _, send in
      await send(.tallyFailed)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func poll(after pause: Duration) -> Effect<Action, Never> {
    .run("pause") { send in
      try await clock.sleep(for: pause)
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func apply(_ alert: Y07Alert, to state: inout State) {
    if alert.isOn { state.alerts.insert(alert.area) } else { state.alerts.remove(alert.area) }
  }
}

struct Y07Tally: Equatable, Sendable {
  var area: String
  var percentCounted: Int

  var isFinal: Bool { percentCounted == 100 }
}

struct Y07Alert: Hashable, Sendable {
  var area: String
  var isOn: Bool
}

struct Y07Client: TestDependencyKey, Sendable {
  var tally: @Sendable (_ area: String) async throws -> Y07Tally
  var setAlert: @Sendable (_ alert: Y07Alert) async throws -> Void

  static let testValue = Y07Client(
    tally: unimplemented("Y07Client.tally"),
    setAlert: unimplemented("Y07Client.setAlert")
  )
}

extension DependencyValues {
  var y07Client: Y07Client {
    get { self[Y07Client.self] }
    set { self[Y07Client.self] = newValue }
  }
}

struct Y07Offline: Error {}

struct Y07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y07ElectionNight.State) -> [Y07ElectionNight.Action] in
        if !state.isInForeground { return [.cameToForeground] }
        if !state.isVisible { return [.appeared, .wentToBackground] }
        var inputs: [Y07ElectionNight.Action] = [
          .disappeared, .wentToBackground, .areaChosen("Nation"), .areaChosen("Hesse"),
        ]
        if !state.isFinal { inputs.append(.refreshTapped) }
        if state.changingAlert == nil { inputs.append(.alertTapped) }
        return inputs
      }
    ) { () -> TestStore<Y07ElectionNight> in
      let store = TestStore(initialState: Y07ElectionNight.State()) { Y07ElectionNight() }
      store.gate("tally", at: \.y07Client.tally) { area in
        [
          .success(Y07Tally(area: area, percentCounted: 60)),
          .success(Y07Tally(area: area, percentCounted: 100)),
          .failure(Y07Offline()),
        ]
      }
      store.gate("setAlert", at: \.y07Client.setAlert) { _ in [.success(()), .failure(Y07Offline())] }
      return store
    }
  }
}
