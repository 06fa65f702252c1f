import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import LoginApp

/// What the form does, to the last effect.
///
/// `.exhaustive(.strict)` starts every store at its strictest, where each change of the state, each feedback, each
/// output and each effect must be asserted, and ends every store when its test is over.
@Suite("Login", .exhaustive(.strict))
struct LoginTests {
  /// A store of a form that is filled in as far as a test needs it.
  ///
  /// - Parameters:
  ///   - state: What the form remembers.
  ///   - updateDependencies: Provides what the test lets the form reach. All else fails the test that reaches it.
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
  /// What a complete form holds.
  static let kim = Self(email: "kim@example.com", code: "123456")
}

extension Session {
  /// What a complete form leads to.
  static let kim = Self(email: "kim@example.com")
}
