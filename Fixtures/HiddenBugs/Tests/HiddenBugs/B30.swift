import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The session of the app: signed out, on the way in, or signed in with the invitations of a user.
struct B30Session: Reducer {
  enum Reason: Equatable, Sendable { case notSignedIn, expired }

  enum State: Equatable {
    case signedOut(Reason?)
    case signingIn(String)
    case signedIn(B30Invitations.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case reasonDismissed
    case signOutTapped
    case invitations(B30Invitations.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case invitations(ChildFeedback<B30Invitations>)
  }

  private enum CancelID { case signIn }

  private let invitations = Scope<B30Session, B30Invitations>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let invitations) = $0 { invitations } else { nil } },
    feedback: Feedback.invitations
  ) { B30Invitations() }

  @Dependency(\.b30Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.signInTapped(let user)), .signedOut):
      state = .signingIn(user)
      return .run("sign in", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case (.input(.cancelTapped), .signingIn):
      state = .signedOut(nil)
      return .cancel(id: CancelID.signIn)

    case (.input(.reasonDismissed), .signedOut):
      state = .signedOut(nil)
      return .none

    case (.input(.signOutTapped), .signedIn):
      state = .signedOut(nil)
      return .none

    case (.input(.invitations(let input)), .signedIn):
      return invitations.reduce(.input(input), into: &state)

    case (.feedback(.signedIn(let user)), .signingIn):
      state = .signedIn(B30Invitations.State(id: user))
      return invitations.start(from: state)

    case (.feedback(.signInFailed), .signingIn):
      state = .signedOut(.notSignedIn)
      return .none

    case (.feedback(.invitations(.feedback(let feedback))), .signedIn):
      return invitations.reduce(.feedback(feedback), into: &state)

    case (.feedback(.invitations(.output(.expired))), .signedIn):
      state = .signedOut(.expired)
      return .none

    default:
      return .none
    }
  }
}

/// The invitations of one user. They live as long as the session.
struct B30Invitations: Reducer {
  enum Problem: Equatable, Sendable { case notLoaded, notAccepted(String) }

  struct State: Equatable, Identifiable {
    let id: String
    var clubs: [String] = []
    var isLoading = true
    var accepting: Set<String> = []
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case acceptTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case accepted(String)
    case acceptFailed(String)
    case rejected
  }

  enum Output: Equatable, Sendable { case expired }

  @Dependency(\.b30Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      // An answer from before an acceptance would bring the club back.
      guard !state.isLoading, state.accepting.isEmpty else { return .none }
      state.isLoading = true
      state.problem = nil
      return load(state.id)

    case .input(.acceptTapped(let club)):
      guard !state.isLoading, state.clubs.contains(club), !state.accepting.contains(club) else { return .none }
      state.accepting.insert(club)
      state.problem = nil
      return .run("accept", of: club) { send in
        try await client.accept(club)
        await send(.accepted(club))
      } catch: { error, send in
        await send(error is B30Expired ? .rejected : .acceptFailed(club))
      }

    case .feedback(.loaded(let clubs)):
      state.isLoading = false
      state.clubs = clubs
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.accepted(let club)):
      state.accepting.remove(club)
      state.clubs.removeAll { $0 == club }
      return .none

    case .feedback(.acceptFailed(let club)):
      state.accepting.remove(club)
      state.problem = .notAccepted(club)
      return .none

    case .feedback(.rejected):
      return .output(.expired)
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Output> {
    .run("invitations", of: user) { send in
      await send(.loaded(try await client.invitations(user)))
    } catch: { error, send in
      await send(error is B30Expired ? .rejected : .loadFailed)
    }
  }
}

struct B30Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var invitations: @Sendable (_ user: String) async throws -> [String]
  var accept: @Sendable (_ club: String) async throws -> Void

  static let testValue = B30Client(
    signIn: unimplemented("B30Client.signIn"),
    invitations: unimplemented("B30Client.invitations"),
    accept: unimplemented("B30Client.accept")
  )
}

extension DependencyValues {
  var b30Client: B30Client {
    get { self[B30Client.self] }
    set { self[B30Client.self] = newValue }
  }
}

struct B30Offline: Error {}
struct B30Expired: Error {}

struct B30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B30Session.State) -> [B30Session.Input] in
        switch state {
        case .signedOut(nil): return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben"), .reasonDismissed]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let invitations):
          var inputs: [B30Session.Input] = [.signOutTapped]
          guard !invitations.isLoading else { return inputs }
          if invitations.accepting.isEmpty { inputs.append(.invitations(.reloadTapped)) }
          for club in invitations.clubs where !invitations.accepting.contains(club) {
            inputs.append(.invitations(.acceptTapped(club)))
          }
          return inputs
        }
      }
    ) { () -> TestStore<B30Session> in
      let store = TestStore(initialState: B30Session.State.signedOut(nil)) { B30Session() }
      store.gate("signIn", at: \.b30Client.signIn) { _ in [.success(()), .failure(B30Offline())] }
      store.gate("invitations", at: \.b30Client.invitations) { _ in
        [.success(["Chess", "Choir"]), .failure(B30Offline()), .failure(B30Expired())]
      }
      store.gate("accept", at: \.b30Client.accept) { _ in
        [.success(()), .failure(B30Offline()), .failure(B30Expired())]
      }
      return store
    }
  }
}
