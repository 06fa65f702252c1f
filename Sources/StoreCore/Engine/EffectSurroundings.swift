import StoreDependencies

/// What is around an effect that does not stand in the store's own feature: a child, or dependencies of its own.
final class EffectSurroundings {
  /// What is around these.
  let outer: EffectSurroundings?

  /// The innermost child that the effect belongs to.
  let child: LiveChild?

  /// Whether that child is not there any more.
  let isGone: Bool

  /// What the effect's feature sees differently, if this is what these surroundings are for.
  private let override: DependencyOverride?

  /// The innermost scope around the child, if this is what these surroundings are for.
  private let outerScope: CancellationScope?

  /// Makes the surroundings of a child's effects.
  init(child: LiveChild, isGone: Bool, within outer: EffectSurroundings?, scope: CancellationScope?) {
    self.outer = outer
    self.child = child
    self.isGone = isGone || outer?.isGone ?? false
    override = nil
    outerScope = scope
  }

  /// Makes the surroundings of effects with dependencies of their own.
  init(override: DependencyOverride, within outer: EffectSurroundings?) {
    self.outer = outer
    child = outer?.child
    isGone = outer?.isGone ?? false
    self.override = override
    outerScope = nil
  }

  /// An id as the store knows it that the effect's feature has given.
  func identifier(_ id: EffectIdentifier) -> EffectIdentifier {
    guard let child else { return id }
    return EffectIdentifier(ChildIdentifier(child: child.id, id: id))
  }

  /// What the effect depends on, where the store has given dependencies.
  func dependencies(over base: DependencyValues) -> DependencyValues {
    let values = outer?.dependencies(over: base) ?? base
    return override?.values(over: values) ?? values
  }

  /// The surroundings of the innermost child, and the scope in which it stands.
  var parents: (surroundings: EffectSurroundings?, scope: CancellationScope?) {
    override == nil ? (outer, outerScope) : outer?.parents ?? (nil, nil)
  }
}
