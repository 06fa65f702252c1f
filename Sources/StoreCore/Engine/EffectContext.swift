import StoreDependencies

/// What an effect inherits from the place where it stands.
///
/// It knows nothing of the feature's types, like everything that is made for each message and each effect.
struct EffectContext {
  /// The message that it follows from.
  let cause: EffectCause

  /// The tree that it belongs to.
  let tree: EffectTree

  /// The innermost scope around it.
  var scope: CancellationScope?

  /// What waits for its end.
  var join: Join?

  /// The child, or the dependencies of its own, in which it stands, if it does not stand in the store's feature itself.
  var surroundings: EffectSurroundings?

  /// The same place within another scope.
  func within(_ scope: CancellationScope) -> EffectContext {
    var context = self
    context.scope = scope
    return context
  }

  /// The same place with something else that waits for its end.
  func joined(to join: Join) -> EffectContext {
    var context = self
    context.join = join
    return context
  }

  /// Whether nothing may start here any more.
  var isCancelled: Bool { tree.isCancelled || scope?.isCancelled ?? false }
}

extension EffectContext {
  /// Whether the child to which this place belongs is not there any more.
  var isGone: Bool { surroundings?.isGone ?? false }

  /// An id as the store knows it that a feature has given here.
  func identifier(_ id: EffectIdentifier) -> EffectIdentifier {
    surroundings?.identifier(id) ?? id
  }

  /// What effects depend on here, where the store has given dependencies.
  func dependencies(over base: DependencyValues) -> DependencyValues {
    surroundings?.dependencies(over: base) ?? base
  }

  /// The same place in a child.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - isGone: Whether the child is not there any more.
  func inside(_ child: LiveChild, isGone: Bool = false) -> EffectContext {
    var context = self
    context.surroundings = EffectSurroundings(child: child, isGone: isGone, within: surroundings, scope: scope)
    return context
  }

  /// The same place with dependencies of its own.
  func overriding(_ override: DependencyOverride) -> EffectContext {
    var context = self
    context.surroundings = EffectSurroundings(override: override, within: surroundings)
    return context
  }

  /// The place of the innermost child among the effects of its parent.
  var outsideChild: EffectContext {
    guard let surroundings else { return self }
    var context = self
    (context.surroundings, context.scope) = surroundings.parents
    return context
  }
}
