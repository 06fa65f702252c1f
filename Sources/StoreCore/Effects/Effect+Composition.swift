extension Effect {
  /// Starts all of these at once, in the order given.
  ///
  /// - Parameter effects: The effects to start.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Starts all of these at once, in the order given.
  ///
  /// - Parameter effects: The effects to start.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(node: .merge(effects.map(\.node)))
  }

  /// Runs one effect after another, each when all work of the one before it has ended.
  ///
  /// An effect that is cancelled has ended, and the next one starts. Cancel the whole chain by giving it an id.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs one effect after another, each when all work of the one before it has ended.
  ///
  /// An effect that is cancelled has ended, and the next one starts. Cancel the whole chain by giving it an id.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    Self(node: .concatenate(effects.map(\.node)))
  }

  /// Cancels every effect that runs under an id in the same store.
  ///
  /// Feedback of such an effect that has not been reduced yet is dropped. An id under which nothing runs is no error.
  ///
  /// - Parameter id: The id given to ``cancellable(id:cancelInFlight:)``.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(node: .cancel(EffectIdentifier(id)))
  }

  /// Makes an effect that can be cancelled by ``cancel(id:)``.
  ///
  /// Several effects can share an id, and one effect can have several ids. Ids belong to one store: equal ids in two
  /// stores have nothing to do with each other.
  ///
  /// - Parameters:
  ///   - id: Any hashable value; a case of an enum is usual.
  ///   - cancelInFlight: Whether to cancel what already runs under the id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(node: .cancellable(node.asOnlyPart, id: EffectIdentifier(id), cancelInFlight: cancelInFlight))
  }
}
