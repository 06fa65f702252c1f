import StoreTesting
import Testing

@testable import LoginApp

extension LoginTests {
  /// Tests of the form's own validation. They don't provide a client, so a call to it would fail them.
  @Suite("Validation")
  struct ValidationTests {
    @Test(arguments: [
      "kim@example.com", "k@e.c", "kim.lee+news@mail.example.com",
    ])
    func `An address has something on both sides of one @, and a domain with a dot`(_ email: String) {
      #expect(Login.State(email: email).emailProblem == nil)
    }

    @Test(arguments: [
      "", "kim", "@example.com", "kim@", "kim@example", "kim@example.", "kim@lee@example.com",
    ])
    func `Anything else is no address`(_ email: String) {
      #expect(Login.State(email: email).emailProblem == .invalidEmail)
    }

    @Test(arguments: [("000000", true), ("12345", false), ("1234567", false), ("12345x", false)])
    func `A code has six digits`(_ code: String, isValid: Bool) {
      #expect(Login.State(code: code).codeProblem == (isValid ? nil : .invalidCode))
    }

    @Test func `Typing fills the fields in, and takes the problem away`() async {
      let store = makeStore(Login.State(problem: .invalidEmail))

      await store.send(.emailChanged("kim@example.com")) {
        $0.email = "kim@example.com"
        $0.problem = nil
      }
      await store.send(.codeChanged("123456")) { $0.code = "123456" }
    }

    @Test func `A form with a wrong address is not submitted`() async {
      let store = makeStore(Login.State(email: "kim", code: "1"))

      await store.send(.submitTapped) { $0.problem = .invalidEmail }
    }

    @Test func `A form with a right address and a wrong code is not submitted`() async {
      let store = makeStore(.addressed)

      await store.send(.submitTapped) { $0.problem = .invalidCode }
    }

    @Test func `No code is sent to a wrong address`() async {
      let store = makeStore()

      await store.send(.codeRequested) { $0.problem = .invalidEmail }
    }
  }
}
