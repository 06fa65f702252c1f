import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Who has visited the profile. A user can look at others without a trace until the log-out.
struct V20Visitors: Reducer {
  struct State: Equatable {
    var user: String?
    var visitors: [String] = []
    var seen: Set<String> = []
    var isLoading = false
    var hasFailed = false
    var isIncognito = false
    var isSwitching = false

    /// The number on the tab.
    var badge: Int { visitors.filter { !seen.contains($0) }.count }
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case refreshTapped
    case seenTapped
    case incognitoTapped
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case pollDue
    case incognitoSwitched(Bool)
    case switchFailed
  }

  private enum CancelID { case load, poll, incognito }

  @Dependency(\.v20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.user == nil else { return .none }
      state = State(user: user)
      return load(user, into: &state)

    case .input(.logOutTapped):
      guard state.user != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.refreshTapped), .feedback(.pollDue):
      guard let user = state.user, !state.isLoading else { return .none }
      return load(user, into: &state)

    case .feedback(.loaded(let visitors)):
      state.isLoading = false
      state.visitors = visitors
      return poll()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return poll()

    case .input(.seenTapped):
      state.seen.formUnion(state.visitors)
      return .none

    case .input(.incognitoTapped):
      guard let user = state.user, !state.isSwitching else { return .none }
      state.isSwitching = true
      let isOn = !state.isIncognito
      return .run("incognito", of: isOn) { send in
        try await client.setIncognito(user, isOn)
        await send(.incognitoSwitched(isOn))
      } catch: { _, send in
        await send(.switchFailed)
      }
      .cancellable(id: CancelID.incognito, cancelInFlight: true)

    case .feedback(.incognitoSwitched(let isOn)):
      state.isSwitching = false
      state.isIncognito = isOn
      return .none

    case .feedback(.switchFailed):
      state.isSwitching = false
      return .none
    }
  }

  private func load(_ user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.poll),
      .run("visitors", of: user) { send in
        await send(.loaded(try await client.visitors(user)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct V20Client: TestDependencyKey, Sendable {
  var visitors: @Sendable (_ user: String) async throws -> [String]
  var setIncognito: @Sendable (_ user: String, _ isOn: Bool) async throws -> Void

  static let testValue = V20Client(
    visitors: unimplemented("V20Client.visitors"),
    setIncognito: unimplemented("V20Client.setIncognito")
  )
}

extension DependencyValues {
  var v20Client: V20Client {
    get { self[V20Client.self] }
    set { self[V20Client.self] = newValue }
  }
}

struct V20Offline: Error {}

struct V20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V20Visitors.State) -> [V20Visitors.Input] in
        guard state.user != nil else { return [.logInTapped("mia"), .logInTapped("tom")] }
        var inputs: [V20Visitors.Input] = [.refreshTapped, .incognitoTapped, .logOutTapped]
        if state.badge > 0 { inputs.append(.seenTapped) }
        return inputs
      }
    ) { () -> TestStore<V20Visitors> in
      let store = TestStore(initialState: V20Visitors.State()) { V20Visitors() }
      store.gate("visitors", at: \.v20Client.visitors) { user in
        [.success(["\(user)'s neighbour"]), .failure(V20Offline())]
      }
      store.gate("incognito", at: \.v20Client.setIncognito) { _ in [.success(()), .failure(V20Offline())] }
      return store
    }
  }
}
