package import StoreDependencies

/// Where an effect stands: all that it inherits from what is around it.
package struct EffectPlace {
  /// The work that it belongs to, which is awaited and cancelled as a whole.
  package let group: Int

  /// The message that it follows from.
  package let origin: EffectOrigin

  /// The innermost scope around it.
  package private(set) var scope: Int?

  /// The chain that goes on when it has ended.
  package private(set) var chain: Int?

  /// The child, or the dependencies of its own, in which it stands, if it does not stand in the store's feature itself.
  package private(set) var context: EffectContext?

  package init(group: Int, origin: EffectOrigin) {
    self.group = group
    self.origin = origin
  }

  /// Whether the child to which it belongs is not there any more.
  var isGone: Bool { context?.isGone ?? false }

  /// An id as the store knows it that a feature has given here.
  func identifier(_ id: EffectIdentifier) -> EffectIdentifier {
    guard let child = context?.child else { return id }
    return EffectIdentifier(ChildIdentifier(child: child.id, id: id))
  }

  /// What effects depend on here, where the store has given dependencies.
  package func dependencies(over base: DependencyValues) -> DependencyValues {
    context?.dependencies(over: base) ?? base
  }
}

extension EffectPlace {
  func within(_ scope: Int) -> EffectPlace {
    var place = self
    place.scope = scope
    return place
  }

  func linked(to chain: Int) -> EffectPlace {
    var place = self
    place.chain = chain
    return place
  }

  /// The same place in a child; nil if the child is not there any more.
  func inside(_ child: (number: Int, id: EffectIdentifier)?) -> EffectPlace {
    var place = self
    place.context = EffectContext(child: child, within: context, scope: scope)
    return place
  }

  func overriding(_ override: DependencyOverride) -> EffectPlace {
    var place = self
    place.context = EffectContext(override: override, within: context)
    return place
  }

  /// The place of the innermost child among the effects of its parent.
  var outsideChild: EffectPlace {
    guard let context else { return self }
    var place = self
    (place.context, place.scope) = context.parents
    return place
  }
}

/// What effects follow from: a message, or the start. It is carried along, and decides nothing.
package final class EffectOrigin: Sendable {
  /// The message; nil for the start.
  package let message: Message<any Sendable, any Sendable>?

  package init(_ message: Message<any Sendable, any Sendable>?) {
    self.message = message
  }
}

/// What is around an effect that does not stand in the store's own feature: a child, or dependencies of its own.
package final class EffectContext: Sendable {
  private let outer: EffectContext?

  /// The innermost child that the effect belongs to, if it is there.
  let child: (number: Int, id: EffectIdentifier)?

  /// Whether that child is not there any more.
  let isGone: Bool

  /// What the effect's feature sees differently, if this is what the context is for.
  private let override: DependencyOverride?

  /// The innermost scope around the child, if this is what the context is for.
  private let outerScope: Int?

  fileprivate init(child: (number: Int, id: EffectIdentifier)?, within outer: EffectContext?, scope: Int?) {
    self.outer = outer
    self.child = child
    isGone = child == nil
    override = nil
    outerScope = scope
  }

  fileprivate init(override: DependencyOverride, within outer: EffectContext?) {
    self.outer = outer
    child = outer?.child
    isGone = outer?.isGone ?? false
    self.override = override
    outerScope = nil
  }

  /// What the effect depends on, where the store has given dependencies.
  fileprivate func dependencies(over base: DependencyValues) -> DependencyValues {
    // Contexts may nest deeper than the stack is.
    let overrides = sequence(first: self, next: \.outer).compactMap(\.override)
    return overrides.reversed().reduce(base) { values, override in override.values(over: values) }
  }

  /// The context of the innermost child, and the scope in which it stands.
  fileprivate var parents: (context: EffectContext?, scope: Int?) {
    let innermost = sequence(first: self, next: \.outer).first { $0.override == nil }
    return (innermost?.outer, innermost?.outerScope)
  }
}
