import StoreCore
import StoreTesting
import Testing

@testable import LoginApp

/// Tests with a missing or a wrong assertion, which fail at once and at their own lines.
///
/// Your package doesn't need such a suite. It shows what the other suites detect, in a package like yours.
@Suite("Mistakes")
struct MistakeTests {
  @Test func `A change that is not asserted`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore()
      await store.send(.codeChanged("1"))
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
  }

  @Test func `A change that is asserted wrongly`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore()
      await store.send(.codeChanged("1")) { $0.code = "2" }
    }
    #expect(failures.map(\.kind) == [.unexpectedState])
  }

  @Test func `A server that the test does not provide`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore(.complete)
      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.receive(.signInFailed(.offline)) {
        $0.isSubmitting = false
        $0.problem = .offline
      }
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency])
    #expect(failures.first?.headline.contains("LoginClient.signIn") == true)
  }

  @Test func `A feedback and an output that are not received`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore(.complete) { $0.loginClient.signIn = { Session(email: $0.email) } }
      await store.send(.submitTapped) { $0.isSubmitting = true }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledFeedback])
  }

  @Test func `An effect that is not named, where the test is strict`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore(.addressed) { $0.loginClient.sendCode = { _ in } }
      store.exhaustivity = .strict
      await store.send(.codeRequested) { $0.secondsUntilResend = Login.resendInterval }
      await store.receiveEffect("countdown")
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unhandledEffect])
  }

  @Test func `A feedback that can't come before time passes, which is found out without waiting`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore(.addressed) { $0.loginClient.sendCode = { _ in } }
      await store.send(.codeRequested) { $0.secondsUntilResend = Login.resendInterval }
      await store.receive(.secondPassed)
      await store.cancelInFlightEffects()
    }
    #expect(failures.map(\.kind) == [.missingFeedback])
  }

  @Test func `A countdown that is left running`() async {
    let failures = await recordingFailures {
      let store = LoginTests.makeStore(.addressed) { $0.loginClient.sendCode = { _ in } }
      await store.send(.codeRequested) { $0.secondsUntilResend = Login.resendInterval }
      await store.receiveEffect("send code")
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.headline.contains("countdown") == true)
  }
}
