import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import LoginApp

/// Exhaustive tests of the form, including its effects.
///
/// With `.exhaustive(.strict)`, a test must assert each change of the state, each feedback, each output and each effect
/// of its stores. The trait also finishes every store at the end of its test.
@Suite("Login", .exhaustive(.strict))
struct LoginTests {
  /// Returns a store of a form, filled in as a test needs.
  ///
  /// - Parameters:
  ///   - state: The initial state of the form.
  ///   - updateDependencies: Sets the dependencies of the form. A call to any other dependency fails the test.
  static func makeStore(
    _ state: Login.State = Login.State(),
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStore<Login> {
    TestStore(initialState: state, reducer: { Login() }, withDependencies: updateDependencies)
  }
}

extension Login.State {
  /// A form with an address.
  static let addressed = Self(email: "kim@example.com")

  /// A form that can be submitted.
  static let complete = Self(email: "kim@example.com", code: "123456")
}

extension Credentials {
  /// The credentials of the complete form.
  static let kim = Self(email: "kim@example.com", code: "123456")
}

extension Session {
  /// The session of the complete form.
  static let kim = Self(email: "kim@example.com")
}
