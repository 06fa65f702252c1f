import StoreCore
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

/// Keeps the last number that it was sent, and has effects from its start.
private struct Opening: Reducer {
  let effects: @Sendable () -> Effect<Int, Never>

  func start(from state: Int) -> Effect<Int, Never> { effects() }

  func reduce(message: Message<Int, Int>, into state: inout Int) -> Effect<Int, Never> {
    switch message {
    case .input(let number), .feedback(let number): state = number
    }
    return .none
  }
}

/// The beginning and the end of each run of a sequence.
@Suite struct SequenceRunTests {
  @Test func `effects of the start run before the first step`() async {
    let report = await checkSequences(runs: 2, steps: 3) {
      TestStore(initialState: 0) { Opening { .run("greet") { send in await send(1) } } }
    } commands: {
      Command.send(2, when: { $0 > 0 })
    }
    #expect(report.steps == 6)
  }

  @Test func `calls that ignore their cancellation get their default answers at the end, the oldest first`() async {
    let answers = Recorder<String>()
    let report = await checkSequences(runs: 1, steps: 1) {
      let ask = Gate<Int, String, Never>("ask", whenCancelled: .ignoresCancellation) { number in
        [.success("yes, \(number)"), .success("no, \(number)")]
      }
      return TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in
          .merge(
            .run("first") { _ in answers.record(await ask(1)) },
            .run("second") { _ in answers.record(await ask(2)) }
          )
        }
      }
    } commands: {
      Command.send(1)
    }
    #expect(report.hasPassed)
    #expect(answers.values == ["yes, 1", "yes, 2"])
  }

  @Test func `a failure at the end of a run without steps is ignored`() async {
    let failures = await recordingFailures {
      await checkSequences(runs: 2) {
        TestStore(initialState: 0) {
          Opening {
            .run("wait") { _ in
              try? await sleep(for: .seconds(1))
              Issue.record("The wait has ended.")
            }
          }
        }
      } commands: {
        Command.send(1, when: { _ in false })
      }
    }
    #expect(failures.isEmpty)
  }
}
