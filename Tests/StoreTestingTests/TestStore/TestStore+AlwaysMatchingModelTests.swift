import StoreTesting
import TestSupport
import Testing

@Suite struct TestStoreAlwaysMatchingModelTests {
  /// Adds numbers, while a sum does the same.
  private func add(_ numbers: [Int], to sum: Int = 0) async -> [TestFailure] {
    await recordingFailures {
      let store = TestStore(initialState: Adder.State()) { Adder() }
      store.exhaustivity = .off
      store.always("it adds", matchesModel: sum) { sum, message in
        if case .input(let number) = message { sum += number }
      } matches: { state, sum in
        state.sum == sum
      }
      for number in numbers { await store.send(number) }
    }
  }

  @Test func `a feature that behaves like its model passes`() async {
    #expect(await add([1, 2]).isEmpty)
  }

  @Test func `a feature that differs from its model fails once`() async {
    let failures = await add([1, 2, 3, 4])
    #expect(failures.kinds == [.brokenInvariant])
    #expect(failures.first?.headline == #""it adds" does not hold after 3."#)
  }

  @Test func `a model that differs from the start fails at once`() async {
    let failures = await add([1], to: 5)
    #expect(failures.map(\.headline) == [#""it adds" does not hold in the current state."#])
  }
}
