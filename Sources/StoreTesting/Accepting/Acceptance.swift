import SourceEditing
import StoreDependencies
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
  }

  private let state = Mutex(State())

  init(_ changes: AcceptedChanges) { self.changes = changes }

  /// Begins a step.
  ///
  /// - Parameters:
  ///   - name: The name of the called method; nil for a step of several stores.
  ///   - site: The line of the call.
  ///   - firstEvent: The number of the next event.
  func begin(_ name: String?, _ site: CallSite, firstEvent: Int) {
    state.withLock { $0.steps.append(AcceptedStep(site: site, name: name, firstEvent: firstEvent)) }
  }

  /// Ends the current step.
  func endStep() {
    state.withLock { state in
      if !state.steps.isEmpty { state.steps[state.steps.count - 1].isOver = true }
    }
  }

  /// The steps so far, to return to.
  var past: [AcceptedStep] { state.withLock(\.steps) }

  /// Returns to earlier steps.
  func restore(_ past: [AcceptedStep]) { state.withLock { $0.steps = past } }

  /// Records that the source of the current step can't be changed as needed.
  func refuse(_ refusal: AcceptanceRefusal) {
    state.withLock { state in
      if !state.steps.isEmpty { state.steps[state.steps.count - 1].refusal = refusal }
    }
  }

  /// Changes the current step.
  private func changeStep(_ change: (inout AcceptedStep) throws(AcceptanceRefusal) -> Void) throws(AcceptanceRefusal) {
    var step = state.withLock { $0.steps.last }
    guard step != nil else { throw AcceptanceRefusal("The store has no step.") }
    try change(&step!)
    let changed = step!
    state.withLock { $0.steps[$0.steps.count - 1] = changed }
  }
}

extension Acceptance {
  /// A change of the source.
  enum Edit {
    /// The closure of the current step.
    case closure(ClosureChange)

    /// The first argument of the current step.
    case argument(String)

    /// All arguments of the current step.
    case arguments(String)

    /// New steps, each with the number of the event that it asserts.
    case steps([(event: Int, lines: AcceptedLines)])

    /// The removal of the current step.
    case removal
  }

  /// Makes a change.
  func make(_ edit: Edit) throws(AcceptanceRefusal) {
    switch edit {
    case .closure(let change):
      try changeStep { step throws(AcceptanceRefusal) in
        let (file, call) = try changes.call(of: step)
        step.closure = ClosureEdits(
          absolute: try ClosureEditor(of: call, in: file, change, isRelative: false).edits(),
          relative: try ClosureEditor(of: call, in: file, change, isRelative: true).edits()
        )
      }
    case .argument(let text):
      try changeStep { step throws(AcceptanceRefusal) in
        let (_, call) = try changes.call(of: step)
        guard call.arguments.first != nil else { throw AcceptanceRefusal("The call has no argument.") }
        step.argument = text
      }
    case .arguments(let text):
      try changeStep { step throws(AcceptanceRefusal) in
        _ = try changes.call(of: step)
        step.arguments = text
      }
    case .removal:
      try changeStep { step throws(AcceptanceRefusal) in
        let (_, call) = try changes.call(of: step)
        guard call.position == .statement else { throw AcceptanceRefusal("The call is a part of another expression.") }
        step.isRemoved = true
      }
    case .steps(let fixes):
      for fix in fixes { try insert(fix.lines, for: fix.event) }
    }
  }

  /// Inserts a step behind the one in which its event happened.
  ///
  /// It is inserted behind later steps that assert something, too, as those receive earlier events. An event of a step
  /// that waits for another one comes before that step.
  private func insert(_ lines: AcceptedLines, for event: Int) throws(AcceptanceRefusal) {
    let steps = state.withLock(\.steps)
    guard let last = steps.indices.last else { throw AcceptanceRefusal("The store has no step.") }
    var place = steps.lastIndex { $0.firstEvent <= event } ?? 0
    if let asserting = steps.lastIndex(where: { $0.asserts && $0.isOver }) { place = max(place, asserting) }
    if place == last, !steps[last].isOver, steps[last].asserts {
      _ = try changes.call(of: steps[last], as: .place)
      return state.withLock { $0.steps[last].before.append(lines) }
    }
    if place == 0 || (try? changes.call(of: steps[place], as: .place)) == nil {
      // The store is often made in a helper function.
      guard place < last else {
        _ = try changes.call(of: steps[place], as: .place)
        throw AcceptanceRefusal("The test has no step before which a line could stand.")
      }
      _ = try changes.call(of: steps[place + 1], as: .place)
      return state.withLock { $0.steps[place + 1].before.append(lines) }
    }
    state.withLock { $0.steps[place].after.append(lines) }
  }

  /// The variable that holds the store, in the source of its steps: `store`.
  var receiver: String? {
    state.withLock(\.steps).reversed().lazy.compactMap { step -> String? in
      guard step.name != nil, step.name != "TestStore", let (file, call) = try? self.changes.call(of: step, as: .place)
      else { return nil }
      return call.base.map { file[$0] }
    }.first
  }

  /// Ends the store.
  ///
  /// - Parameter hasFailed: Whether the store has a failure that isn't accepted. An expected event may be missing because
  ///   of it, so no step is removed then.
  func end(hasFailed: Bool) {
    var steps = state.withLock { state in
      defer { state.steps = [] }
      return state.steps
    }
    for index in steps.indices where steps[index].isRemoved && hasFailed {
      steps[index].isRemoved = false
      steps[index].refusal = AcceptanceRefusal("Another failure may be the reason why the expected event is missing.")
    }
    changes.add(steps)
  }
}
