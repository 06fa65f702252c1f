extension Effect {
  /// Starts several effects at once, in the given order.
  ///
  /// - Parameter effects: The effects to start.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Starts several effects at once, in the given order.
  ///
  /// - Parameter effects: The effects to start.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(node: .merge(effects.map(\.node)))
  }

  /// Runs effects one after another: each starts when all work of the one before it has ended.
  ///
  /// A cancelled effect counts as ended, so the next one starts. To cancel the whole chain, give it an id.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs effects one after another: each starts when all work of the one before it has ended.
  ///
  /// A cancelled effect counts as ended, so the next one starts. To cancel the whole chain, give it an id.
  ///
  /// - Parameter effects: The effects to run.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    Self(node: .concatenate(effects.map(\.node)))
  }

  /// Cancels every effect that runs under an id in the same store.
  ///
  /// Feedback that such an effect sent and that is not yet reduced is dropped. Cancelling an unused id does nothing.
  ///
  /// - Parameter id: The id given to ``cancellable(id:cancelInFlight:)``.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(node: .cancel(EffectIdentifier(id)))
  }

  /// Makes the effect cancellable by ``cancel(id:)``.
  ///
  /// Several effects can share an id, and one effect can have several ids. Ids belong to one store: equal ids in two
  /// stores are independent.
  ///
  /// - Parameters:
  ///   - id: A hashable value, usually a case of an enum.
  ///   - cancelInFlight: Whether to cancel effects that already run under the id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(node: .cancellable(node.asOnlyPart, id: EffectIdentifier(id), cancelInFlight: cancelInFlight))
  }
}
