import Testing

@testable import StoreTesting

@Suite struct AnswerScriptTests {
  /// An error of a type of its own.
  enum Refusal: Error { case tired }

  /// A value that can't be written.
  final class Thing: Sendable {}

  @Test func `an answer is written as a call of the gate`() {
    typealias Answer = GateAnswer<[Int], Refusal>
    let lines = [Answer.success([1]), .failure(.tired), .never].map {
      AnswerScript($0, (String, Int).self).lines(on: "ask", position: 0)
    }
    #expect(lines == [["await ask.succeed(with: [1])"], ["await ask.fail(with: .tired)"], ["ask.leaveUnanswered()"]])
    let second = AnswerScript(Answer.never, Void.self)
    #expect(second.lines(on: "ask", position: 1) == ["ask.leaveUnanswered(skipping: 1)"])
    #expect(
      second.gateType == "Gate<Void, [Int], AnswerScriptTests.Refusal>" || second.gateType.hasPrefix("Gate<Void, ")
    )
  }

  @Test func `an endpoint without a result is answered without a value`() {
    let script = AnswerScript(GateAnswer<Void, any Error>.success(()), String.self)
    #expect(script.lines(on: "dial", position: 0) == ["await dial.succeed()"])
    #expect(script.gateType == "Gate<String, Void, any Error>")
  }

  @Test func `an answer that can't be written as code is a placeholder`() {
    let script = AnswerScript(GateAnswer<Thing, Never>.success(Thing()), Void.self)
    let lines = script.lines(on: "make", position: 0)
    #expect(lines.allSatisfy { $0.hasPrefix("// ") })
    #expect(lines.count == 2)
  }
}
