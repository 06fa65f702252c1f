import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What a user sees after the sign-in: the podcasts to which the account subscribes.
struct C24Session: Reducer {
  struct State: Equatable, Identifiable {
    let token: String
    let name: String
    var shows: [String] = []
    var isLoading = true
    var hasLoadFailed = false
    var changing: C24Change?
    var hasChangeFailed = false

    var id: String { token }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case subscribeTapped(String)
    case unsubscribeTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case changed(C24Change)
    case changeFailed
    case expired
  }

  enum Output: Equatable, Sendable { case expired }

  private enum CancelID { case load }

  @Dependency(\.c24Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.token) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return reload(&state)

    case .input(.subscribeTapped(let show)):
      guard !state.shows.contains(show) else { return .none }
      return change(C24Change(token: state.token, show: show, isSubscribed: true), &state)

    case .input(.unsubscribeTapped(let show)):
      guard state.shows.contains(show) else { return .none }
      return change(C24Change(token: state.token, show: show, isSubscribed: false), &state)

    case .feedback(.loaded(let shows)):
      state.isLoading = false
      state.shows = shows
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.changed(let change)):
      state.changing = nil
      state.shows.removeAll { $0 == change.show }
      if change.isSubscribed { state.shows.append(change.show) }
      // A list that is on its way may be older than the change.
      return state.isLoading ? reload(&state) : .none

    case .feedback(.changeFailed):
      state.changing = nil
      state.hasChangeFailed = true
      return .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  private func reload(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.hasLoadFailed = false
    return load(state.token)
  }

  private func load(_ token: String) -> Effect<Feedback, Output> {
    .run("shows", of: token) { send in
      await send(.loaded(try await client.shows(token)))
    } catch: { error, send in
      await send(error is C24Expired ? .expired : .loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func change(_ change: C24Change, _ state: inout State) -> Effect<Feedback, Output> {
    guard state.changing == nil else { return .none }
    state.changing = change
    state.hasChangeFailed = false
    return .run("change", of: change) { send in
      try await client.change(change)
      await send(.changed(change))
    } catch: { error, send in
      await send(error is C24Expired ? .expired : .changeFailed)
    }
  }
}

/// The account screen, with a form while nobody is signed in.
struct C24Account: Reducer {
  enum State: Equatable {
    case signedOut(C24Form)
    case signingIn(C24Form)
    case signedIn(C24Session.State)
  }

  enum Input: Equatable, Sendable {
    case nameChanged(String)
    case signInTapped
    case cancelTapped
    case signOutTapped
    case session(C24Session.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(token: String)
    case signInFailed
    case session(ChildFeedback<C24Session>)
  }

  private enum CancelID { case signIn }

  private let session = Scope<C24Account, C24Session>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let session) = $0 { session } else { nil } },
    feedback: Feedback.session
  ) { C24Session() }

  @Dependency(\.c24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.nameChanged(let name)):
      guard case .signedOut(var form) = state else { return .none }
      form.name = name
      state = .signedOut(form)
      return .none

    case .input(.signInTapped):
      guard case .signedOut(let form) = state, !form.name.isEmpty else { return .none }
      let name = form.name
      state = .signingIn(C24Form(name: name))
      return .run("sign in", of: name) { send in
        await send(.signedIn(token: try await client.signIn(name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn(let form) = state else { return .none }
      state = .signedOut(form)
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn(let session) = state, session.changing == nil else { return .none }
      let token = session.token
      state = .signedOut(C24Form())
      return .run("revoke", of: token) { _ in _ = try? await client.revoke(token) }

    case .input(.session(let input)):
      return session.reduce(.input(input), into: &state)

    case .feedback(.session(.feedback(let feedback))):
      return session.reduce(.feedback(feedback), into: &state)

    case .feedback(.session(.output(.expired))):
      guard case .signedIn(let session) = state else { return .none }
      state = .signedOut(C24Form(name: session.name, notice: .expired))
      return .none

    case .feedback(.signedIn(token: let token)):
      guard case .signingIn(let form) = state else { return .none }
      state = .signedIn(C24Session.State(token: token, name: form.name))
      return session.start(from: state)

    case .feedback(.signInFailed):
      guard case .signingIn(var form) = state else { return .none }
      form.notice = .failed
      state = .signedOut(form)
      return .none
    }
  }
}

struct C24Form: Equatable {
  enum Notice: Equatable { case failed, expired }

  var name = ""
  var notice: Notice?
}

struct C24Change: Hashable, Sendable {
  var token: String
  var show: String
  var isSubscribed: Bool
}

struct C24Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> String
  var revoke: @Sendable (_ token: String) async throws -> Void
  var shows: @Sendable (_ token: String) async throws -> [String]
  var change: @Sendable (_ change: C24Change) async throws -> Void

  static let testValue = C24Client(
    signIn: unimplemented("C24Client.signIn"),
    revoke: unimplemented("C24Client.revoke"),
    shows: unimplemented("C24Client.shows"),
    change: unimplemented("C24Client.change")
  )
}

extension DependencyValues {
  var c24Client: C24Client {
    get { self[C24Client.self] }
    set { self[C24Client.self] = newValue }
  }
}

/// The token is not valid any more.
struct C24Expired: Error {}
struct C24Offline: Error {}

struct C24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C24Account.State) -> [C24Account.Input] in
        switch state {
        case .signedOut(let form): return form.name.isEmpty ? [.nameChanged("ada")] : [.signInTapped]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let session):
          if session.changing != nil { return [.session(.refreshTapped)] }
          let hasNews = session.shows.contains("News")
          let change: C24Session.Input = hasNews ? .unsubscribeTapped("News") : .subscribeTapped("News")
          return [.signOutTapped, .session(.refreshTapped), .session(change)]
        }
      }
    ) { () -> TestStore<C24Account> in
      let store = TestStore(initialState: C24Account.State.signedOut(C24Form())) { C24Account() }
      store.gate("signIn", at: \.c24Client.signIn) { name in [.success("token of \(name)"), .failure(C24Offline())] }
      store.gate("revoke", at: \.c24Client.revoke) { _ in [.success(()), .failure(C24Offline())] }
      store.gate("shows", at: \.c24Client.shows) { _ in
        [.success(["News"]), .success([]), .failure(C24Offline()), .failure(C24Expired())]
      }
      store.gate("change", at: \.c24Client.change) { _ in
        [.success(()), .failure(C24Offline()), .failure(C24Expired())]
      }
      return store
    }
  }
}
