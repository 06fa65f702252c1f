import StoreCore
import StoreTesting

/// A possible next step in a situation.
enum SpaceMove: Hashable {
  /// An input, by its index among those that can be sent.
  case input(Int)

  /// A step of an effect, by its index among the running effects, with its response.
  case progress(effect: Int, choice: Int)
}

/// An event of a step, for its trace.
enum SpaceEvent<Feature: Reducer> {
  case reduced(Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State)

  /// Another action of the engine, with the description of its effect if it has one.
  case performed(EffectAction, EffectDescription?)
}

/// An error that prevents the exploration of a state space.
enum SpaceError: Error {
  /// A message was reduced twice, with different results.
  case impure(message: String, differences: [String])

  /// No response was declared for an effect.
  case noResponse(String)

  /// The feature sends itself feedback in an endless loop: the last feedbacks, and the line that made them.
  case endlessLoop([String], place: String)

  /// Two states are equal, but their hashes differ.
  case brokenHash(String)

  /// A dependency was used that the test did not provide.
  case dependency(TestFailure.Kind, headline: String, details: String)
}
