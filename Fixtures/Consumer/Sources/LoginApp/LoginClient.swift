import StoreDependencies

/// A client of the server.
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

  /// The code that the server sent to the address.
  var code: String
}

/// The session of a signed-in user.
struct Session: Equatable, Sendable {
  /// The address of the user.
  var email: String
}

/// A problem with an attempt to sign in.
enum LoginProblem: Error, Equatable {
  /// The text is not an address.
  case invalidEmail

  /// The text is not a code.
  case invalidCode

  /// The server did not send this code.
  case wrongCode

  /// The server can't be reached.
  case offline

  /// Creates the problem for an error of the client.
  init(_ error: any Error) {
    self = error as? LoginProblem ?? .offline
  }
}

extension LoginClient: DependencyKey {
  /// A simulated server, which sends every user the same code.
  static let liveValue = LoginClient(
    sendCode: { _ in },
    signIn: { credentials in
      guard credentials.code == "123456" else { throw LoginProblem.wrongCode }
      return Session(email: credentials.email)
    }
  )

  /// Endpoints that fail a test that calls them without an override.
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
