import StoreCore

/// A running effect in a situation of a state space, where no work is executed.
public struct RunningEffect: Sendable {
  let description: EffectDescription

  /// The ids that cancel the effect, from the innermost outwards.
  private let identifiers: [EffectIdentifier]

  init(_ description: EffectDescription, under identifiers: [EffectIdentifier]) {
    self.description = description
    self.identifiers = identifiers
  }

  /// The name that was passed to `run`; "debounce" or "throttle" for such a wait.
  public var name: String? { description.name }

  /// The payload that was passed to `run`.
  public var payload: (any Hashable & Sendable)? { description.payload }

  /// The ids of the children in which it runs, such as those of rows, the outermost first.
  ///
  /// A child without an id has none here. An effect of the feature itself has no ids.
  public var childIDs: [any Hashable & Sendable] {
    identifiers.first { $0.base is ChildPath }.map(ids) ?? []
  }

  /// Returns the ids on the path to a child, the outermost first.
  private func ids(of child: EffectIdentifier) -> [any Hashable & Sendable] {
    sequence(first: child.base as? ChildPath) { $0?.parent?.base as? ChildPath }
      .compactMap { $0?.key.identity?.base }.reversed()
  }

  /// Whether it runs in a child with an id.
  func isIn(child id: AnyHashable) -> Bool { childIDs.contains { AnyHashable($0) == id } }

  /// The name, or else the line that created the effect, and the payload.
  public var label: String { description.label }
}
