import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import LoginApp

extension LoginTests {
  /// Tests of requests for a code.
  @Suite("Asking for a code")
  struct ResendTests {
    @Test func `A code is sent, and another can be asked for after the countdown`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in }
      }
      await requestCode(store)

      for seconds in (1..<Login.resendInterval).reversed() {
        await store.clock.advance(by: .seconds(1))
        await store.receive(.secondPassed) { $0.secondsUntilResend = seconds }
      }
      await store.clock.advance(by: .seconds(1))
      await store.receive(.secondPassed) { $0.secondsUntilResend = nil }
      #expect(store.inFlightEffects.isEmpty)
    }

    @Test func `Another code restarts the countdown`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in }
      }
      await requestCode(store)
      await store.clock.advance(by: .seconds(Login.resendInterval))
      // The test above asserts each second, so this one skips them.
      await store.skipReceived()

      await requestCode(store)
      await store.clock.advance(by: .seconds(1))
      await store.receive(.secondPassed) { $0.secondsUntilResend = Login.resendInterval - 1 }
      await store.cancelInFlightEffects()
    }

    @Test func `No other code can be asked for during the countdown`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in }
      }
      await requestCode(store)

      await store.send(.codeRequested)
      await store.clock.advance(by: .seconds(1))
      await store.receive(.secondPassed) { $0.secondsUntilResend = Login.resendInterval - 1 }
      await store.send(.codeRequested)
      await store.cancelInFlightEffects()
    }

    @Test func `A code that can't be sent is shown, and can be asked for again at once`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in throw LoginProblem.offline }
      }

      for _ in 1...2 {
        await requestCode(store)
        await store.receive(.codeNotSent(.offline)) {
          $0.problem = .offline
          $0.secondsUntilResend = nil
        }
        #expect(store.inFlightEffects.isEmpty)
      }
    }

    @Test func `Another address ends the countdown, and gets a code of its own at once`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in }
      }
      await requestCode(store)
      await store.clock.advance(by: .milliseconds(500))

      await store.send(.emailChanged("lee@example.com")) {
        $0.email = "lee@example.com"
        $0.secondsUntilResend = nil
      }
      await requestCode(store)

      // The new countdown counts from its own start, and the old one is cancelled.
      await store.clock.advance(by: .milliseconds(999))
      await store.clock.advance(by: .milliseconds(1))
      await store.receive(.secondPassed) { $0.secondsUntilResend = Login.resendInterval - 1 }
      await store.cancelInFlightEffects()
    }

    @Test func `Another address ends the sending of a code`() async {
      let store = makeStore(.addressed) {
        $0.loginClient.sendCode = { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .milliseconds(300))
          throw LoginProblem.offline
        }
      }
      await requestCode(store)

      await store.send(.emailChanged("")) {
        $0.email = ""
        $0.secondsUntilResend = nil
      }
      // The store drops the failure of the cancelled effect.
      await store.clock.advance(by: .milliseconds(300))
    }

    @Test func `The countdown can be left to run while the form is submitted`() async {
      let store = makeStore(.complete) {
        $0.loginClient.sendCode = { _ in }
        $0.loginClient.signIn = { Session(email: $0.email) }
      }
      await requestCode(store)

      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.receiveEffect("sign in", of: Credentials.kim)
      await store.receive(.signedIn(.kim)) {
        $0.isSubmitting = false
        $0.code = ""
      }
      await store.receiveOutput(.signedIn(.kim))
      #expect(store.inFlightEffects.map(\.name) == ["countdown"])
      await store.cancelInFlightEffects()
    }

    /// Requests a code, and asserts the effects that send it and count down.
    private func requestCode(_ store: TestStore<Login>) async {
      let email = store.state.email
      await store.send(.codeRequested) {
        $0.problem = nil
        $0.secondsUntilResend = Login.resendInterval
      }
      await store.receiveEffect("send code", of: email)
      await store.receiveEffect("countdown")
    }
  }
}
