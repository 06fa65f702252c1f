import StoreCore

/// A situation in an exploration of a real store.
///
/// Performance: it is an object, as generic code would copy a large value at each access.
final class LiveNode<Feature: Reducer> where Feature.State: Equatable {
  let situation: Situation<Feature>
  let key: LiveKey<Feature>
  let effects: [LiveEffect]
  let possible: [DrivenStep]

  /// The known steps, by the positions of the possible ones.
  var steps: [SpaceStep<Feature>?]

  /// The number of the first situation with the same state; zero if that doesn't count.
  var stateNumber = 0

  /// The steps that were taken, which a recorded space numbers.
  var taken: [Int] { steps.indices.filter { steps[$0] != nil } }

  init(
    _ situation: Situation<Feature>,
    key: LiveKey<Feature>,
    effects: [LiveEffect],
    possible: [DrivenStep]
  ) {
    self.situation = situation
    self.key = key
    self.effects = effects
    self.possible = possible
    steps = Array(repeating: nil, count: possible.count)
  }
}
