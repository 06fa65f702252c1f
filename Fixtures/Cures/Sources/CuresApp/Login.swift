import StoreCore
import StoreDependencies

/// A form to sign in.
struct Login: Reducer {
  struct State: Equatable {
    var email = ""
    var password = ""
    var attempt = Attempt.none
  }

  enum Attempt: Equatable {
    case none
    case running
    case failed(LoginError)
  }

  enum Input: Equatable {
    case emailChanged(String)
    case passwordChanged(String)
    case submitTapped
    case cancelTapped
  }

  enum Feedback: Equatable {
    case answered(Result<Account, LoginError>)
  }

  enum Output: Equatable {
    case signedIn(Account)
  }

  enum CancelID { case attempt }

  @Dependency(\.loginClient) var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.emailChanged(let email)):
      state.email = email
      state.attempt = .none
      return .cancel(id: CancelID.attempt)

    case .input(.passwordChanged(let password)):
      state.password = password
      return .none

    case .input(.submitTapped):
      guard !state.email.isEmpty, state.attempt != .running else { return .none }
      state.attempt = .running
      let (email, password) = (state.email, state.password)
      return .run("sign in", of: email) { send in
        await send(
          .answered(await Result(catching: { try await client.signIn(email, password) }).mapError(LoginError.init))
        )
      }
      .cancellable(id: CancelID.attempt)

    case .input(.cancelTapped):
      state.attempt = .none
      return .cancel(id: CancelID.attempt)

    case .feedback(.answered(.success(let account))):
      state.attempt = .none
      state.password = ""
      return .output(.signedIn(account))

    case .feedback(.answered(.failure(let error))):
      state.attempt = .failed(error)
      return .none
    }
  }
}

struct Account: Equatable, Sendable {
  var id: Int
  var name: String
}

enum LoginError: Error, Equatable {
  case wrongPassword
  case offline

  init(_ error: any Error) { self = error as? LoginError ?? .offline }
}

extension Result where Failure == any Error {
  init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

struct LoginClient: Sendable {
  var signIn: @Sendable (_ email: String, _ password: String) async throws -> Account
}

extension LoginClient: TestDependencyKey {
  static let testValue = LoginClient(signIn: unimplemented("LoginClient.signIn"))
}

extension DependencyValues {
  var loginClient: LoginClient {
    get { self[LoginClient.self] }
    set { self[LoginClient.self] = newValue }
  }
}
