import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of a driver: the sign-in, and then the digital keys of the car.
struct K30Account: Reducer {
  enum State: Equatable {
    case signedOut(Notice?)
    case signingIn(String)
    case signedIn(K30Keyring.State)
  }

  enum Notice: Equatable { case notSignedIn, sessionEnded }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case keyring(K30Keyring.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case notSignedIn
    case sessionExpired
    case keyring(ChildFeedback<K30Keyring>)
  }

  private enum CancelID { case signIn, session }

  @Dependency(\.k30Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let keyring = Scope<K30Account, K30Keyring>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let keyring) = $0 { keyring } else { nil } },
    feedback: Feedback.keyring
  ) { K30Keyring() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(user)
      return .run("signIn", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.notSignedIn)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(nil)
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let user)):
      state = .signedIn(K30Keyring.State(id: user))
      return .merge(keyring.start(from: state), endOfSession())

    case .feedback(.notSignedIn):
      state = .signedOut(.notSignedIn)
      return .none

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      return signOut(nil, of: &state)

    case .feedback(.sessionExpired), .feedback(.keyring(.output(.rejected))):
      return signOut(.sessionEnded, of: &state)

    case .input(.keyring(let input)):
      return keyring.reduce(.input(input), into: &state)

    case .feedback(.keyring(.feedback(let feedback))):
      return keyring.reduce(.feedback(feedback), into: &state)
    }
  }

  /// Leaves the account. What the keys still do ends with them.
  private func signOut(_ notice: Notice?, of state: inout State) -> Effect<Feedback, Never> {
    state = .signedOut(notice)
    return .cancel(id: CancelID.session)
  }

  private func endOfSession() -> Effect<Feedback, Never> {
    .run("session") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.sessionExpired)
    }
    .cancellable(id: CancelID.session, cancelInFlight: true)
  }
}

/// The digital keys of one user.
struct K30Keyring: Reducer {
  struct State: Equatable, Identifiable {
    /// The user.
    let id: String
    var keys: [K30Key] = []
    var isLoading = true
    var sharing: String?
    var problem: Problem?
  }

  enum Problem: Equatable { case notLoaded, notShared }

  enum Input: Equatable, Sendable { case reloadTapped, shareTapped(String) }
  enum Feedback: Equatable, Sendable { case loaded([K30Key]), notLoaded, shared(String), notShared, rejected }
  enum Output: Equatable, Sendable { case rejected }

  @Dependency(\.k30Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading, state.sharing == nil else { return .none }
      state.isLoading = true
      state.problem = nil
      return load(state.id)

    case .input(.shareTapped(let name)):
      guard !state.isLoading, state.sharing == nil else { return .none }
      guard state.keys.contains(where: { $0.name == name && !$0.isShared }) else { return .none }
      state.sharing = name
      state.problem = nil
      return .run("share", of: name) { send in
        try await client.share(name)
        await send(.shared(name))
      } catch: { error, send in
        await send(error is K30Rejection ? .rejected : .notShared)
      }

    case .feedback(.loaded(let keys)):
      state.isLoading = false
      state.keys = keys
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.shared(let name)):
      state.sharing = nil
      if let index = state.keys.firstIndex(where: { $0.name == name }) { state.keys[index].isShared = true }
      return .none

    case .feedback(.notShared):
      state.sharing = nil
      state.problem = .notShared
      return .none

    case .feedback(.rejected):
      return .output(.rejected)
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Output> {
    .run("keys", of: user) { send in
      await send(.loaded(try await client.keys(user)))
    } catch: { error, send in
      await send(error is K30Rejection ? .rejected : .notLoaded)
    }
  }
}

struct K30Key: Equatable, Sendable {
  var name: String
  var isShared = false
}

struct K30Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var keys: @Sendable (_ user: String) async throws -> [K30Key]
  var share: @Sendable (_ key: String) async throws -> Void

  static let testValue = K30Client(
    signIn: unimplemented("K30Client.signIn"),
    keys: unimplemented("K30Client.keys"),
    share: unimplemented("K30Client.share")
  )
}

extension DependencyValues {
  var k30Client: K30Client {
    get { self[K30Client.self] }
    set { self[K30Client.self] = newValue }
  }
}

struct K30Offline: Error {}

/// The server doesn't accept the session any more.
struct K30Rejection: Error {}

struct K30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K30Account.State) -> [K30Account.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let keyring):
          var inputs: [K30Account.Input] = [.signOutTapped, .keyring(.reloadTapped)]
          for key in keyring.keys where !key.isShared { inputs.append(.keyring(.shareTapped(key.name))) }
          return inputs
        }
      }
    ) { () -> TestStore<K30Account> in
      let store = TestStore(initialState: K30Account.State.signedOut(nil)) { K30Account() }
      store.gate("signIn", at: \.k30Client.signIn) { _ in [.success(()), .failure(K30Offline())] }
      store.gate("keys", at: \.k30Client.keys) { user in
        [.success([K30Key(name: "\(user)'s phone")]), .failure(K30Offline()), .failure(K30Rejection())]
      }
      store.gate("share", at: \.k30Client.share) { _ in
        [.success(()), .failure(K30Offline()), .failure(K30Rejection())]
      }
      return store
    }
  }
}
