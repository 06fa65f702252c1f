import StoreCore
import StoreTesting

/// The lines of a test that would notice a mutant.
enum MutantAdvice {
  /// Returns the step that asserts a message and its change of the state; an empty text if the test has it.
  static func assertion<Feature: Reducer>(of step: BaselineStep<Feature>) -> String {
    guard !step.isExhaustive else { return "" }
    return on(step) + plainAssertion(of: step)
  }

  /// Returns the step that receives a feedback, at a level at which no other feedback may arrive; an empty text if the
  /// test has it.
  static func receipt<Feature: Reducer>(of step: BaselineStep<Feature>) -> String {
    guard step.exhaustivity?.coversFeedback != true else { return "" }
    return on(step) + plainAssertion(of: step)
  }

  /// Returns the step that receives an output; an empty text if the test has it.
  static func receipt<Feature: Reducer>(ofOutput output: any Sendable, in step: BaselineStep<Feature>) -> String {
    guard !step.isExhaustive else { return "" }
    guard let output = output as? Feature.Output else { return "// Assert what follows from the output." }
    return on(step) + Suggestion.receiveOutput(output)
  }

  /// Returns the line that sets the default level, if the test asserts the step at a lower one.
  private static func on<Feature: Reducer>(_ step: BaselineStep<Feature>) -> String {
    step.isAsserted ? "store.exhaustivity = .on\n" : ""
  }

  private static func plainAssertion<Feature: Reducer>(of step: BaselineStep<Feature>) -> String {
    let file = step.site.filePath
    if let wording = Feature.self as? any FeedbackWording.Type { return assertion(of: step, as: wording) }
    return switch step.message {
    case .input(let input): Suggestion.send(input, from: step.before, to: step.after, near: file)
    case .feedback(let feedback): Suggestion.receive(feedback, from: step.before, to: step.after, near: file)
    case nil: "// Assert the effects of the start."
    }
  }

  /// Returns the step that makes a call of a model, or receives its change.
  private static func assertion<Feature: Reducer>(
    of step: BaselineStep<Feature>,
    as wording: any FeedbackWording.Type
  ) -> String {
    switch step.message {
    case .input(let input):
      let source = (input as? any NamedCall).flatMap(\.source)
      return source.map { "await store.\($0)" } ?? "// Make the call, and receive the changes that follow."
    case .feedback(let feedback):
      let change = Suggestion.closure(from: step.before, to: step.after, near: step.site.filePath)
      return wording.fix(forAny: feedback, change) ?? "// Receive the change."
    case nil: return "// Receive the changes that the initialiser makes."
    }
  }

  /// Returns the step that asserts the start of an effect; an empty text if the test has it.
  ///
  /// A test of a model asserts a call by making it.
  static func start<Feature: Reducer>(of description: EffectDescription, in step: BaselineStep<Feature>) -> String {
    if Feature.self is any FeedbackWording.Type { return "// Receive each change that follows from the call." }
    guard step.exhaustivity != .strict else { return "" }
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
