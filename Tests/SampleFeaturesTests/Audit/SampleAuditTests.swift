import StoreExploration
import StoreTesting
import Testing

/// Tests of correct features in every style, in which an audit must find nothing.
@Suite("The determinism audit of the samples", .determinismAudit(runs: 4))
struct SampleAuditTests {
  @Test func `Counter is deterministic`() async {
    await CounterTests().`The counter requests a random number, and shows the answer`()
    await CounterTests().`Counting continues while a number is drawn, and the number replaces the count`()
    await CounterTests().`A failure keeps the count and shows its reason, and the next request can succeed`()
  }

  @Test func `Numbers is deterministic`() async {
    await NumbersSuites.NumbersTests().`Appearing downloads numbers, and emits an output once they are in the state`()
    await NumbersSuites.NumbersReloadTests().`Reloading shows the old numbers until the new ones arrive`()
    await NumbersSuites.NumbersReloadTests().`A failed reload keeps the old numbers and shows the reason`()
  }

  @Test func `PhoneDialer is deterministic`() async {
    await PhoneDialerTests().`The dialer greets by name, echoes the number, and dials it`()
    await PhoneDialerTests().`Appearing again while the name is loading does not load it twice`()
    await PhoneDialerTests().`The next appearance after a failure loads the name again`()
  }

  @Test func `Search is deterministic`() async {
    await SearchSuites.SearchTypingTests().`Keystrokes within 300 milliseconds start one search, for the last query`()
    await SearchSuites.SearchTypingTests().`A keystroke at the end of the wait cancels the search that has just begun`()
    await SearchFeatureTests().`A search starts 300 milliseconds after the last keystroke, and no earlier`()
  }

  @Test func `Containers without a reducer are deterministic`() async {
    await MavericksLoaderTests().`A reload shows the last numbers, and cancelling restores them`()
    await OrbitLoaderTests().`A download that fails is tried again after a second, and given up after the third time`()
    await OrbitLoaderTests().`The caller of an intent cancels it, in an attempt or in a pause, and sees it clean up`()
  }

  @Test func `Effects as objects, and derived from state, are deterministic`() async throws {
    await ObjectLoaderTests().`Each effect object is asserted, with its payload`()
    await WorkflowLoaderTests().`The state starts, keeps and ends effects`()
    await WorkflowLoaderTests().`The initial state starts its effect at once, and the third failure is the last`()
  }
}
