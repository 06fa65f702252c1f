import StoreDependencies
import StoreEditing
import Synchronization

/// The changes of a test's source that make it assert what one of its stores did.
///
/// Each step of the test is recorded, with or without a change, because a line that runs several times is changed only
/// if each run needs the same change.
final class Acceptance: Sendable {
  /// The run's changes.
  let changes: AcceptedChanges

  private struct State {
    /// The steps so far, the creation of the store first.
    var steps: [AcceptedStep] = []

    /// The number of steps before the first failure that stands; nil without any.
    var sound: Int?

    /// The number of the test's failures that stand.
    var failures: Int
  }

  private let run: TestRun

  private let state: Mutex<State>

  /// Creates the changes of a store.
  ///
  /// - Parameters:
  ///   - changes: The run's changes.
  ///   - run: The test of the store.
  init(_ changes: AcceptedChanges, of run: TestRun) {
    self.changes = changes
    self.run = run
    state = Mutex(State(failures: changes.failureCount(in: run)))
  }

  /// Begins a step.
  ///
  /// - Parameters:
  ///   - name: The name of the called method; nil for a step of several stores.
  ///   - site: The line of the call.
  ///   - firstEvent: The number of the next event.
  ///   - level: The level of the test; nil for a step of several stores.
  ///   - execution: The execution of a step that several stores share.
  func begin(
    _ name: String?,
    at site: CallSite,
    firstEvent: Int,
    level: Exhaustivity? = nil,
    execution: SharedExecution? = nil
  ) {
    noticeFailures()
    state.withLock { state in
      state.steps.append(
        AcceptedStep(site: site, name: name, firstEvent: firstEvent, level: level, execution: execution)
      )
    }
  }

  /// Notices new failures that stand, as the test may be right about what it says from there on.
  private func noticeFailures() {
    let count = changes.failureCount(in: run)
    state.withLock { state in
      guard count > state.failures else { return }
      state.failures = count
      guard state.sound == nil, let last = state.steps.indices.last else { return }
      state.sound = state.steps[last].isOver ? last + 1 : last
    }
  }

  /// Ends the current step.
  func endStep() {
    noticeFailures()
    state.withLock { state in
      if !state.steps.isEmpty { state.steps[state.steps.count - 1].isOver = true }
    }
  }

  /// Records the event that the current step asserts.
  func noteAsserted(_ event: Int) {
    state.withLock { state in
      if !state.steps.isEmpty { state.steps[state.steps.count - 1].asserted = event }
    }
  }

  /// Records the oldest feedback that the current step skips.
  func noteSkipped(_ event: Int) {
    state.withLock { state in
      guard let last = state.steps.indices.last else { return }
      state.steps[last].skipped = min(event, state.steps[last].skipped ?? event)
    }
  }

  /// The position of the current step among those of the test.
  var currentStep: Int { state.withLock { $0.steps.count - 1 } }

  /// Makes a change of the source in place of a failure.
  ///
  /// - Parameters:
  ///   - edit: The change; nil if it can't be written.
  ///   - report: Reports that the failure is accepted. Returns false if the test knows the issue, and so stays as it is.
  /// - Returns: The reason why the failure stands; nil if the change is made.
  func make(_ edit: Edit?, report: (Edit) -> Bool) -> AcceptanceRefusal? {
    do throws(AcceptanceRefusal) {
      guard let edit else { throw AcceptanceRefusal("The value can't be written in Swift.") }
      let edits = try stepEdits(for: edit)
      if report(edit) { apply(edits) }
      return nil
    } catch {
      state.withLock { state in
        if !state.steps.isEmpty { state.steps[state.steps.count - 1].refusal = error }
      }
      return error
    }
  }
}

extension Acceptance {
  /// A change of the source.
  enum Edit {
    /// The closure of the current step.
    case closure(ClosureChange)

    /// An argument of the current step, by its position.
    case argument(String, at: Int = 0)

    /// All arguments of the current step.
    case arguments(String)

    /// New steps.
    case steps([NewStep])

    /// The assertion of what feedback changed, with the number of the last event.
    case settling(ClosureChange, event: Int)

    /// The removal of the current step.
    case removal

    /// The removal of the current step in favour of the new step that asserts an event, and that becomes its text.
    case move(to: Int)
  }

  /// A new step of a test.
  struct NewStep {
    /// The number of the event that it asserts.
    let event: Int

    let lines: AcceptedLines

    /// The position of the removed step that asserts the event, too; nil if there is none.
    var removed: Int?
  }

  /// A change of one step.
  private struct StepEdit {
    /// The index of the step.
    let index: Int

    let change: @Sendable (inout AcceptedStep) -> Void
  }

  /// Makes changes of steps.
  private func apply(_ edits: [StepEdit]) {
    state.withLock { state in
      for edit in edits { edit.change(&state.steps[edit.index]) }
    }
  }

  /// Returns the changes of steps that a change of the source consists of.
  ///
  /// - Throws: The reason why the source can't be changed.
  private func stepEdits(for edit: Edit) throws(AcceptanceRefusal) -> [StepEdit] {
    let steps = state.withLock(\.steps)
    guard let last = steps.indices.last else { throw AcceptanceRefusal("The store has no step.") }
    switch edit {
    case .closure(let change):
      let (file, call) = try changes.call(of: steps[last])
      let closure = try ClosureEdits(of: call, in: file, change)
      guard !closure.absolute.isEmpty else {
        throw AcceptanceRefusal("No statement of the closure explains the difference.")
      }
      return [StepEdit(index: last) { $0.closure = closure }]
    case .argument(let text, let position):
      let (_, call) = try changes.call(of: steps[last])
      guard call.arguments.indices.contains(position) else { throw AcceptanceRefusal("The call has no argument.") }
      let range = call.arguments[position].value
      return [StepEdit(index: last) { $0.argument = TextEdit(range: range, replacement: text) }]
    case .arguments(let text):
      _ = try changes.call(of: steps[last])
      return [StepEdit(index: last) { $0.arguments = text }]
    case .removal:
      let (_, call) = try changes.call(of: steps[last])
      guard call.position == .statement else { throw AcceptanceRefusal("The call is a part of another expression.") }
      return [StepEdit(index: last) { $0.isRemoved = true }]
    case .settling(let change, let event): return [try settling(change, after: event, in: steps)]
    case .steps(let fixes):
      var edits: [StepEdit] = []
      for fix in fixes {
        let moved = fix.removed.flatMap { text(of: $0, movedTo: place(of: fix.event, in: steps), in: steps) }
        var lines = moved ?? fix.lines
        lines.event = fix.event
        edits.append(try insertion(of: lines, for: fix.event, in: steps))
      }
      return edits
    case .move(let event):
      let removal = try stepEdits(for: .removal)
      guard let place = steps.lastIndex(where: { ($0.before + $0.after).contains { $0.event == event } }) else {
        throw AcceptanceRefusal("The event that the line asserts has no line where it happens.")
      }
      guard let moved = text(of: last, movedTo: place, in: steps) else { return removal }
      return removal + [StepEdit(index: place) { $0.replaceLines(asserting: event, with: moved) }]
    }
  }

  /// Returns the insertion of a step behind the one in which its event happened.
  ///
  /// It is inserted behind later steps that assert earlier events, too. An event of a step that waits for another one
  /// comes before that step.
  private func insertion(
    of lines: AcceptedLines,
    for event: Int,
    in steps: [AcceptedStep]
  ) throws(AcceptanceRefusal) -> StepEdit {
    let place = place(of: event, in: steps)
    let last = steps.count - 1
    // Lines for a lower level leave out what a strict step demands.
    let isAtOtherLevel = steps[place].level == .strict && steps[last].level.map { $0 != .strict } ?? false
    if place == last || isAtOtherLevel, !steps[last].isOver, steps[last].waits {
      let new = lines.with(receiver: try receiver(at: last, in: steps))
      return StepEdit(index: last) { $0.before.append(new) }
    }
    guard place == 0 || isAtOtherLevel || (try? changes.call(of: steps[place], as: .place)) == nil else {
      let new = lines.with(receiver: try receiver(at: place, in: steps))
      return StepEdit(index: place) { $0.after.append(new) }
    }
    // The store is often made in a helper function.
    let level = steps[last].level
    guard let next = steps.indices[(place + 1)...].first(where: { !isAtOtherLevel || steps[$0].level == level }) else {
      _ = try changes.call(of: steps[place], as: .place)
      throw AcceptanceRefusal("The test has no step before which a line could stand.")
    }
    let new = lines.with(receiver: try receiver(at: next, in: steps))
    return StepEdit(index: next) { $0.before.append(new) }
  }

  /// Returns the text of a step for another place in its function; nil if it can't stand there as it is.
  private func text(of step: Int, movedTo place: Int, in steps: [AcceptedStep]) -> AcceptedLines? {
    guard steps[step].site.filePath == steps[place].site.filePath,
      let (file, call) = try? changes.call(of: steps[step]),
      !file.hasFunction(between: steps[step].site.line, steps[place].site.line),
      let text = file.portableText(of: call.statement)
    else { return nil }
    return AcceptedLines(text, text)
  }

  /// Returns the step behind which the step for an event belongs.
  ///
  /// What follows from a feedback can only be asserted once the test has received or skipped the feedback.
  private func place(of event: Int, in steps: [AcceptedStep]) -> Int {
    let own = steps.lastIndex { $0.firstEvent <= event } ?? 0
    let passed = steps.lastIndex { step in
      [step.asserted, step.skipped].contains { $0.map { $0 < event } ?? false }
    }
    return max(own, passed ?? 0)
  }

  /// Returns the assertion of what feedback changed, at a level at which feedback itself isn't received: in a `settle` of
  /// the test, or in a new one.
  private func settling(
    _ change: ClosureChange,
    after event: Int,
    in steps: [AcceptedStep]
  ) throws(AcceptanceRefusal) -> StepEdit {
    let place = place(of: event, in: steps)
    if let settling = steps.indices.last(where: { $0 >= place && steps[$0].name == "settle" && steps[$0].isOver }) {
      let (file, call) = try changes.call(of: steps[settling])
      let closure = try ClosureEdits(of: call, in: file, change)
      return StepEdit(index: settling) { $0.closure = closure }
    }
    let code = Suggestion.closure(from: change, relative: false)
    let relative = Suggestion.closure(from: change, relative: true)
    return try insertion(
      of: AcceptedLines("await store.settle" + code, "await store.settle" + relative),
      for: event,
      in: steps
    )
  }

  /// Returns the variable that holds the store in the source at a step: `store`.
  ///
  /// Another function than that of the step may use another name.
  private func receiver(at place: Int, in steps: [AcceptedStep]) throws(AcceptanceRefusal) -> String {
    let (file, own) = try changes.call(of: steps[place], as: .place)
    // An extension of the store itself.
    if own.base == nil, steps[place].isOfStoreItself { return "" }
    let near = (0..<steps.count).lazy.flatMap { [place - $0, place + $0] }.filter(steps.indices.contains)
    for index in near where steps[index].isOfStoreItself {
      guard steps[index].site.filePath == steps[place].site.filePath,
        !file.hasFunction(between: steps[index].site.line, steps[place].site.line),
        let (_, call) = try? changes.call(of: steps[index]), let base = call.base.map({ file[$0] }),
        !base.contains(where: \.isWhitespace)
      else { continue }
      return base
    }
    throw AcceptanceRefusal("The variable that holds the store here is not known.")
  }

  /// Ends the store.
  ///
  /// - Parameter hasFailed: Whether the store has a failure that isn't accepted. An expected event may be missing because
  ///   of it, so no step is removed then.
  /// - Returns: The changes as a patch, if they are not written; nil otherwise.
  @discardableResult
  func end(hasFailed: Bool) -> String? {
    noticeFailures()
    var (steps, sound) = state.withLock { state in
      defer { state.steps = [] }
      return (state.steps, state.sound)
    }
    if hasFailed || sound != nil, let removed = steps.firstIndex(where: \.isRemoved), removed < sound ?? .max {
      steps[removed].withhold("Another failure may be the reason why the expected event is missing.")
      sound = removed + 1
    }
    // What follows was judged without what is missing.
    for index in steps.indices where index >= sound ?? .max {
      steps[index].withhold("It may be wrong because of the failure before it.")
    }
    changes.add(steps)
    let hasEdit = steps.contains { !$0.hasNoEdit }
    return hasEdit && !changes.writes(to: steps) ? changes.patch(of: steps) : nil
  }
}
