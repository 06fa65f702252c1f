extension Reducer where Self: Sendable {
  /// The same feature with work that runs for as long as its state says so.
  ///
  /// The state is asked for the keys of what must run, before and after each message, and once at the start. The effect of
  /// a key that has come is started, that of a key that has gone is cancelled, and that of a key that stays goes on,
  /// undisturbed. So a changed key means that the latest wins: the old one has gone and the new one has come.
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
  /// - Work that has ended by itself is not started again while its key stays.
  /// - Of the effects of a message, the feature's own come first; then what has gone is cancelled and what has come is
  ///   started, each in the order in which the keys stand. A key that stands twice counts once.
  /// - Work whose own feedback makes its key go is cancelled when that feedback is reduced.
  /// - The keys have nothing to do with the ids that the feature gives to effects, nor with those of other calls of this.
  ///
  /// - Parameters:
  ///   - keys: What must run in a state. It must depend on nothing else.
  ///   - effect: The work of a key.
  public func running<Key: Hashable & Sendable>(
    _ keys: @escaping @Sendable (State) -> [Key],
    effect: @escaping @Sendable (Key) -> Effect<Feedback, Output>
  ) -> some Reducer<State, Input, Feedback, Output> & Sendable {
    RunningReducer(base: self, keys: keys, effect: effect)
  }
}

/// The id under which the work of a key runs, for those who look for the key.
private protocol RunningKey: Hashable, Sendable {
  var anyKey: any Hashable & Sendable { get }
}

extension EffectIdentifier {
  /// The key, if work runs for one under this id, in the store's own feature or in a child.
  package var runningKey: EffectIdentifier? {
    if let child = base as? ChildIdentifier { return child.id.runningKey }
    return (base as? any RunningKey).map { EffectIdentifier($0.anyKey) }
  }
}

/// A feature with work that runs for as long as its state says so.
private struct RunningReducer<Base: Reducer & Sendable, Key: Hashable & Sendable>: Reducer, Sendable {
  /// The id under which the work of a key runs.
  ///
  /// Its type belongs to this reducer. So no id of the feature, and none of another such reducer around or within this
  /// one, can equal it.
  struct ID: RunningKey {
    let key: Key

    /// The key, whatever its type.
    var anyKey: any Hashable & Sendable { key }
  }

  let base: Base

  /// What must run in a state.
  let keys: @Sendable (Base.State) -> [Key]

  let effect: @Sendable (Key) -> Effect<Base.Feedback, Base.Output>

  /// Reduces, and starts and ends what the change of state demands.
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

  /// Starts as the feature does, and starts what the first state demands.
  func start(from state: Base.State) -> Effect<Base.Feedback, Base.Output> {
    .merge([base.start(from: state)] + starts(of: keys(state), without: []))
  }

  /// Cancels the work of keys, except for those that stay.
  private func ends(of keys: [Key], without kept: [Key]) -> [Effect<Base.Feedback, Base.Output>] {
    unique(keys, without: kept).map { .cancel(id: ID(key: $0)) }
  }

  /// Starts the work of keys, except for those that were there before.
  private func starts(of keys: [Key], without kept: [Key]) -> [Effect<Base.Feedback, Base.Output>] {
    unique(keys, without: kept).map { effect($0).cancellable(id: ID(key: $0)) }
  }

  /// Each key once, in order, except for some.
  private func unique(_ keys: [Key], without exceptions: [Key]) -> [Key] {
    var known = Set(exceptions)
    return keys.filter { known.insert($0).inserted }
  }
}

extension RunningReducer: ReducerOperator {
  package static var featureType: Any.Type { Base.self }
}
