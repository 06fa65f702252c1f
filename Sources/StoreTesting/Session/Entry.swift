import StoreCore

/// Something that a store did and that its test may have to assert.
enum Entry<Feature: Reducer> {
  /// A feedback was reduced, which left the state as given.
  case feedback(Feature.Feedback, after: Feature.State, sender: EffectToken?)

  /// An output was emitted.
  case output(Feature.Output)

  /// An effect was started.
  case effect(EffectToken)

  /// The feedback, if it is one.
  var feedback: Feature.Feedback? {
    if case .feedback(let feedback, _, _) = self { feedback } else { nil }
  }

  /// The output, if it is one.
  var output: Feature.Output? {
    if case .output(let output) = self { output } else { nil }
  }

  /// The effect, if it is one.
  var effect: EffectToken? {
    if case .effect(let effect) = self { effect } else { nil }
  }

  /// The state that it left behind, if it is a feedback.
  var stateAfter: Feature.State? {
    if case .feedback(_, let state, _) = self { state } else { nil }
  }

  /// Whether a test must assert it at a level.
  func mustBeAsserted(at level: Exhaustivity) -> Bool {
    switch self {
    case .feedback: level.coversFeedback
    case .output: level.isExhaustive
    case .effect: level == .strict
    }
  }

  /// The kind of failure if it is left unasserted.
  var unhandledKind: TestFailure.Kind {
    switch self {
    case .feedback: .unhandledFeedback
    case .output: .unhandledOutput
    case .effect: .unhandledEffect
    }
  }

  /// What it is, in a line.
  var summary: String {
    switch self {
    case .feedback(let feedback, _, let sender):
      "feedback \(describe(feedback))" + (sender.map { ", sent by \($0.description.label)" } ?? "")
    case .output(let output): "output \(describe(output))"
    case .effect(let effect): "effect \(effect.description.label), made at \(effect.description.site)"
    }
  }

  /// The line of a test that would assert it.
  var cure: String {
    switch self {
    case .feedback(let feedback, _, _): "await store.receive(\(describe(feedback)))"
    case .output(let output): "await store.receiveOutput(\(describe(output)))"
    case .effect(let effect):
      if let name = effect.description.name {
        "await store.receiveEffect(\(describe(name))\(effect.description.payload.map { ", of: \(describe($0))" } ?? ""))"
      } else {
        "// name the effect at \(effect.description.site): .run(\"name\") { ... }"
      }
    }
  }
}
