import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@Suite struct AlwaysMatchingModelSequenceTests {
  @Test func `a random sequence finds a difference between a feature and its model`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = TestStore(initialState: Adder.State()) {
          Adder()
        }
        store.always("it adds", matchesModel: 0) { sum, message in
          if case .input(let number) = message { sum += number }
        } matches: { state, sum in
          state.sum == sum
        }
        return store
      } commands: {
        Command.send { $0.int(in: 0...9) }
      }
    }
    #expect(failures.count == 1)
    let lines = failures.first?.details.split(separator: "\n").map { $0.drop { $0 == " " } } ?? []
    #expect(
      lines.filter { $0.contains("store.send") } == [
        "await store.send(0)", "await store.send(0)", "await store.send(1)",
      ]
    )
  }
}
