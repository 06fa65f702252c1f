import StoreCore
import StoreTesting

/// The lines of a test that would notice a mutant.
enum MutantAdvice {
  /// Returns the step that asserts a message and its change of the state.
  static func assertion<Feature: Reducer>(of step: BaselineStep<Feature>) -> String {
    switch step.message {
    case .input(let input): Suggestion.send(input, from: step.before, to: step.after)
    case .feedback(let feedback): Suggestion.receive(feedback, from: step.before, to: step.after)
    case nil: "// Assert the effects of the start."
    }
  }

  /// Returns the step that asserts the start of an effect.
  static func start(of description: EffectDescription) -> String {
    guard let name = description.name else {
      return "// Give the effect at \(description.site) a name, and receive it at `.strict` with `receiveEffect`."
    }
    return "store.exhaustivity = .strict\n" + Suggestion.receiveEffect(name, of: description.payload)
  }

  /// Returns the step that asserts an exact duration.
  static func time(_ duration: Duration) -> String {
    "#expect(await store.clock.advanceToNextDeadline() == \(describe(duration)))"
  }

  /// Returns the steps that assert a cancellation.
  static func cancellation(_ name: String) -> String {
    "// Cancel \(name) while it runs, advance the clock beyond its end, and call `finish()`."
  }
}
