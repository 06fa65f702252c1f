import StoreExploration
import StoreTesting
import Testing

/// Tests of correct features in every style, in which an audit must find nothing.
@Suite("The determinism audit of the samples", .determinismAudit(runs: 4))
struct SampleAuditTests {
  @Test("Counter is deterministic") func counter() async {
    await CounterTests().randomNumber()
    await CounterTests().countingMeanwhile()
    await CounterTests().failureAndRetry()
  }

  @Test("Numbers is deterministic") func numbers() async {
    await NumbersSuites.NumbersTests().download()
    await NumbersSuites.NumbersReloadTests().reload()
    await NumbersSuites.NumbersReloadTests().failedReload()
  }

  @Test("PhoneDialer is deterministic") func phoneDialer() async {
    await PhoneDialerTests().wholeStory()
    await PhoneDialerTests().reappearanceWhileLoading()
    await PhoneDialerTests().failureAndRetry()
  }

  @Test("Search is deterministic") func search() async {
    await SearchSuites.SearchTypingTests().supersession()
    await SearchSuites.SearchTypingTests().keystrokeAtTheDeadline()
    await SearchFeatureTests().debounce()
  }

  @Test("Containers without a reducer are deterministic") func containers() async {
    await MavericksLoaderTests().reload()
    await OrbitLoaderTests().failure()
    await OrbitLoaderTests().cancel()
  }

  @Test("Effects as objects, and derived from state, are deterministic") func styles() async throws {
    await ObjectLoaderTests().retry()
    await WorkflowLoaderTests().work()
    await WorkflowLoaderTests().start()
  }
}
