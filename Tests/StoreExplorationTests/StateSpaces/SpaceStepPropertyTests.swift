import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Properties of steps: the state before, the message, and the state after.
@Suite struct SpaceStepPropertyTests {
  /// Counts up to two.
  private struct Tally: Reducer {
    enum Input { case up, reset }

    func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
      state = message == .input(.up) ? min(state + 1, 2) : 0
      return .none
    }
  }

  private let space = StateSpace(initialState: 0, inputs: [.up, .reset]) { Tally() }

  @Test func `a step that must happen at least once is found by its states and its message`() async {
    let reports = await recordingFailures {
      let report = space.check(
        .sometimes("a reset takes back two") { old, message, new in message == .input(.reset) && old - new == 2 }
      )
      #expect(report.verdicts.map(\.verdict) == [.holds])
    }
    #expect(reports.isEmpty)
  }

  @Test func `a step that never happens violates the property`() async {
    let failures = await recordingFailures {
      // Fails: brokenProperty
      space.check(.sometimes("it counts two at once") { old, message, new in message == .input(.up) && new - old == 2 })
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.headline) == [#"Tally violates "it counts two at once": no reduction fulfils it."#]
    )
  }

  @Test func `a step that never happens in a part of a space is undecided`() async {
    let failures = await recordingFailures {
      let space = StateSpace(initialState: 0, inputs: [.up, .reset], bounds: SpaceBounds(states: 1)) { Tally() }
      space.check(.sometimes("it is reset from two") { old, message, _ in message == .input(.reset) && old == 2 })
    }
    #expect(failures.kinds == [.undecidedProperty])
  }
}
