import StoreCore
import StoreDependencies
import StoreValues

/// The steps of an exhaustive test that asserts all events of a store.
package struct WrittenTest<Feature: Reducer> where Feature.State: Equatable {
  /// The steps, one or more lines each.
  package private(set) var lines: [String] = []

  /// The events before which the test is divided.
  private var divisions: ArraySlice<Int>

  /// The numbers of the lines at which the parts after the first one begin.
  private var partStarts: [Int] = []

  /// The state before the next step.
  private var state: Feature.State

  /// The path of the test's file.
  private let file: String

  /// The time of the clock at the next step.
  private var now = TestClock.Instant()

  /// The variables of the answered gates.
  private var gates = GateVariables()

  /// What the steps that follow assert besides events.
  private var assertions: WrittenAssertions

  /// The lines that send inputs, by their groups.
  private var sends: [ObjectIdentifier: Int] = [:]

  /// The line that sends the newest input.
  private var newestSend: Int?

  /// The running effects, each with its group.
  private var running: [(token: EffectToken, group: ObjectIdentifier)] = []

  /// Creates the steps that assert the stored events of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - assertions: What the steps assert besides events.
  ///   - divisions: The numbers of the events before which ``parts`` divides the test, in order.
  package init(
    _ session: TestSession<Feature>,
    asserting assertions: WrittenAssertions = WrittenAssertions(),
    dividedBefore divisions: [Int] = []
  ) {
    self.assertions = assertions
    self.divisions = divisions[...]
    state = session.log.firstState
    let file = session.environment.site.filePath
    self.file = file
    SourceWriter.$testFile.withValue(file) { write(session) }
  }

  private mutating func write(_ session: TestSession<Feature>) {
    let log = session.log
    if session.exhaustivity == .strict { lines.append("store.exhaustivity = .strict") }
    if session.environment.gates.answersGatesManually || session.environment.order.choosesAnswers {
      lines.append("store.answersGatesManually = true")
    }
    if log.forgotten > 0 { lines.append("// The store has not kept its earlier events.") }
    var events = log.events[...]
    var gaps = log.gaps[...]
    while let event = events.popFirst() {
      while let gap = gaps.first, gap.position <= event.number {
        write(gap.gap, before: event)
        gaps.removeFirst()
      }
      writeRunningEffects(before: event.number)
      divide(before: event.number)
      if event.instant > now {
        lines.append(session.advance(by: now.duration(to: event.instant)))
        now = event.instant
      }
      guard case .cancelled(let record) = event.content else {
        write(event, at: session.exhaustivity)
        continue
      }
      // One step cancels all effects with consecutive cancellations.
      var cancelled = [record]
      while case .cancelled(let next)? = events.first?.content {
        cancelled.append(next)
        events.removeFirst()
      }
      writeCancellation(of: cancelled)
    }
    for gap in gaps { write(gap.gap, before: nil) }
    writeRunningEffects(before: .max)
    divide(before: .max)
    partStarts.append(lines.count)
    if session.hasEffects { lines.append("await store.cancelInFlightEffects()") }
    lines.append("await store.finish()")
  }

  /// The lines before the first division, between divisions, and those that end the test.
  package var parts: [[String]] {
    zip([0] + partStarts, partStarts + [lines.count]).map { Array(lines[$0..<$1]) }
  }

  /// Begins the parts that are divided before an event.
  private mutating func divide(before event: Int) {
    while let next = divisions.first, next <= event {
      partStarts.append(lines.count)
      divisions.removeFirst()
    }
  }

  /// Writes the assertion of the effects that ran after the last step, if that is asked for.
  private mutating func writeRunningEffects(before event: Int) {
    while let next = assertions.effects.first, next.event <= event {
      lines.append(WrittenAssertions.line(for: next.running))
      assertions.effects.removeFirst()
    }
  }

  /// Writes the step for an event.
  private mutating func write(_ event: Event<Feature>, at level: Exhaustivity) {
    if let message = event.message {
      if let input = message.input {
        newestSend = lines.count
        lines.append(send(input, to: message.after))
      } else {
        lines.append(event.fix(from: state, near: file, limit: .max))
      }
      state = message.after
      return
    }
    switch event.content {
    case .output: lines.append(event.fix(from: state, near: file))
    case .answered(let reply):
      let calls = assertions.calls.isEmpty ? [] : assertions.calls.removeFirst()
      lines += gates.lines(for: reply.script(), at: reply.call.gateName, position: reply.position, asserting: calls)
    case .started(let record):
      let group = ObjectIdentifier(record.token.group)
      if sends[group] == nil, isOfInput(record) { sends[group] = newestSend }
      running.append((record.token, group))
      // A container's steps name its calls instead of effects, and a wait before an effect has no name.
      guard level == .strict, record.token.description.kind != .delay, !(Feature.self is any FeedbackWording.Type)
      else { return }
      lines.append(event.fix(from: state, near: file))
    case .finished(let record):
      running.removeAll { $0.token === record.token }
      if level == .on, record.endedSilently, !(Feature.self is any FeedbackWording.Type) {
        lines.append(event.fix(from: state, near: file))
      }
    case .failed(let record, let error):
      lines.append("// \(record.token.description.title) throws \(error) here, which nothing handles.")
    case .called(let call, _):
      guard level == .strict, let assertion = call.assertion else { return }
      lines += gates.lines(for: assertion, at: call.gateName, position: 0)
    case .reduced, .cancelled, .dropped: break
    }
  }

  /// Writes a comment about what the log does not show.
  private mutating func write(_ gap: LogGap, before event: Event<Feature>?) {
    let effect: EffectToken? =
      switch event?.content {
      case .reduced(let message)?: message.sender
      case .finished(let record)?, .failed(let record, _)?: record.token
      default: nil
      }
    let comment =
      switch gap {
      case .dependencies: "The test changed the store's dependencies here. Write that line here, too."
      case .resumption:
        """
        \(effect?.description.title ?? "An effect") continued here, and the store does not know why. If the test did it, \
        for example with a continuation of its own, write that line here, too, or hold the endpoint with 'store.gate'.
        """
      }
    lines.append("// \(comment)")
  }

  /// Returns the step that sends an input, or a comment about it.
  private func send(_ input: Feature.Input, to after: Feature.State) -> String {
    if let call = input as? any NamedCall {
      if let source = call.source { return "await store.\(source)" }
      return "// Call \(quoted(call.name)) here, with store.call, as the test did."
    }
    return Suggestion.send(input, from: state, to: after, limit: .max, near: file)
  }

  /// Whether an input leads directly to an effect.
  private func isOfInput(_ record: EffectRecord) -> Bool {
    if case .input? = record.origin.message { true } else { false }
  }

  /// Writes cancellations by the test. Cancellations by a message belong to the feature.
  private mutating func writeCancellation(of records: [EffectRecord]) {
    let own = records.filter { $0.canceller == nil }
    running.removeAll { effect in records.contains { $0.token === effect.token } }
    guard !own.isEmpty else { return }
    let groups = Set(own.map { ObjectIdentifier($0.token.group) })
    guard !running.isEmpty, groups.count == 1, let group = groups.first, let line = sends[group],
      let variable = variable(ofTaskAt: line)
    else {
      return lines.append("await store.cancelInFlightEffects()")
    }
    lines.append("await \(variable).cancel()")
  }

  /// Returns the variable of the task of a line that sends an input; nil for any other line.
  private mutating func variable(ofTaskAt line: Int) -> String? {
    let variable = "task\(line + 1)"
    let declaration = "let \(variable) = "
    // Comments may precede the call.
    var parts = lines[line].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if parts.contains(where: { $0.hasPrefix(declaration) }) { return variable }
    guard let call = parts.firstIndex(where: { $0.hasPrefix("await store.send(") }) else { return nil }
    parts[call] = declaration + parts[call]
    lines[line] = parts.joined(separator: "\n")
    return variable
  }
}

/// What a written test asserts besides events: a wrong argument, or an effect that runs on, is no event.
package struct WrittenAssertions {
  /// The calls that waited at each answer.
  package var calls: [[any WaitingCall]] = []

  /// The effects that ran after steps, each with the number of the next event.
  package var effects: [(event: Int, running: [EffectSnapshot])] = []

  package init() {}

  /// Returns the line that asserts running effects.
  static func line(for running: [EffectSnapshot]) -> String {
    let names = running.compactMap(\.name)
    if running.isEmpty { return "#expect(store.inFlightEffects.isEmpty)" }
    // The label of an effect without a name has the line of its source, which may change.
    guard names.count == running.count else { return "#expect(store.inFlightEffects.count == \(running.count))" }
    let isUnique = Set(names).count == names.count
    let labels = isUnique ? names : running.map(\.label)
    let list = labels.map(quoted).joined(separator: ", ")
    return "#expect(store.inFlightEffects.map(\\.\(isUnique ? "name" : "label")) == [\(list)])"
  }
}
