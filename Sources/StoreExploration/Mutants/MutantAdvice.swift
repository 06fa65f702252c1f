import StoreCore
import StoreTesting

/// The lines of a test that would notice a mutant.
enum MutantAdvice {
  /// The step that asserts a message and its change of state.
  static func assertion<Feature: Reducer>(of step: LearnedStep<Feature>) -> String {
    switch step.message {
    case .input(let input): Suggestion.send(input, from: step.before, to: step.after)
    case .feedback(let feedback): Suggestion.receive(feedback, from: step.before, to: step.after)
    case nil: "// Assert what follows from the start."
    }
  }

  /// The step that asserts that an effect was started.
  static func start(of description: EffectDescription) -> String {
    guard let name = description.name else {
      return "// Give the effect at \(description.site) a name, and receive it at `.strict` with `receiveEffect`."
    }
    return "store.exhaustivity = .strict\n" + Suggestion.receiveEffect(name, of: description.payload)
  }

  /// The steps that show that something lasts neither less nor more than it should.
  static func time(_ duration: Duration?) -> String {
    guard let duration, duration > .milliseconds(1) else {
      return
        "// Advance the clock to just before the end of the wait, and call `settle { _ in }`: nothing may have come."
    }
    return """
      await store.clock.advance(by: \(describe(duration - .milliseconds(1))))
      await store.settle { _ in }  // Nothing has come.
      await store.clock.advance(by: .milliseconds(1))
      """
  }

  /// The steps that show that something can be cancelled.
  static func cancellation(_ name: String) -> String {
    "// Cancel \(name) while it runs, let the time pass that it would take, and call `finish()`."
  }
}
