import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// How full the areas of a gym are, live. Members flick through the areas, so the stream opens when they rest on one.
struct K14Occupancy: Reducer {
  enum Alert: Equatable, Sendable { case saving, on, failed }

  struct State: Equatable {
    var area: String?
    var people: Int?
    var isLive = false
    var hasFailed = false
    var isInBackground = false
    /// The areas of which the member wants to hear when there is space.
    var alerts: [String: Alert] = [:]
  }

  enum Input: Equatable, Sendable {
    case areaTapped(String)
    case retryTapped
    case alertTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case areaSettled
    case counted(Int)
    case lost
    case alertSaved(String)
    case alertFailed(String)
  }

  private enum CancelID { case settle, live }

  @Dependency(\.k14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.areaTapped(let area)):
      guard area != state.area else { return .none }
      state.area = area
      state.people = nil
      state.isLive = false
      state.hasFailed = false
      return .merge(
        .cancel(id: CancelID.live),
        .run("settle") { send in
          try await clock.sleep(for: .milliseconds(400))
          await send(.areaSettled)
        }
        .cancellable(id: CancelID.settle, cancelInFlight: true)
      )

    case .input(.retryTapped):
      guard let area = state.area, state.hasFailed else { return .none }
      return listen(to: area, &state)

    case .input(.alertTapped):
      guard let area = state.area, state.alerts[area] == nil || state.alerts[area] == .failed else { return .none }
      state.alerts[area] = .saving
      return .run("alert", of: area) { send in
        try await client.alert(area)
        await send(.alertSaved(area))
      } catch: { _, send in
        await send(.alertFailed(area))
      }

    case .input(.closeTapped):
      state.area = nil
      state.people = nil
      state.isLive = false
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.settle), .cancel(id: CancelID.live))

    case .input(.wentToBackground):
      state.isInBackground = true
      state.isLive = false
      return .cancel(id: CancelID.live)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let area = state.area else { return .none }
      return .merge(.cancel(id: CancelID.settle), listen(to: area, &state))

    case .feedback(.areaSettled):
      guard let area = state.area else { return .none }
      return listen(to: area, &state)

    case .feedback(.counted(let people)):
      state.people = people
      state.isLive = true
      return .none

    case .feedback(.lost):
      state.isLive = false
      state.hasFailed = true
      return .none

    case .feedback(.alertSaved(let area)):
      state.alerts[area] = .on
      return .none

    case .feedback(.alertFailed(let area)):
      state.alerts[area] = .failed
      return .none
    }
  }

  private func listen(to area: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.hasFailed = false
    return .run("occupancy", of: area) { send in
      for try await people in client.occupancy(area) { await send(.counted(people)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.live, cancelInFlight: true)
  }
}

struct K14Client: TestDependencyKey, Sendable {
  var occupancy: @Sendable (_ area: String) -> AsyncThrowingStream<Int, any Error>
  var alert: @Sendable (_ area: String) async throws -> Void

  static let testValue = K14Client(
    occupancy: unimplemented("K14Client.occupancy", placeholder: AsyncThrowingStream { $0.finish() }),
    alert: unimplemented("K14Client.alert")
  )
}

extension DependencyValues {
  var k14Client: K14Client {
    get { self[K14Client.self] }
    set { self[K14Client.self] = newValue }
  }
}

struct K14Offline: Error {}

struct K14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K14Occupancy.State) -> [K14Occupancy.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [K14Occupancy.Input] = [.areaTapped("Weights"), .areaTapped("Rowing"), .wentToBackground]
        if state.area != nil { inputs += [.alertTapped, .closeTapped] }
        if state.hasFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<K14Occupancy> in
      let store = TestStore(initialState: K14Occupancy.State()) { K14Occupancy() }
      store.gate("occupancy", at: \.k14Client.occupancy) { _ in
        [.element(12), .finish, .failure(K14Offline())]
      }
      store.gate("alert", at: \.k14Client.alert) { _ in [.success(()), .failure(K14Offline())] }
      return store
    }
  }
}
