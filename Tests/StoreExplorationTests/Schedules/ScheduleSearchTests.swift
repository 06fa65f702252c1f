import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

@testable import StoreTestingTests

@Suite struct ScheduleSearchTests {
  /// A failure at another step of the test is the same one if the same invariant is broken.
  @Test(arguments: [UInt64(3)])
  func `a failure of a random schedule is shown without irrelevant choices`(_ seed: UInt64) async throws {
    let failures = try await recordingFailures {
      try await explore(budget: 130, seed: seed) {
        let store = TestStore(initialState: []) { SixQuestions() }
        store.exhaustivity = .off
        store.gate("ask", at: \.raceClient.ask) { [.success($0)] }
        store.always("the last question is not answered first, nor the first one last") {
          $0.count < 6 || $0.first != 6 || $0.last != 1
        }
        await store.send(.start)
        await store.finish()
      }
    }
    #expect(failures.kinds == [.failedSchedule])
    let details = failures.first?.details ?? ""
    #expect(details.contains("The order differs from the default one in 5 places."))
    #expect(!details.contains("the test continues"))
  }
}

/// Asks six questions at once, and notes the answers.
private struct SixQuestions: Reducer {
  enum Input: Equatable { case start }

  @Dependency(\.raceClient) var client

  func reduce(message: Message<Input, Int>, into state: inout [Int]) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .merge(
        (1...6).map { (number: Int) in .run("ask", of: number) { send in await send(try await client.ask(number)) } }
      )
    case .feedback(let answer):
      state.append(answer)
      return .none
    }
  }
}
