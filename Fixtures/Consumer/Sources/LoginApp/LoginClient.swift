import StoreDependencies

/// What the form needs of the server.
struct LoginClient: Sendable {
  /// Sends a code to an address.
  var sendCode: @Sendable (_ email: String) async throws -> Void

  /// Exchanges an address and its code for a session.
  var signIn: @Sendable (_ credentials: Credentials) async throws -> Session
}

/// The credentials of a user.
struct Credentials: Hashable, Sendable {
  /// The address.
  var email: String

  /// The code that was sent to it.
  var code: String
}

/// The session of a signed-in user.
struct Session: Equatable, Sendable {
  /// The address of the user.
  var email: String
}

/// A problem with an attempt to sign in.
enum LoginProblem: Error, Equatable {
  /// The address can't be one.
  case invalidEmail

  /// The code can't be one.
  case invalidCode

  /// The code is not the one that was sent.
  case wrongCode

  /// The server can't be reached.
  case offline

  /// Tells what is wrong from whatever the client throws.
  init(_ error: any Error) {
    self = error as? LoginProblem ?? .offline
  }
}

extension LoginClient: DependencyKey {
  /// The server; here a pretended one, which sends everybody the same code.
  static let liveValue = LoginClient(
    sendCode: { _ in },
    signIn: { credentials in
      guard credentials.code == "123456" else { throw LoginProblem.wrongCode }
      return Session(email: credentials.email)
    }
  )

  /// Endpoints that fail the test that reaches them, unless it provides its own.
  static let testValue = LoginClient(
    sendCode: unimplemented("LoginClient.sendCode"),
    signIn: unimplemented("LoginClient.signIn")
  )
}

extension DependencyValues {
  /// The server.
  var loginClient: LoginClient {
    get { self[LoginClient.self] }
    set { self[LoginClient.self] = newValue }
  }
}
