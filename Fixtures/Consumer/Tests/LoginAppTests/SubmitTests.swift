import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import LoginApp

extension LoginTests {
  /// Tests of submitting the form.
  @Suite("Submitting")
  struct SubmitTests {
    @Test func `A right code signs in, and tells the app`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { Session(email: $0.email) }
      }

      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.receiveEffect("sign in", of: Credentials.kim)
      await store.receive(.signedIn(.kim)) {
        $0.isSubmitting = false
        $0.code = ""
      }
      await store.receiveOutput(.signedIn(.kim))
    }

    @Test func `A wrong code is shown`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { _ in throw LoginProblem.wrongCode }
      }

      await failToSignIn(store, because: .wrongCode)
    }

    @Test func `An error that the server does not explain counts as being offline`() async {
      struct ConnectionLost: Error {}
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { _ in throw ConnectionLost() }
      }

      await failToSignIn(store, because: .offline)
    }

    @Test func `An attempt that follows another too soon waits for its turn`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { _ in throw LoginProblem.offline }
      }
      await failToSignIn(store, because: .offline)
      await store.clock.advance(by: .milliseconds(400))

      await store.send(.submitTapped) {
        $0.isSubmitting = true
        $0.problem = nil
      }
      // This strict test would fail here if the attempt had already started.
      await store.clock.advance(by: .milliseconds(599))

      await store.clock.advance(by: .milliseconds(1))
      await store.receiveEffect("sign in", of: Credentials.kim)
      await store.receive(.signInFailed(.offline)) {
        $0.isSubmitting = false
        $0.problem = .offline
      }
    }

    @Test func `An attempt that follows another late enough starts at once`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { _ in throw LoginProblem.offline }
      }
      await failToSignIn(store, because: .offline)
      await store.clock.advance(by: Login.submitInterval)

      await failToSignIn(store, because: .offline)
    }

    @Test func `A form that is being submitted is not submitted once more`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = answerAfterTwoSeconds
      }

      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.receiveEffect("sign in", of: Credentials.kim)
      await store.send(.submitTapped)

      await store.clock.advance(by: .seconds(2))
      await store.receive(.signedIn(.kim)) {
        $0.isSubmitting = false
        $0.code = ""
      }
      await store.receiveOutput(.signedIn(.kim))
    }

    @Test(arguments: [
      Login.Input.codeChanged("654321"), .emailChanged("lee@example.com"),
    ])
    func `Typing ends an attempt that is under way`(_ input: Login.Input) async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = answerAfterTwoSeconds
      }
      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.receiveEffect("sign in", of: Credentials.kim)

      await store.send(input) {
        $0.type(input)
        $0.isSubmitting = false
      }
      #expect(store.inFlightEffects.isEmpty)
      await store.clock.advance(by: .seconds(2))
    }

    @Test func `Typing ends an attempt that waits for its turn, and the next one is made with what was typed`() async {
      let store = makeStore(.complete) {
        $0.loginClient.signIn = { credentials in
          guard credentials.code == "654321" else { throw LoginProblem.wrongCode }
          return Session(email: credentials.email)
        }
      }
      await failToSignIn(store, because: .wrongCode)
      await store.send(.submitTapped) {
        $0.isSubmitting = true
        $0.problem = nil
      }

      await store.send(.codeChanged("654321")) {
        $0.code = "654321"
        $0.isSubmitting = false
      }
      await store.send(.submitTapped) { $0.isSubmitting = true }

      await store.clock.advance(by: Login.submitInterval)
      await store.receiveEffect("sign in", of: Credentials(email: "kim@example.com", code: "654321"))
      await store.receive(.signedIn(.kim)) {
        $0.isSubmitting = false
        $0.code = ""
      }
      await store.receiveOutput(.signedIn(.kim))
    }

    /// Submits a complete form, and asserts the resulting problem.
    private func failToSignIn(_ store: TestStore<Login>, because problem: LoginProblem) async {
      await store.send(.submitTapped) {
        $0.isSubmitting = true
        $0.problem = nil
      }
      await store.receiveEffect("sign in", of: Credentials.kim)
      await store.receive(.signInFailed(problem)) {
        $0.isSubmitting = false
        $0.problem = problem
      }
    }

    /// Answers after two seconds on the clock of the test.
    @Sendable
    private func answerAfterTwoSeconds(_ credentials: Credentials) async throws -> Session {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(2))
      return Session(email: credentials.email)
    }
  }
}

extension Login.State {
  /// Fills in the typed text.
  fileprivate mutating func type(_ input: Login.Input) {
    switch input {
    case .emailChanged(let email): self.email = email
    case .codeChanged(let code): self.code = code
    case .codeRequested, .submitTapped: break
    }
  }
}
