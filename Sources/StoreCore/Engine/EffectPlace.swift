package import StoreDependencies

/// The position of an effect: its group, origin, scope, chain and context.
package struct EffectPlace {
  /// The group of the effect, which is awaited and cancelled as a whole.
  package let group: Int

  /// The message that the effect follows from.
  package let origin: EffectOrigin

  /// The innermost scope around the effect.
  package private(set) var scope: Int?

  /// The chain that continues when the effect has ended.
  package private(set) var chain: Int?

  /// The innermost child or dependency override around the effect; nil without any.
  package private(set) var context: EffectContext?

  package init(group: Int, origin: EffectOrigin) {
    self.group = group
    self.origin = origin
  }

  /// Whether a message has removed the child that the effect belongs to.
  var isInRemovedChild: Bool { context?.isInRemovedChild ?? false }

  /// Returns the store-wide id for an id that a feature uses at this place.
  func identifier(_ id: EffectIdentifier) -> EffectIdentifier {
    guard let child = context?.child else { return id }
    return EffectIdentifier(ChildIdentifier(child: child.id, id: id))
  }

  /// Returns the dependencies of effects at this place.
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

  /// Returns the place of an effect in a child. The child is nil if it was removed.
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

/// The origin of effects: a message, or the start. The engine only passes it along.
package final class EffectOrigin: Sendable {
  /// The message; nil for the start.
  package let message: Message<any Sendable, any Sendable>?

  package init(_ message: Message<any Sendable, any Sendable>?) {
    self.message = message
  }
}

/// The context of an effect within a child or a dependency override.
package final class EffectContext: Sendable {
  private let outer: EffectContext?

  /// The innermost child around the effect, if it is present.
  let child: (number: Int, id: EffectIdentifier)?

  /// Whether a message has removed that child.
  let isInRemovedChild: Bool

  /// The override, if the context represents one.
  private let override: DependencyOverride?

  /// The innermost scope around the child, if the context represents a child.
  private let outerScope: Int?

  fileprivate init(child: (number: Int, id: EffectIdentifier)?, within outer: EffectContext?, scope: Int?) {
    self.outer = outer
    self.child = child
    isInRemovedChild = child == nil
    override = nil
    outerScope = scope
  }

  fileprivate init(override: DependencyOverride, within outer: EffectContext?) {
    self.outer = outer
    child = outer?.child
    isInRemovedChild = outer?.isInRemovedChild ?? false
    self.override = override
    outerScope = nil
  }

  /// Returns the dependencies of the effect, given those of the store.
  fileprivate func dependencies(over base: DependencyValues) -> DependencyValues {
    // A loop instead of recursion: contexts may nest deeper than the stack allows.
    let overrides = sequence(first: self, next: \.outer).compactMap(\.override)
    return overrides.reversed().reduce(base) { values, override in override.values(over: values) }
  }

  /// The context around the innermost child, and the scope of that child.
  fileprivate var parents: (context: EffectContext?, scope: Int?) {
    let innermost = sequence(first: self, next: \.outer).first { $0.override == nil }
    return (innermost?.outer, innermost?.outerScope)
  }
}
