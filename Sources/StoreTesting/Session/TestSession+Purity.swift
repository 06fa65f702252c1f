import StoreCore
import StoreDependencies
import Synchronization

extension TestSession {
  /// Reduces a message again from the same state, and reports a different result.
  func checkPurity(of message: Message<Feature.Input, Feature.Feedback>) {
    guard checksPurity, exhaustivity.isExhaustive, hasValueState != false else { return }
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
    guard environment.dependencyReads.load(ordering: .relaxed) == readsBefore else { return }
    if hasValueState == nil, ReferenceScan(before).verdict == false { return }
    for observer in environment.observers { observer.willReduce() }
    var again = before
    hasReducedTwice = true
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
