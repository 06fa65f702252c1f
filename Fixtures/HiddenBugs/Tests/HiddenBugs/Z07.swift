import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The mail accounts of the side bar, and the inbox of the chosen one.
struct Z07Accounts: Reducer {
  struct State: Equatable {
    var inbox: Z07Inbox.State?
  }

  enum Input: Equatable, Sendable {
    case accountTapped(String)
    case signOutTapped
    case inbox(Z07Inbox.Input)
  }

  enum Feedback: Equatable, Sendable {
    case inbox(ChildFeedback<Z07Inbox>)
  }

  private let inbox = Scope<Z07Accounts, Z07Inbox>(ifLet: \.inbox, feedback: Feedback.inbox) { Z07Inbox() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountTapped(let account)):
      guard account != state.inbox?.account else { return .none }
      state.inbox = Z07Inbox.State(account: account)
      return inbox.start(from: state)

    case .input(.signOutTapped):
      state.inbox = nil
      return .none

    case .input(.inbox(let input)):
      return inbox.reduce(.input(input), into: &state)

    case .feedback(.inbox(.feedback(let feedback))):
      return inbox.reduce(.feedback(feedback), into: &state)
    }
  }
}

/// The inbox of one account. New mail is fetched each minute, and a digest of it is written on demand.
struct Z07Inbox: Reducer {
  enum Digest: Equatable, Sendable {
    case none
    case writing
    case written(String)
    case failed
  }

  struct State: Equatable {
    let account: String
    var mails: [Z07Mail] = []
    var isLoading = true
    var hasFailed = false
    var showsOnlyUnread = false
    var digest = Digest.none

    /// The rows of the list.
    var shown: [Z07Mail] { showsOnlyUnread ? mails.filter(\.isUnread) : mails }
  }

  enum Input: Equatable, Sendable {
    case refreshPulled
    case unreadTapped
    case digestTapped
    case digestClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Z07Mail])
    case notLoaded
    case minutePassed
    case digestWritten(String)
    case digestFailed
  }

  private enum CancelID { case load, poll, digest }

  @Dependency(\.z07Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> {
    .merge(
      fetch(state.account),
      .run("poll") { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
      .cancellable(id: CancelID.poll, cancelInFlight: true)
    )
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled), .feedback(.minutePassed):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return fetch(state.account)

    case .input(.unreadTapped):
      state.showsOnlyUnread.toggle()
      return .none

    case .input(.digestTapped):
      guard state.digest != .writing else { return .none }
      state.digest = .writing
      return .run("digest", of: state.account) { [account = state.account] send in
        await send(.digestWritten(try await client.digest(account)))
      } catch: { _, send in
        await send(.digestFailed)
      }
      .cancellable(id: CancelID.digest, cancelInFlight: true)

    case .input(.digestClosed):
      state.digest = .none
      return .cancel(id: CancelID.digest)

    case .feedback(.loaded(let mails)):
      state.isLoading = false
      state.mails = mails
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.digestWritten(let text)):
      state.digest = .written(text)
      return .none

    case .feedback(.digestFailed):
      state.digest = .failed
      return .none
    }
  }

  private func fetch(_ account: String) -> Effect<Feedback, Never> {
    .run("mails", of: account) { send in
      await send(.loaded(try await client.mails(account)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Z07Mail: Equatable, Identifiable, Sendable {
  let id: Int
  var subject: String
  var isUnread: Bool
}

struct Z07Client: TestDependencyKey, Sendable {
  var mails: @Sendable (_ account: String) async throws -> [Z07Mail]
  var digest: @Sendable (_ account: String) async throws -> String

  static let testValue = Z07Client(
    mails: unimplemented("Z07Client.mails"),
    digest: unimplemented("Z07Client.digest")
  )
}

extension DependencyValues {
  var z07Client: Z07Client {
    get { self[Z07Client.self] }
    set { self[Z07Client.self] = newValue }
  }
}

struct Z07Offline: Error {}

struct Z07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z07Accounts.State) -> [Z07Accounts.Input] in
        var inputs: [Z07Accounts.Input] = []
        for account in ["work", "home"] where account != state.inbox?.account { inputs.append(.accountTapped(account)) }
        guard let inbox = state.inbox else { return inputs }
        inputs.append(.signOutTapped)
        inputs.append(.inbox(.unreadTapped))
        if !inbox.isLoading { inputs.append(.inbox(.refreshPulled)) }
        switch inbox.digest {
        case .none, .failed: inputs.append(.inbox(.digestTapped))
        case .writing, .written: inputs.append(.inbox(.digestClosed))
        }
        return inputs
      }
    ) { () -> TestStore<Z07Accounts> in
      let store = TestStore(initialState: Z07Accounts.State()) { Z07Accounts() }
      store.gate("mails", at: \.z07Client.mails) { account in
        [.success([Z07Mail(id: 1, subject: "News from \(account)", isUnread: true)]), .failure(Z07Offline())]
      }
      store.gate("digest", at: \.z07Client.digest) { account in
        [.success("What is new at \(account)"), .failure(Z07Offline())]
      }
      return store
    }
  }
}
