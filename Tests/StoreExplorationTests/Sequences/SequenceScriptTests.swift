import StoreTesting
import Testing

@testable import StoreExploration

@Suite struct SequenceScriptTests {
  /// A call whose source can't be read.
  private struct UnseenCall: NamedCall {
    let name = "order"
    let methodName = "order"
    let source: String? = nil
  }

  @Test func `a call whose source is unknown is left to the reader, by its name`() {
    var script = SequenceScript()
    script.send(UnseenCall())
    #expect(
      script.test(isExhaustive: false) == [
        "@Test func failingSequence() async throws {",
        "  let store = makeStore()",
        "  store.exhaustivity = .off",
        #"  await store.call("order") { _ in }  // Call here what the command calls."#,
        "}",
      ]
    )
  }
}
