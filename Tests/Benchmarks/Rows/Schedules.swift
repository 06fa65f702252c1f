import StoreCore
import StoreExploration
import StoreTesting

extension Benchmark {
  /// The cost of a schedule of an exploration, with its store.
  static let schedules = [
    Benchmark("explore: one of 945 schedules, of five questions", against: nil, reach: .microseconds(200)) { count in
      await time(of: count) {
        let report = try? await explore {
          let gate = Gate<Int, Int, Never>("ask") { question in [.success(question)] }
          let store = TestStore(initialState: 0) { Questions(gate: gate) }
          store.exhaustivity = .off
          for question in 1...5 { await store.send(question) }
          await store.finish()
        }
        return report?.scheduleCount ?? 0
      }
    }
  ]
}

/// A feature that asks questions, and adds up the answers.
private struct Questions: Reducer {
  typealias State = Int
  typealias Input = Int
  typealias Feedback = Int

  /// The gate that answers questions.
  let gate: Gate<Int, Int, Never>

  func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input(let question):
      return .run("ask") { [gate] send in await send(await gate(question)) }
    case .feedback(let answer):
      state += answer
      return .none
    }
  }
}
