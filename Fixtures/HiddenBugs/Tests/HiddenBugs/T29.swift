import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lots that a grain market offers, page by page, with price alerts.
struct T29Market: Reducer {
  struct State: Equatable {
    var crop = "Wheat"
    var lots: [T29Lot] = []
    /// The page that was asked for last.
    var page = 0
    var hasMore = true
    var isLoading = false
    var hasFailed = false
    var alerts: Set<String> = []
    var savingAlerts: Set<String> = []
    var hasAlertFailed = false

    var canLoad: Bool { hasMore && !isLoading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case cropChosen(String)
    case endReached
    case refreshPulled
    case retryTapped
    case alertTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, T29Page)
    case loadFailed
    case alertSaved(String)
    case alertFailed(String, isOn: Bool)
  }

  private enum CancelID { case lots }

  @Dependency(\.t29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.lots.isEmpty, !state.hasFailed, state.canLoad else { return .none }
      return load(0, into: &state)

    case .input(.cropChosen(let crop)):
      guard crop != state.crop else { return .none }
      state.crop = crop
      state.lots = []
      state.hasMore = true
      return load(0, into: &state)

    case .input(.endReached):
      guard !state.lots.isEmpty, !state.hasFailed, state.canLoad else { return .none }
      return load(state.page + 1, into: &state)

    case .input(.refreshPulled):
      guard !(state.isLoading && state.page == 0) else { return .none }
      return load(0, into: &state)

    case .input(.retryTapped):
      guard state.hasFailed, state.canLoad else { return .none }
      return load(state.page, into: &state)

    case .input(.alertTapped(let id)):
      guard state.lots.contains(where: { $0.id == id }), !state.savingAlerts.contains(id) else { return .none }
      let isOn = !state.alerts.contains(id)
      if isOn { state.alerts.insert(id) } else { state.alerts.remove(id) }
      state.savingAlerts.insert(id)
      state.hasAlertFailed = false
      return .run("alert", of: id) { send in
        try await client.setAlert(id, isOn)
        await send(.alertSaved(id))
      } catch: { _, send in
        await send(.alertFailed(id, isOn: isOn))
      }

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      if number == 0 {
        state.lots = page.lots
      } else {
        let known = Set(state.lots.map(\.id))
        state.lots += page.lots.filter { !known.contains($0.id) }
      }
      state.hasMore = page.hasMore
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.alertSaved(let id)):
      state.savingAlerts.remove(id)
      return .none

    case .feedback(.alertFailed(let id, let isOn)):
      state.savingAlerts.remove(id)
      if isOn { state.alerts.remove(id) } else { state.alerts.insert(id) }
      state.hasAlertFailed = true
      return .none
    }
  }

  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.page = number
    state.isLoading = true
    state.hasFailed = false
    let query = T29Query(crop: state.crop, page: number)
    return .run("lots", of: query) { send in
      await send(.loaded(number, try await client.lots(query)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.lots, cancelInFlight: true)
  }
}

struct T29Query: Hashable, Sendable {
  var crop: String
  var page: Int
}

struct T29Lot: Equatable, Identifiable, Sendable {
  let id: String
  var euros: Int
}

struct T29Page: Equatable, Sendable {
  var lots: [T29Lot]
  var hasMore: Bool
}

struct T29Client: TestDependencyKey, Sendable {
  var lots: @Sendable (_ query: T29Query) async throws -> T29Page
  var setAlert: @Sendable (_ lot: String, _ isOn: Bool) async throws -> Void

  static let testValue = T29Client(
    lots: unimplemented("T29Client.lots"),
    setAlert: unimplemented("T29Client.setAlert")
  )
}

extension DependencyValues {
  var t29Client: T29Client {
    get { self[T29Client.self] }
    set { self[T29Client.self] = newValue }
  }
}

struct T29Offline: Error {}

struct T29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T29Market.State) -> [T29Market.Input] in
        var inputs: [T29Market.Input] = [.cropChosen(state.crop == "Wheat" ? "Barley" : "Wheat"), .refreshPulled]
        if state.hasFailed {
          inputs.append(.retryTapped)
        } else if state.canLoad {
          inputs.append(state.lots.isEmpty ? .appeared : .endReached)
        }
        if let lot = state.lots.first, !state.savingAlerts.contains(lot.id) { inputs.append(.alertTapped(lot.id)) }
        return inputs
      }
    ) { () -> TestStore<T29Market> in
      let store = TestStore(initialState: T29Market.State()) { T29Market() }
      store.gate("lots", at: \.t29Client.lots) { query in
        [
          .success(T29Page(lots: [T29Lot(id: "\(query.crop) \(query.page)", euros: 212)], hasMore: query.page == 0)),
          .failure(T29Offline()),
        ]
      }
      store.gate("setAlert", at: \.t29Client.setAlert) { _ in [.success(()), .failure(T29Offline())] }
      return store
    }
  }
}
