import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E09Person: Equatable, Sendable {
  var id: Int
  var name: String
}

struct E09DatingClient: TestDependencyKey, Sendable {
  var people: @Sendable (_ account: String) async throws -> [E09Person]
  var like: @Sendable (_ id: Int) async throws -> Bool
  var arrivals: @Sendable (_ account: String) -> AsyncStream<Int>

  static let testValue = E09DatingClient(
    people: unimplemented("E09DatingClient.people"),
    like: unimplemented("E09DatingClient.like"),
    arrivals: unimplemented("E09DatingClient.arrivals", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var e09Dating: E09DatingClient {
    get { self[E09DatingClient.self] }
    set { self[E09DatingClient.self] = newValue }
  }
}

/// The people near an account. A like of both sides is celebrated on the whole screen.
///
/// While the stream of arrivals is open, the screen shows how many people are new. A refresh opens it again if it has
/// ended.
struct E09Matches: Reducer {
  enum Phase: Equatable { case fresh, liking, liked, failed }

  struct Row: Equatable {
    var name: String
    var phase = Phase.fresh
  }

  struct State: Equatable {
    var account: String?
    var rows: [Int: Row] = [:]
    var isLoading = false
    var loadFailed = false
    var isLive = false
    var arrivals = 0
    var celebration: Int?
  }

  enum Input: Equatable {
    case loggedIn(String)
    case accountSwitched(String)
    case loggedOut
    case refreshPulled
    case likeTapped(Int)
    case celebrationClosed
  }

  enum Feedback: Equatable {
    case loaded([E09Person])
    case loadFailed
    case liked(Int, isMatch: Bool)
    case likeFailed(Int)
    case arrived(Int)
    case disconnected
  }

  private enum CancelID: Hashable { case people, arrivals, like(Int) }

  @Dependency(\.e09Dating) private var dating

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let account)):
      guard state.account == nil else { return .none }
      state.account = account
      return .merge(load(for: account, &state), follow(account, &state))

    case .input(.accountSwitched(let account)):
      guard state.account != nil, state.account != account else { return .none }
      let end = endSession(of: state)
      state = State(account: account)
      return .merge(end, load(for: account, &state), follow(account, &state))

    case .input(.loggedOut):
      guard state.account != nil else { return .none }
      state = State()
      return endSession(of: state)

    case .input(.refreshPulled):
      guard let account = state.account, !state.isLoading else { return .none }
      return .merge(load(for: account, &state), state.isLive ? .none : follow(account, &state))

    case .input(.likeTapped(let id)):
      guard let phase = state.rows[id]?.phase, phase == .fresh || phase == .failed else { return .none }
      state.rows[id]?.phase = .liking
      return like(id)

    case .input(.celebrationClosed):
      state.celebration = nil
      return .none

    case .feedback(.loaded(let people)):
      state.isLoading = false
      var rows = state.rows.filter { $0.value.phase == .liking }
      for person in people { rows[person.id] = state.rows[person.id] ?? Row(name: person.name) }
      state.rows = rows
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.liked(let id, let isMatch)):
      state.rows[id]?.phase = .liked
      if isMatch { state.celebration = id }
      return .none

    case .feedback(.likeFailed(let id)):
      state.rows[id]?.phase = .failed
      return .none

    case .feedback(.arrived(let count)):
      state.arrivals = count
      return .none

    case .feedback(.disconnected):
      state.isLive = false
      return .none
    }
  }

  private func load(for account: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    state.arrivals = 0
    return .run("people", of: account) { send in
      await send(.loaded(try await dating.people(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.people, cancelInFlight: true)
  }

  private func follow(_ account: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("arrivals", of: account) { send in
      for await count in dating.arrivals(account) { await send(.arrived(count)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.arrivals, cancelInFlight: true)
  }

  private func like(_ id: Int) -> Effect<Feedback, Never> {
    .run("like", of: id) { send in
      await send(.liked(id, isMatch: try await dating.like(id)))
    } catch: { _, send in
      await send(.likeFailed(id))
    }
    .cancellable(id: CancelID.like(id))
  }

  /// Ends all that runs for the account of a state.
  private func endSession(of state: State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = [.cancel(id: CancelID.people), .cancel(id: CancelID.arrivals)]
    for id in state.rows.keys.sorted() { effects.append(.cancel(id: CancelID.like(id))) }
    return .merge(effects)
  }
}

struct E09Offline: Error {}

struct E09Bugs {
  static func people(near account: String) -> [E09Person] {
    account == "Ada" ? [E09Person(id: 1, name: "Kim")] : [E09Person(id: 2, name: "Lee")]
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .loggedIn("Ada"), .accountSwitched("Bob"), .loggedOut, .refreshPulled, .likeTapped(1), .celebrationClosed,
      ]
    ) { () -> TestStore<E09Matches> in
      let store = TestStore(initialState: E09Matches.State()) { E09Matches() }
      store.gate("people", at: \.e09Dating.people) { account in
        [.success(Self.people(near: account)), .failure(E09Offline())]
      }
      store.gate("like", at: \.e09Dating.like) { _ in [.success(true), .failure(E09Offline())] }
      store.gate("arrivals", at: \.e09Dating.arrivals) { _ in [.element(2), .finish] }
      return store
    }
  }
}
