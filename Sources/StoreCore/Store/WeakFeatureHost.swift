/// A weak reference from the effects of a store to the store's host.
///
/// It accesses the host only on the main actor. So an effect's thread never releases the last reference to the host and
/// its state.
@MainActor
final class WeakFeatureHost<Feature: Reducer>: EffectHost where Feature.State: Equatable {
  /// The host, while the store exists.
  weak var owner: FeatureHost<Feature>?

  nonisolated init() {}

  func arrive(_ feedback: any Sendable, from effect: EffectToken) {
    owner?.arrive(feedback, from: effect)
  }

  /// Receives the end of an operation, on the main actor.
  func end(_ effect: EffectToken, throwing error: (any Error)?) {
    owner?.end(effect, throwing: error)
  }
}
