import StoreCore
import StoreTesting

/// What can happen next in a situation.
enum SpaceMove: Hashable {
  /// An input, by its place among those that can be sent.
  case input(Int)

  /// An effect goes on, by its place among those that run, in the way that its choice says.
  case progress(effect: Int, choice: Int)
}

/// Something that a step did, as its trace tells it.
enum SpaceEvent<Feature: Reducer> {
  case reduced(Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State)

  /// The engine has said something else: about the effect of a description, if it is about one.
  case performed(EffectAction, EffectDescription?)
}

/// Why a state space can't be looked at.
enum SpaceError: Error {
  /// A message was reduced twice, with two outcomes.
  case impure(message: String, differences: [String])

  /// Nothing was said about how the outside answers an effect.
  case noResponse(String)

  /// The feature sends itself feedback without end: the last of it, and where it was made.
  case circle([String], place: String)

  /// Two states are equal, and their hashes are not.
  case brokenHash(String)

  /// A dependency was used that was not provided.
  case dependency(TestFailure.Kind, headline: String, details: String)
}
