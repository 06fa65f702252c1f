extension Reducer where Self: Sendable {
  /// Returns the feature with effects that run while its state contains their keys.
  ///
  /// The keys are computed before and after each message, and once at the start. A new key starts its effect. A removed
  /// key cancels its effect. The effect of an unchanged key keeps running. Replacing a key by another one cancels the
  /// old effect and starts the new one.
  ///
  /// ```swift
  /// extension Loader.State {
  ///   var work: [Loader.Work] { phase == .loading ? [.download(page)] : [] }
  /// }
  ///
  /// let store = Store(initialState: Loader.State()) {
  ///   Loader().running(\.work) { work in
  ///     switch work {
  ///     case .download(let page): .run("download", of: page) { send in ... }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - An effect that has ended by itself is not restarted while its key remains.
  /// - The effects of a message start with the feature's own. Then effects of removed keys are cancelled and effects of
  ///   new keys are started, in the order of the keys. Duplicate keys count once.
  /// - If an effect's own feedback removes its key, the effect is cancelled when that feedback is reduced.
  /// - The keys are independent of the feature's effect ids, and of the keys of other calls of `running`.
  ///
  /// - Parameters:
  ///   - keys: Returns the keys of a state. It must depend on the state alone.
  ///   - effect: Makes the effect of a key.
  public func running<Key: Hashable & Sendable>(
    _ keys: @escaping @Sendable (State) -> [Key],
    effect: @escaping @Sendable (Key) -> Effect<Feedback, Output>
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    RunningReducer(base: self, keys: keys, effect: effect)
  }
}

/// The id of a key's effect, for code that looks up the key.
private protocol RunningKey: Hashable, Sendable {
  var anyKey: any Hashable & Sendable { get }
}

extension EffectIdentifier {
  /// The key, if the id belongs to the effect of a key, in the store's own feature or in a child.
  package var runningKey: EffectIdentifier? {
    if let child = base as? ChildIdentifier { return child.id.runningKey }
    return (base as? any RunningKey).map { EffectIdentifier($0.anyKey) }
  }
}

/// A feature with effects that run while its state contains their keys.
private struct RunningReducer<Base: Reducer & Sendable, Key: Hashable & Sendable>: Reducer, Sendable {
  /// The id of a key's effect.
  ///
  /// Its type is specific to this reducer. So it differs from the ids of the feature, and from those of other such
  /// reducers around or within this one.
  struct ID: RunningKey {
    let key: Key

    var anyKey: any Hashable & Sendable { key }
  }

  let base: Base

  let keys: @Sendable (Base.State) -> [Key]

  let effect: @Sendable (Key) -> Effect<Base.Feedback, Base.Output>

  /// Reduces, and starts and cancels effects as the keys change.
  func reduce(
    message: Message<Base.Input, Base.Feedback>,
    into state: inout Base.State
  ) -> Effect<Base.Feedback, Base.Output> {
    let before = keys(state)
    let own = base.reduce(message: message, into: &state)
    let after = keys(state)
    guard before != after else { return own }
    return .merge([own] + ends(of: before, without: after) + starts(of: after, without: before))
  }

  /// Starts the feature, and the effects of the first state's keys.
  func start(from state: Base.State) -> Effect<Base.Feedback, Base.Output> {
    .merge([base.start(from: state)] + starts(of: keys(state), without: []))
  }

  /// Returns the cancellations of removed keys' effects.
  private func ends(of keys: [Key], without kept: [Key]) -> [Effect<Base.Feedback, Base.Output>] {
    unique(keys, without: kept).map { .cancel(id: ID(key: $0)) }
  }

  /// Returns the effects of new keys.
  private func starts(of keys: [Key], without kept: [Key]) -> [Effect<Base.Feedback, Base.Output>] {
    unique(keys, without: kept).map { effect($0).cancellable(id: ID(key: $0)) }
  }

  /// Returns each key once, in order, without the exceptions.
  private func unique(_ keys: [Key], without exceptions: [Key]) -> [Key] {
    var known = Set(exceptions)
    return keys.filter { known.insert($0).inserted }
  }
}

extension RunningReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
