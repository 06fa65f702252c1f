import TestSupport
import Testing

@testable import StoreTesting

/// The runs of a test that the same process repeats. Only the names and numbers of tasks tell them apart.
@Suite(.accelerated) struct RunRegistryTests {
  /// Returns the run that the task of a repetition finds. It has a name as Swift Testing gives it.
  private func runOfRepetition() async -> TestRun {
    await Task(name: "[Swift Testing] repetition") { TestRun.current }.value
  }

  @Test func `each repetition of a test has its own run, which its other tasks find`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    var runs: [TestRun] = []
    // The next task often has the address of the last one.
    for _ in 0..<100 {
      runs.append(await runOfRepetition())
      let ofOther = await Task { TestRun.current }.value
      #expect(ofOther === runs.last)
    }
    #expect(Set(runs.map { ObjectIdentifier($0) }).count == 100)
  }

  @Test func `a task that asks before the test's own task has the same run, and the next repetition another`() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let early = await Task { TestRun.current }.value
    let first = await runOfRepetition()
    let second = await runOfRepetition()
    #expect(early === first)
    #expect(first !== second)
  }
}
