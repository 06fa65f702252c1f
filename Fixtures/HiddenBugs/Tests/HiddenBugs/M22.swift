import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The mail of the user who is logged in.
struct M22Inbox: Reducer {
  struct State: Equatable, Identifiable {
    var id: String
    var mails: [String] = []
    var isLoading = true
    var loadFailed = false
    var archiving: Archived?
    var archiveFailed = false
  }

  struct Archived: Equatable {
    var mail: String
    var index: Int
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case archiveTapped(String)
    case alertDismissed
    case logOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case archived
    case archiveFailed
  }

  enum Output: Equatable, Sendable { case loggedOut }

  @Dependency(\.m22Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading, state.archiving == nil else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return load(state.id)

    case .input(.archiveTapped(let mail)):
      guard !state.isLoading, state.archiving == nil, let index = state.mails.firstIndex(of: mail) else { return .none }
      state.mails.remove(at: index)
      state.archiving = Archived(mail: mail, index: index)
      state.archiveFailed = false
      let user = state.id
      return .run("archive", of: mail) { send in
        try await client.archive(user, mail)
        await send(.archived)
      } catch: { _, send in
        await send(.archiveFailed)
      }

    case .input(.alertDismissed):
      state.archiveFailed = false
      return .none

    case .input(.logOutTapped):
      guard state.archiving == nil else { return .none }
      return .output(.loggedOut)

    case .feedback(.loaded(let mails)):
      state.isLoading = false
      state.mails = mails
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.archived):
      state.archiving = nil
      return .none

    case .feedback(.archiveFailed):
      guard let archived = state.archiving else { return .none }
      state.mails.insert(archived.mail, at: archived.index)
      state.archiving = nil
      state.archiveFailed = true
      return .none
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Output> {
    .run("mails", of: user) { send in
      await send(.loaded(try await client.mails(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The log-in, and the inbox behind it, which takes all of its work along when it leaves.
struct M22App: Reducer {
  struct State: Equatable {
    var loggingIn: String?
    var logInFailed = false
    var inbox: M22Inbox.State?
  }

  enum Input: Equatable, Sendable {
    case logInTapped(String)
    case cancelTapped
    case inbox(M22Inbox.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case inbox(ChildFeedback<M22Inbox>)
  }

  private enum CancelID { case logIn }

  @Dependency(\.m22Client) private var client

  let inbox = Scope<M22App, M22Inbox>(ifLet: \.inbox, feedback: Feedback.inbox) { M22Inbox() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.logInTapped(let user)):
      guard state.loggingIn == nil, state.inbox == nil else { return .none }
      state.loggingIn = user
      state.logInFailed = false
      return .run("logIn", of: user) { send in
        try await client.logIn(user)
        await send(.loggedIn(user))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn)

    case .input(.cancelTapped):
      state.loggingIn = nil
      return .cancel(id: CancelID.logIn)

    case .feedback(.loggedIn(let user)):
      state.loggingIn = nil
      state.inbox = M22Inbox.State(id: user)
      return inbox.start(from: state)

    case .feedback(.logInFailed):
      state.loggingIn = nil
      state.logInFailed = true
      return .none

    case .input(.inbox(let input)):
      return inbox.reduce(.input(input), into: &state)

    case .feedback(.inbox(.feedback(let feedback))):
      return inbox.reduce(.feedback(feedback), into: &state)

    case .feedback(.inbox(.output(.loggedOut))):
      state.inbox = nil
      return .none
    }
  }
}

struct M22Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ user: String) async throws -> Void
  var mails: @Sendable (_ user: String) async throws -> [String]
  var archive: @Sendable (_ user: String, _ mail: String) async throws -> Void

  static let testValue = M22Client(
    logIn: unimplemented("M22Client.logIn"),
    mails: unimplemented("M22Client.mails"),
    archive: unimplemented("M22Client.archive")
  )
}

extension DependencyValues {
  var m22Client: M22Client {
    get { self[M22Client.self] }
    set { self[M22Client.self] = newValue }
  }
}

struct M22Offline: Error {}

struct M22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M22App.State) -> [M22App.Input] in
        guard let inbox = state.inbox else {
          return state.loggingIn == nil ? [.logInTapped("Ada"), .logInTapped("Bob")] : [.cancelTapped]
        }
        if inbox.archiveFailed { return [.inbox(.alertDismissed)] }
        if inbox.archiving != nil { return [] }
        var inputs: [M22App.Input] = [.inbox(.refreshTapped), .inbox(.logOutTapped)]
        if let mail = inbox.mails.first { inputs.append(.inbox(.archiveTapped(mail))) }
        return inputs
      }
    ) { () -> TestStore<M22App> in
      let store = TestStore(initialState: M22App.State()) { M22App() }
      store.gate("logIn", at: \.m22Client.logIn) { _ in [.success(()), .failure(M22Offline())] }
      store.gate("mails", at: \.m22Client.mails) { user in
        [.success(["Dear \(user)", "News"]), .failure(M22Offline())]
      }
      store.gate("archive", at: \.m22Client.archive) { _ in [.success(()), .failure(M22Offline())] }
      return store
    }
  }
}
