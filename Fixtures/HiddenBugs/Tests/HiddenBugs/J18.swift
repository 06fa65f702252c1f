import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The accounts of the messenger: log-in, switch and log-out. The profile is a child that leaves with its account.
struct J18Accounts: Reducer {
  struct State: Equatable {
    var profile: J18Profile.State?
    /// The account that is being logged in.
    var loggingIn: String?
    var notice: J18Notice?
  }

  enum Input: Equatable, Sendable {
    case accountTapped(String)
    case cancelTapped
    case logOutTapped
    case noticeDismissed
    case profile(J18Profile.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loggedIn(String)
    case logInFailed
    case profile(ChildFeedback<J18Profile>)
  }

  private enum CancelID { case logIn }

  @Dependency(\.j18Client) private var client

  private let profile = Scope<J18Accounts, J18Profile>(ifLet: \.profile, feedback: Feedback.profile) { J18Profile() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountTapped(let account)):
      guard account != state.profile?.id, account != state.loggingIn else { return .none }
      state.loggingIn = account
      state.notice = nil
      return .run("logIn", of: account) { send in
        try await client.logIn(account)
        await send(.loggedIn(account))
      } catch: { _, send in
        await send(.logInFailed)
      }
      .cancellable(id: CancelID.logIn, cancelInFlight: true)

    case .input(.cancelTapped):
      state.loggingIn = nil
      return .cancel(id: CancelID.logIn)

    case .input(.logOutTapped):
      state = State()
      return .cancel(id: CancelID.logIn)

    case .input(.noticeDismissed):
      state.notice = nil
      return .none

    case .input(.profile(let input)):
      return profile.reduce(.input(input), into: &state)

    case .feedback(.loggedIn(let account)):
      state.loggingIn = nil
      state.notice = nil
      state.profile = J18Profile.State(id: account)
      return profile.reduce(.input(.reloadTapped), into: &state)

    case .feedback(.logInFailed):
      // The account that was there before stays.
      state.loggingIn = nil
      state.notice = .wrongPassword
      return .none

    case .feedback(.profile(.feedback(let feedback))):
      return profile.reduce(.feedback(feedback), into: &state)

    case .feedback(.profile(.output(.sessionExpired))):
      // Another account may be on its way in already.
      state.profile = nil
      state.notice = .sessionExpired
      return .none
    }
  }
}

enum J18Notice: Equatable, Sendable { case wrongPassword, sessionExpired }

/// The profile of one account.
struct J18Profile: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var about: String?
    var isLoading = false
    var hasFailed = false
    var isUploading = false
    var picture: String?
    var pictureFailed = false
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case pictureChosen(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed(J18Problem)
    case uploaded(String)
    case uploadFailed(J18Problem)
  }

  enum Output: Equatable, Sendable { case sessionExpired }

  @Dependency(\.j18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("about", of: state.id) { [id = state.id] send in
        await send(.loaded(try await client.about(id)))
      } catch: { error, send in
        await send(.loadFailed(error as? J18Problem ?? .offline))
      }

    case .input(.pictureChosen(let picture)):
      guard !state.isUploading else { return .none }
      state.isUploading = true
      state.pictureFailed = false
      return .run("upload", of: picture) { [id = state.id] send in
        try await client.upload(id, picture)
        await send(.uploaded(picture))
      } catch: { error, send in
        await send(.uploadFailed(error as? J18Problem ?? .offline))
      }

    case .feedback(.loaded(let about)):
      state.isLoading = false
      state.about = about
      return .none

    case .feedback(.uploaded(let picture)):
      state.isUploading = false
      state.picture = picture
      return .none

    case .feedback(.loadFailed(.expired)), .feedback(.uploadFailed(.expired)):
      state.isLoading = false
      state.isUploading = false
      return .output(.sessionExpired)

    case .feedback(.loadFailed(.offline)):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.uploadFailed(.offline)):
      state.isUploading = false
      state.pictureFailed = true
      return .none
    }
  }
}

enum J18Problem: Error, Equatable { case offline, expired }

struct J18Client: TestDependencyKey, Sendable {
  var logIn: @Sendable (_ account: String) async throws -> Void
  var about: @Sendable (_ account: String) async throws -> String
  var upload: @Sendable (_ account: String, _ picture: String) async throws -> Void

  static let testValue = J18Client(
    logIn: unimplemented("J18Client.logIn"),
    about: unimplemented("J18Client.about"),
    upload: unimplemented("J18Client.upload")
  )
}

extension DependencyValues {
  var j18Client: J18Client {
    get { self[J18Client.self] }
    set { self[J18Client.self] = newValue }
  }
}

struct J18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J18Accounts.State) -> [J18Accounts.Input] in
        if state.notice != nil { return [.noticeDismissed] }
        var inputs = ["Ada", "Ben"].filter { $0 != state.profile?.id && $0 != state.loggingIn }
          .map { J18Accounts.Input.accountTapped($0) }
        if state.loggingIn != nil { inputs.append(.cancelTapped) }
        guard let profile = state.profile else { return inputs }
        inputs.append(.logOutTapped)
        if !profile.isLoading { inputs.append(.profile(.reloadTapped)) }
        if !profile.isUploading { inputs.append(.profile(.pictureChosen("Sunset"))) }
        return inputs
      }
    ) { () -> TestStore<J18Accounts> in
      let store = TestStore(initialState: J18Accounts.State()) { J18Accounts() }
      store.gate("logIn", at: \.j18Client.logIn) { _ in [.success(()), .failure(J18Problem.offline)] }
      store.gate("about", at: \.j18Client.about) { account in
        [.success("I am \(account)"), .failure(J18Problem.offline), .failure(J18Problem.expired)]
      }
      store.gate("upload", at: \.j18Client.upload) { _ in [.success(()), .failure(J18Problem.offline)] }
      return store
    }
  }
}
