import StoreCore
import StoreDependencies
import Synchronization

/// The check that a reducer gives the same result for the same message and state.
struct PurityCheck {
  /// Whether the store makes it. Performance: a mutant's reducer is as pure as the feature's, so runs with mutants don't.
  var isEnabled = Hooks.mutator == nil

  /// Whether the current message was reduced twice.
  var hasReducedTwice = false

  /// The number of dependency reads before the current message.
  var readsBefore = 0

  /// Whether states contain no objects that a second reduction could change; nil if each state must be searched.
  private let hasValues: Bool?

  /// Creates the check for the states of a type.
  init(of type: Any.Type) { hasValues = ReferenceScan.verdict(on: type) }

  /// Whether a state may be reduced again, as it contains no objects.
  func permits(_ state: Any) -> Bool { hasValues ?? (ReferenceScan(state).verdict != false) }
}

extension TestSession {
  /// Reduces a message again from the same state, and reports a different result.
  func checkPurity(of message: Message<Feature.Input, Feature.Feedback>) {
    guard purity.isEnabled, exhaustivity.isExhaustive else { return }
    // Performance: `??` would make the runtime look up the type of the optional state.
    if let newestMessage {
      checkPurity(of: message, from: newestMessage.after)
    } else {
      checkPurity(of: message, from: initial)
    }
  }

  /// Reduces a message again from a state.
  private func checkPurity(of message: Message<Feature.Input, Feature.Feedback>, from before: Feature.State) {
    // Dependencies may legitimately return different values to the reducer.
    guard environment.dependencyReads.load(ordering: .relaxed) == purity.readsBefore, purity.permits(before) else {
      return
    }
    for observer in environment.observers { observer.willReduce() }
    var again = before
    purity.hasReducedTwice = true
    DependencyValues.withValues(engine.dependencies) { _ = apply(message, to: &again) }
    let after = engine.state
    // A state that isn't equal to itself, such as one with a NaN, can't be compared.
    guard again != after, after == after else { return }
    fail(
      .impureReducer,
      "The reducer is impure: it reduced \(describe(message)) twice from the same state, with two results.",
      details: """
        \(list(UnstableValue.lines(of: after, again)))

        A reducer may depend only on the message, the state and its dependencies. Take random numbers, dates and \
        ids from a dependency. If the difference is intended, set 'store.checksPurity = false'.
        """
    )
  }
}
