public import StoreCore

/// A property of all behaviours of a feature, or of at least one.
public struct SpaceProperty<Feature: Reducer> {
  /// A condition on a situation.
  public typealias Condition = (Situation<Feature>) -> Bool

  /// A condition on a step: the state before it, the message, and the state after it.
  public typealias StepCondition = (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool

  /// The assumptions about effects and inputs for liveness properties.
  ///
  /// With every assumption, inputs are optional, and a wait ends eventually. A running effect proceeds by one of its
  /// responses, unless it has ``Response/never``.
  public enum Fairness: Sendable, Hashable {
    /// Inputs may continue forever.
    case responses

    /// Inputs stop eventually. Without this assumption, endless reloading may keep a feature from its result.
    case responsesOnceInputsEnd
  }

  /// The kind of property.
  enum Content {
    /// The condition holds in every situation.
    case always(Condition)

    case alwaysStep(StepCondition)
    case sometimes(Condition)

    /// The condition holds for at least one reduction.
    case sometimesStep(StepCondition)

    /// Each situation that meets the first condition also meets the second, or leads to one that does.
    case leadsTo(Condition?, Condition, Fairness)
  }

  /// The property as text.
  let name: String

  let content: Content

  /// Returns a property that holds in every situation: after each message, and the feedback that the feature sends
  /// itself.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - condition: The condition.
  public static func always(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, content: .always(condition))
  }

  /// Returns a property that holds for every reduction.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - condition: Whether the property holds for the state before, the message, and the state after.
  public static func always(_ name: String, _ condition: @escaping StepCondition) -> Self {
    Self(name: name, content: .alwaysStep(condition))
  }

  /// Returns a property that holds in at least one situation, and fails without such a witness.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - condition: The condition.
  public static func sometimes(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, content: .sometimes(condition))
  }

  /// Returns a property that holds for at least one reduction, and fails without such a witness.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - condition: Whether the property holds for the state before, the message, and the state after.
  public static func sometimes(_ name: String, _ condition: @escaping StepCondition) -> Self {
    Self(name: name, content: .sometimesStep(condition))
  }

  /// Returns a property that holds at the start or some time later, in every behaviour.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - fairness: The assumption about effects and inputs.
  ///   - condition: The condition.
  public static func eventually(
    _ name: String,
    fairness: Fairness = .responses,
    _ condition: @escaping Condition
  ) -> Self {
    Self(name: name, content: .leadsTo(nil, condition, fairness))
  }

  /// Returns a property that holds if the first condition leads to the second, at once or later, in every behaviour.
  ///
  /// - Parameters:
  ///   - name: The property as text.
  ///   - fairness: The assumption about effects and inputs.
  ///   - first: The condition that triggers the promise.
  ///   - second: The condition that fulfils the promise.
  public static func leadsTo(
    _ name: String,
    fairness: Fairness = .responses,
    from first: @escaping Condition,
    to second: @escaping Condition
  ) -> Self {
    Self(name: name, content: .leadsTo(first, second, fairness))
  }

  /// Whether the property judges reductions, and not situations.
  var isOfStep: Bool {
    switch content {
    case .alwaysStep, .sometimesStep: true
    case .always, .sometimes, .leadsTo: false
    }
  }

  /// Whether this is a liveness property, which needs the transitions.
  var isLiveness: Bool {
    if case .leadsTo = content { true } else { false }
  }
}

// MARK: - Conditions on steps where a situation is needed

extension SpaceProperty {
  /// Rejects a condition on a step, with a message that says so.
  @available(
    *,
    unavailable,
    message: "'eventually' takes a condition on one situation; use 'sometimes' for a step (old, message, new)"
  )
  public static func eventually(
    _ name: String,
    fairness: Fairness = .responses,
    _ condition: @escaping StepCondition
  ) -> Self {
    Self(name: name, content: .alwaysStep(condition))
  }

  /// Rejects a condition on a step, with a message that says so.
  @available(
    *,
    unavailable,
    message: "'leadsTo' takes conditions on one situation; use 'always' for a step (old, message, new)"
  )
  public static func leadsTo(
    _ name: String,
    fairness: Fairness = .responses,
    from first: @escaping StepCondition,
    to second: @escaping Condition
  ) -> Self {
    Self(name: name, content: .alwaysStep(first))
  }

  /// Rejects a condition on a step, with a message that says so.
  @available(
    *,
    unavailable,
    message: "'leadsTo' takes conditions on one situation; use 'always' for a step (old, message, new)"
  )
  public static func leadsTo(
    _ name: String,
    fairness: Fairness = .responses,
    from first: @escaping Condition,
    to second: @escaping StepCondition
  ) -> Self {
    Self(name: name, content: .alwaysStep(second))
  }
}
