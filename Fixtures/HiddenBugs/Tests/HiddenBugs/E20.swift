import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account screen of a newspaper: the sign-in, and behind it the subscription of the reader.
struct E20Account: Reducer {
  enum State: Equatable {
    case signedOut(E20SignIn)
    case signedIn(E20Subscription.State)
  }

  enum Input: Equatable, Sendable {
    case nameTyped(String)
    case signInTapped
    case cancelTapped
    case subscription(E20Subscription.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(E20Session)
    case signInFailed
    case subscription(ChildFeedback<E20Subscription>)
  }

  private enum CancelID { case signIn }

  let subscription = Scope<E20Account, E20Subscription>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let reader) = $0 { reader } else { nil } },
    feedback: Feedback.subscription
  ) { E20Subscription() }

  @Dependency(\.e20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.nameTyped(let name)):
      guard case .signedOut(let form) = state, !form.isRunning else { return .none }
      state = .signedOut(E20SignIn(name: name))
      return .none

    case .input(.signInTapped):
      guard case .signedOut(let form) = state, !form.isRunning, !form.name.isEmpty else { return .none }
      state = .signedOut(E20SignIn(name: form.name, isRunning: true))
      return .run("signIn", of: form.name) { send in
        await send(.signedIn(try await client.signIn(form.name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signedOut(let form) = state, form.isRunning else { return .none }
      state = .signedOut(E20SignIn(name: form.name))
      return .cancel(id: CancelID.signIn)

    case .input(.subscription(let input)):
      return subscription.reduce(.input(input), into: &state)

    case .feedback(.signedIn(let session)):
      state = .signedIn(E20Subscription.State(id: session.reader, token: session.token))
      return subscription.start(from: state)

    case .feedback(.signInFailed):
      guard case .signedOut(let form) = state else { return .none }
      state = .signedOut(E20SignIn(name: form.name, notice: .failed))
      return .none

    case .feedback(.subscription(.feedback(let feedback))):
      return subscription.reduce(.feedback(feedback), into: &state)

    case .feedback(.subscription(.output(.loggedOut(let token)))):
      state = .signedOut(E20SignIn())
      return .run("revoke") { _ in await client.revoke(token) }

    case .feedback(.subscription(.output(.expired))):
      state = .signedOut(E20SignIn(notice: .expired))
      return .none
    }
  }
}

struct E20SignIn: Equatable {
  enum Notice: Equatable { case failed, expired }

  var name = ""
  var isRunning = false
  var notice: Notice?
}

/// The plan of the reader, whose delivery pauses during the holidays.
struct E20Subscription: Reducer {
  enum Activity: Equatable { case idle, loading, saving }

  struct State: Equatable, Identifiable {
    let id: String
    let token: String
    var plan: E20Plan?
    var activity = Activity.loading
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, pauseTapped, logOutTapped }
  enum Feedback: Equatable, Sendable { case loaded(E20Plan), pauseSaved(Bool), failed, expired }
  enum Output: Equatable, Sendable { case loggedOut(token: String), expired }

  @Dependency(\.e20Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.token) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let token = state.token
    switch message {
    case .input(.reloadTapped):
      guard state.activity == .idle else { return .none }
      state.activity = .loading
      state.hasFailed = false
      return load(token)

    case .input(.pauseTapped):
      guard let plan = state.plan, state.activity == .idle else { return .none }
      let isPaused = !plan.isPaused
      state.activity = .saving
      state.hasFailed = false
      return .run("pause", of: isPaused) { send in
        try await client.setPaused(token, isPaused)
        await send(.pauseSaved(isPaused))
      } catch: { error, send in
        await send(error is E20Expired ? .expired : .failed)
      }

    case .input(.logOutTapped):
      return state.activity == .saving ? .none : .output(.loggedOut(token: token))

    case .feedback(.loaded(let plan)):
      state.activity = .idle
      state.plan = plan
      return .none

    case .feedback(.pauseSaved(let isPaused)):
      state.activity = .idle
      state.plan?.isPaused = isPaused
      return .none

    case .feedback(.failed):
      state.activity = .idle
      state.hasFailed = true
      return .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  private func load(_ token: String) -> Effect<Feedback, Output> {
    .run("plan") { send in
      await send(.loaded(try await client.plan(token)))
    } catch: { error, send in
      await send(error is E20Expired ? .expired : .failed)
    }
  }
}

struct E20Session: Equatable, Sendable {
  var reader: String
  var token: String
}

struct E20Plan: Equatable, Sendable {
  var name: String
  var isPaused: Bool
}

struct E20Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> E20Session
  var revoke: @Sendable (_ token: String) async -> Void
  var plan: @Sendable (_ token: String) async throws -> E20Plan
  var setPaused: @Sendable (_ token: String, _ isPaused: Bool) async throws -> Void

  static let testValue = E20Client(
    signIn: unimplemented("E20Client.signIn"),
    revoke: unimplemented("E20Client.revoke"),
    plan: unimplemented("E20Client.plan"),
    setPaused: unimplemented("E20Client.setPaused")
  )
}

extension DependencyValues {
  var e20Client: E20Client {
    get { self[E20Client.self] }
    set { self[E20Client.self] = newValue }
  }
}

struct E20Offline: Error {}
struct E20Expired: Error {}

struct E20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E20Account.State) -> [E20Account.Input] in
        switch state {
        case .signedOut(let form):
          if form.isRunning { return [.cancelTapped] }
          return form.name.isEmpty ? [.nameTyped("Ada"), .nameTyped("Ben")] : [.nameTyped(""), .signInTapped]
        case .signedIn(let subscription):
          if subscription.activity == .saving { return [] }
          var inputs: [E20Account.Input] = [.subscription(.logOutTapped)]
          if subscription.activity == .idle { inputs.append(.subscription(.reloadTapped)) }
          if subscription.plan != nil, subscription.activity == .idle { inputs.append(.subscription(.pauseTapped)) }
          return inputs
        }
      }
    ) { () -> TestStore<E20Account> in
      let store = TestStore(initialState: E20Account.State.signedOut(E20SignIn())) { E20Account() }
      store.gate("signIn", at: \.e20Client.signIn) { name in
        [.success(E20Session(reader: name, token: "token of \(name)")), .failure(E20Offline())]
      }
      store.gate("revoke", at: \.e20Client.revoke) { _ in [.success(())] }
      store.gate("plan", at: \.e20Client.plan) { _ in
        [.success(E20Plan(name: "Weekend", isPaused: false)), .failure(E20Offline()), .failure(E20Expired())]
      }
      store.gate("setPaused", at: \.e20Client.setPaused) { _ in
        [.success(()), .failure(E20Offline()), .failure(E20Expired())]
      }
      return store
    }
  }
}
