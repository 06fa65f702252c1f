public import StoreCore

/// What a feature promises of all its behaviours, or of one of them.
public struct SpaceProperty<Feature: Reducer> {
  /// A condition on a situation.
  public typealias Condition = (Situation<Feature>) -> Bool

  /// A condition on a step: the state before it, the message, and the state after it.
  public typealias StepCondition = (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool

  /// What is taken for granted of the outside where something must happen in the end.
  ///
  /// Whatever is assumed: nobody is forced to send an input, a wait comes to its end, and an effect that keeps running
  /// goes on in one of the ways declared, unless it has ``Response/never``.
  public enum Fairness: Sendable, Hashable {
    /// Inputs may go on for ever.
    case responses

    /// Inputs come to an end at some time. Without it, whoever reloads again and again keeps a feature from its answer.
    case responsesOnceInputsEnd
  }

  /// The kinds of promise.
  enum Content {
    /// In every situation.
    case always(Condition)

    case alwaysStep(StepCondition)
    case sometimes(Condition)

    /// After each situation of the first kind, or there already, one of the second.
    case leadsTo(Condition?, Condition, Fairness)
  }

  /// The promise in words.
  let name: String

  let content: Content

  /// It holds in every situation: whenever a message, and what the feature sends itself because of it, is dealt with.
  ///
  /// - Parameters:
  ///   - name: The promise in words.
  ///   - condition: What holds.
  public static func always(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, content: .always(condition))
  }

  /// It holds in every reduction.
  ///
  /// - Parameters:
  ///   - name: The promise in words.
  ///   - condition: What holds of the state before, the message, and the state after.
  public static func always(_ name: String, _ condition: @escaping StepCondition) -> Self {
    Self(name: name, content: .alwaysStep(condition))
  }

  /// It holds in one situation at least. Without such a witness, it fails.
  ///
  /// - Parameters:
  ///   - name: The promise in words.
  ///   - condition: What holds there.
  public static func sometimes(_ name: String, _ condition: @escaping Condition) -> Self {
    Self(name: name, content: .sometimes(condition))
  }

  /// It holds at the beginning or at some time after it, however things go.
  ///
  /// - Parameters:
  ///   - name: The promise in words.
  ///   - fairness: What is taken for granted of the outside.
  ///   - condition: What holds then.
  public static func eventually(
    _ name: String,
    fairness: Fairness = .responses,
    _ condition: @escaping Condition
  ) -> Self {
    Self(name: name, content: .leadsTo(nil, condition, fairness))
  }

  /// Whenever the first holds, the second holds then or later, however things go.
  ///
  /// - Parameters:
  ///   - name: The promise in words.
  ///   - fairness: What is taken for granted of the outside.
  ///   - first: What sets the promise in force.
  ///   - second: What fulfils it.
  public static func leadsTo(
    _ name: String,
    fairness: Fairness = .responses,
    from first: @escaping Condition,
    to second: @escaping Condition
  ) -> Self {
    Self(name: name, content: .leadsTo(first, second, fairness))
  }

  /// Whether the transitions are needed to judge it.
  var isLiveness: Bool {
    if case .leadsTo = content { true } else { false }
  }
}
