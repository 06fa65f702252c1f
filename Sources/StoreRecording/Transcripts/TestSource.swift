import StoreCore
import StoreDependencies
import StoreTesting

/// The steps of an exhaustive test that pins what a store has done.
struct TestSource<Feature: Reducer> where Feature.State: Equatable {
  /// The steps, a line or more each.
  private(set) var lines: [String] = []

  /// The state before the next step.
  private var state: Feature.State

  /// The clock's time at the next step.
  private var now = TestClock.Instant()

  /// The variables of the gates that were answered.
  private var gates = GateVariables()

  /// The lines that send inputs, by what follows from each.
  private var sends: [ObjectIdentifier: Int] = [:]

  /// The line that has sent the newest input.
  private var newestSend: Int?

  /// The effects that run, each with what it belongs to.
  private var running: [(token: EffectToken, tree: ObjectIdentifier)] = []

  /// Writes what a store has done, as far as it is kept.
  init(_ session: TestSession<Feature>) {
    let teller = session.teller
    state = teller.firstState
    if session.exhaustivity == .strict { lines.append("store.exhaustivity = .strict") }
    if session.environment.gates.parksCalls || session.environment.scheduler != nil {
      lines.append("store.parksCalls = true")
    }
    if teller.story.forgotten > 0 { lines.append("// What the store did before this is not kept.") }
    var moments = teller.story.moments[...]
    while let moment = moments.popFirst() {
      if moment.instant > now {
        lines.append(session.advance(by: now.duration(to: moment.instant)))
        now = moment.instant
      }
      guard moment.kind == .cancelled else {
        write(moment, isStrict: session.exhaustivity == .strict)
        continue
      }
      // What was cancelled together was cancelled by one step.
      var cancelled = [moment]
      while let next = moments.first, next.kind == .cancelled { cancelled.append(moments.removeFirst()) }
      writeCancellation(of: cancelled.compactMap { $0.subject as? EffectRecord })
    }
    if session.hasEffects { lines.append("await store.cancelInFlightEffects()") }
    lines.append("await store.finish()")
  }

  /// Writes what has happened.
  private mutating func write(_ moment: Story.Moment, isStrict: Bool) {
    switch moment.subject {
    case let input as InputContent<Feature>:
      newestSend = lines.count
      lines.append(send(input))
      state = input.after
    case let feedback as FeedbackContent<Feature>:
      lines.append(Entry<Feature>(content: feedback).cure(from: state, limit: .max))
      state = feedback.after
    case let output as OutputContent<Feature>: lines.append(Entry<Feature>(content: output).cure(from: state))
    case let reply as GateReply:
      lines += gates.lines(for: reply.script(), at: reply.call.gateName, position: reply.position)
    case let record as EffectRecord where moment.kind == .started:
      let tree = ObjectIdentifier(record.token.tree)
      if sends[tree] == nil, isOfInput(record) { sends[tree] = newestSend }
      running.append((record.token, tree))
      // A container's calls are named by the steps that make them, and the wait before an effect has no name.
      guard isStrict, record.token.description.kind != .delay, !(Feature.self is any FeedbackWording.Type)
      else { return }
      lines.append(Entry<Feature>.effect(record).cure(from: state))
    case let record as EffectRecord: running.removeAll { $0.token === record.token }
    case let failure as EffectFailureContent:
      let title = failure.record.token.description.title
      lines.append("// \(title) throws \(failure.text) here, which nothing handles.")
    default: break
    }
  }

  /// The step that sends an input, or what is known of it.
  private func send(_ input: InputContent<Feature>) -> String {
    if let call = input.input as? any NamedCall {
      return "// Call \(quoted(call.name)) here, with store.call, as the test did."
    }
    return Suggestion.send(input.input, from: state, to: input.after, limit: .max)
  }

  /// Whether an effect follows from an input at once.
  private func isOfInput(_ record: EffectRecord) -> Bool {
    if case .input? = record.origin.message { true } else { false }
  }

  /// Writes how the test itself has cancelled effects. Those that a message cancelled are the feature's business.
  private mutating func writeCancellation(of records: [EffectRecord]) {
    let own = records.filter { $0.canceller == nil }
    running.removeAll { effect in records.contains { $0.token === effect.token } }
    guard !own.isEmpty else { return }
    let trees = Set(own.map { ObjectIdentifier($0.token.tree) })
    guard !running.isEmpty, trees.count == 1, let tree = trees.first, let line = sends[tree],
      let variable = variable(ofTaskAt: line)
    else {
      return lines.append("await store.cancelInFlightEffects()")
    }
    lines.append("await \(variable).cancel()")
  }

  /// The variable of the task that a line gets by sending an input, if it is such a line.
  private mutating func variable(ofTaskAt line: Int) -> String? {
    let variable = "task\(line + 1)"
    if lines[line].hasPrefix("await store.send(") { lines[line] = "let \(variable) = " + lines[line] }
    return lines[line].hasPrefix("let \(variable)") ? variable : nil
  }
}
