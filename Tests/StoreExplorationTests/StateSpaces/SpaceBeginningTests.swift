import StoreCore
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// A shutter that opens at the start.
private struct Shutter: Reducer {
  enum State: Hashable { case closed, open }

  enum Input: Hashable { case toggle }

  enum Feedback: Hashable { case begun }

  func start(from state: State) -> Effect<Feedback, Never> { .feedback(.begun) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .feedback(.begun): state = .open
    case .input(.toggle): state = state == .open ? .closed : .open
    }
    return .none
  }
}

/// What happens at the start of a state space, and its diagram.
@Suite struct SpaceBeginningTests {
  private let space = StateSpace(initialState: Shutter.State.closed, inputs: [.toggle]) { Shutter() }

  @Test func `a diagram shows each message between two modes, from the initial state on`() {
    let diagram = space.diagram()
    #expect(diagram.modes == ["open", "closed"])
    #expect(
      diagram.transitions.map { "\($0.from) \($0.message) \($0.to)" } == [
        "closed begun open", "open toggle closed", "closed toggle open",
      ]
    )
  }

  @Test func `a diagram has the modes of the test`() {
    let diagram = space.diagram { $0 == ".open" ? "light" : "dark" }
    #expect(diagram.modes == ["light", "dark"])
    #expect(diagram.uncovered.count == 3)
  }

  @Test func `a space that can't be explored is a failure, and has no diagram`() async {
    let space = StateSpace(initialState: 0, inputs: []) { Graph(start: 0) }
    let line = markedLine()
    let failures = await recordingFailures {
      #expect(space.diagram().modes.isEmpty)  // Here
    }
    #expect(failures.map(\.line) == [line])
  }

  @Test func `a step of the start that violates a property is no step of an input`() async {
    let failures = await recordingFailures {
      let report = space.check(
        .always("it opens by hand") { _, message, after in after == .closed || message == .input(.toggle) },
        .sometimes("it begins closed") { before, message, _ in before == .closed && message == .feedback(.begun) },
        suspects: false
      )
      #expect(report.verdicts.map(\.verdict) == [.broken, .holds])
      #expect(report.trace.isEmpty)
    }
    #expect(
      failures.map(\.headline) == [
        #"Shutter violates "it opens by hand": it does not hold at the beginning."#
      ]
    )
    #expect(failures.map { $0.details.contains("As steps of a test") } == [false])
  }
}
