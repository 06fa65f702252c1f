import StoreDependencies
import StoreTesting

/// The steps of a sequence as test code.
struct SequenceScript {
  private var lines: [String] = []
  private var gates = GateVariables()
  private var hasAnswers = false

  mutating func send<Input>(_ input: Input) {
    if let call = input as? any NamedCall {
      if let source = call.source {
        lines.append("await store.\(source)")
        return
      }
      lines.append("await store.call(\(quoted(call.name))) { _ in }  // Call here what the command calls.")
      return
    }
    let source = SourceWriter().source(of: input, declared: Input.self)
    lines += SourceText("await store.send(\(source.text))", of: [source]).lines
  }

  /// Adds a step without an input, because its command threw an error.
  mutating func fail(at site: CallSite) {
    lines.append("// Here the command at \(site) throws, instead of making the next input.")
  }

  /// Adds the step that advances the clock.
  mutating func advance(by duration: Duration, onOwnClock isOwn: Bool) {
    let amount = SourceWriter().source(of: duration, declared: Duration.self).text
    lines.append("await \(isOwn ? "store." : "")clock.advance(by: \(amount))")
  }

  /// Adds the step that answers a call.
  mutating func answer(_ answer: AnswerScript, at gate: String, position: Int) {
    hasAnswers = true
    lines += gates.lines(for: answer, at: gate, position: position)
  }

  /// Returns the whole test.
  ///
  /// - Parameter isExhaustive: Whether the failure occurs at exhaustive levels only.
  func test(isExhaustive: Bool) -> [String] {
    var head = ["let store = makeStore()"]
    if !isExhaustive { head.append("store.exhaustivity = .off") }
    if hasAnswers { head.append("store.answersGatesManually = true") }
    return ["@Test func failingSequence() async throws {"] + (head + lines).map { "  \($0)" } + ["}"]
  }
}
