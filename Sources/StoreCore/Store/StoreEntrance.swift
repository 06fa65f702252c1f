/// The way back from the effects of a store.
///
/// It refers to the store's host on the main actor only. So the last reference to the host, and with it the state and all
/// other values, is released where the store is, and not on the thread where an effect ends at that moment.
@MainActor
final class StoreEntrance<Feature: Reducer>: EffectHost where Feature.State: Equatable {
  /// The host, as long as the store is there.
  weak var owner: FeatureHost<Feature>?

  /// Makes an entrance that leads nowhere yet.
  nonisolated init() {}

  /// Takes a feedback, on the main actor.
  func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    owner?.arrive(feedback, from: effect)
  }

  /// Hears that an operation has returned, on the main actor.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    owner?.end(effect, throwing: error)
  }
}
