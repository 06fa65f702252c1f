import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The notices of a school, for a parent who has signed in. Parents of one family share a tablet.
struct Y17Notices: Reducer {
  struct State: Equatable {
    var parent: String?
    var notices: [String] = []
    var isSigningIn = false
    var signInFailed = false
    var isLoading = false
    var loadFailed = false
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case signInCancelled
    case refreshTapped
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case loaded([String])
    case loadFailed
    case signedOut
  }

  private enum CancelID { case signIn, load }

  @Dependency(\.y17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let name)):
      guard state.parent == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.signInFailed = false
      return .run("sign in", of: name) { send in
        try await client.signIn(name)
        await send(.signedIn(name))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.signInCancelled):
      state.isSigningIn = false
      return .cancel(id: CancelID.signIn)

    case .input(.refreshTapped):
      guard let parent = state.parent, !state.isLoading else { return .none }
      return load(parent, into: &state)

    case .input(.signOutTapped):
      guard let parent = state.parent else { return .none }
      // The tablet shows the sign-in screen at once, and the server ends the session.
      return .merge(
        leave(&state),
        .run("sign out", of: parent) { send in
          await client.signOut(parent)
          await send(.signedOut)
        }
      )

    case .feedback(.signedIn(let name)):
      state.isSigningIn = false
      state.parent = name
      return load(name, into: &state)

    case .feedback(.signInFailed):
      state.isSigningIn = false
      state.signInFailed = true
      return .none

    case .feedback(.loaded(let notices)):
      state.isLoading = false
      state.notices = notices
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.signedOut):
      return leave(&state)
    }
  }

  /// Removes what belongs to the parent.
  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state.parent = nil
    state.notices = []
    state.isLoading = false
    state.loadFailed = false
    return .cancel(id: CancelID.load)
  }

  private func load(_ parent: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("notices", of: parent) { send in
      await send(.loaded(try await client.notices(parent)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Y17Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> Void
  var notices: @Sendable (_ parent: String) async throws -> [String]
  var signOut: @Sendable (_ parent: String) async -> Void

  static let testValue = Y17Client(
    signIn: unimplemented("Y17Client.signIn"),
    notices: unimplemented("Y17Client.notices"),
    signOut: unimplemented("Y17Client.signOut")
  )
}

extension DependencyValues {
  var y17Client: Y17Client {
    get { self[Y17Client.self] }
    set { self[Y17Client.self] = newValue }
  }
}

struct Y17Offline: Error {}

struct Y17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y17Notices.State) -> [Y17Notices.Input] in
        if state.parent != nil { return [.refreshTapped, .signOutTapped] }
        if state.isSigningIn { return [.signInCancelled] }
        return [.signInTapped("Ada"), .signInTapped("Bo")]
      }
    ) { () -> TestStore<Y17Notices> in
      let store = TestStore(initialState: Y17Notices.State()) { Y17Notices() }
      store.gate("sign in", at: \.y17Client.signIn) { _ in [.success(()), .failure(Y17Offline())] }
      store.gate("notices", at: \.y17Client.notices) { parent in
        [.success(["Sports day, \(parent)"]), .failure(Y17Offline())]
      }
      store.gate("sign out", at: \.y17Client.signOut) { _ in [.success(())] }
      return store
    }
  }
}
