import StoreCore
import StoreDependencies

/// A message for a child that its parent has not passed on.
struct ForgottenMessage: Sendable {
  /// The name of the child in a failure.
  let child: String

  /// The name of the parent in a failure.
  let parent: String

  /// The arguments of the call by which the parent passes it on.
  let arguments: String

  /// The line that created the scope.
  let site: CallSite

  /// Whether the child has changed its state, so that only its effect is missing.
  let lacksEffect: Bool
}

/// The payload of a parent's message, which may be for a child.
struct RoutedMessage {
  /// The name of the message's case.
  let name: String

  private let isInput: Bool

  /// The parts of the payload: the child's message, after the id of the child if there are several.
  private let parts: [Any]

  /// Creates the payload of a message; nil if its case has none.
  init?(_ message: MessageRecord) {
    guard case .choice(let name, let parts) = ReflectedValue(of: message.value), (1...2).contains(parts.count) else {
      return nil
    }
    self.name = name
    isInput = message.isInput
    self.parts = parts.map(\.value)
  }

  /// The child's id; nil if the payload has none.
  var id: Any? { parts.count == 2 ? parts[0] : nil }

  /// Returns the message for a child; nil if the payload is no message of that child.
  func message<Child: Reducer>(for _: Child.Type) -> ChildMessage<Child>? {
    guard let payload = parts.last else { return nil }
    if isInput { return (payload as? Child.Input).map { .input($0) } }
    if case .feedback(let feedback)? = payload as? ChildFeedback<Child> {
      // The sender is left out: the scope compares it with the present child, and reports another one.
      return .feedback(Sealed(feedback.content))
    }
    // The child of a parent with one type of action.
    return (payload as? Child.Feedback).map { .feedback(Sealed($0)) }
  }
}

extension Scope {
  func forgotten(
    _ message: RoutedMessage,
    from before: Parent.State,
    to after: Parent.State,
    _ effect: EffectNode
  ) -> ForgottenMessage? {
    guard message.id == nil, let content = message.message(for: Child.self), let old = child(in: before),
      let key = key(in: before), let seen = child(in: after)
    else { return nil }
    var alone = before
    let own = reduce(content, into: &alone).node
    return ForgottenMessage(
      of: (Parent.self, Child.self),
      content,
      states: (old, child(in: alone), seen),
      isWorkMissing: !own.isIdle && !effect.belongs(to: key),
      site: site,
      id: nil
    )
  }
}

extension ScopeElements {
  func forgotten(
    _ message: RoutedMessage,
    from before: Parent.State,
    to after: Parent.State,
    _ effect: EffectNode
  ) -> ForgottenMessage? {
    guard let id = message.id as? ID, let content = message.message(for: Child.self), let old = child(id, in: before),
      let seen = child(id, in: after)
    else { return nil }
    var alone = before
    let own = reduce(content, id: id, into: &alone).node
    return ForgottenMessage(
      of: (Parent.self, Child.self),
      content,
      states: (old, child(id, in: alone), seen),
      isWorkMissing: !own.isIdle && !effect.belongs(to: key(of: id)),
      site: site,
      id: id
    )
  }
}

extension ForgottenMessage {
  /// Judges a message by what the child makes of it alone; nil if the parent has passed it on.
  ///
  /// - Parameters:
  ///   - types: The parent and the child.
  ///   - message: The child's message.
  ///   - states: The child's state before the message, after it if the child alone reduces it, and after the parent has
  ///     reduced its own.
  ///   - isWorkMissing: Whether the parent's effect lacks the child's.
  ///   - site: The line that created the scope.
  ///   - id: The id of the child, if there are several.
  fileprivate init?<Parent: Reducer, Child: Reducer>(
    of types: (Parent.Type, Child.Type),
    _ message: ChildMessage<Child>,
    states: (before: Child.State, alone: Child.State?, seen: Child.State),
    isWorkMissing: Bool,
    site: CallSite,
    id: Any?
  ) {
    guard let alone = states.alone else { return nil }
    let changes = !differences(states.before, alone, limit: 1).isEmpty
    let isChanged = !differences(states.before, states.seen, limit: 1).isEmpty
    // A parent that has changed the child has probably passed the message on.
    guard changes && !isChanged || isWorkMissing else { return nil }
    child = "\(featureType(of: Child.self))" + (id.map { " with the id \(describe($0))" } ?? "")
    parent = "\(featureType(of: Parent.self))"
    let kind = if case .input = message { "input" } else { "feedback" }
    arguments = ".\(kind)(\(kind))\(id == nil ? "" : ", id: id"), into: &state"
    self.site = site
    lacksEffect = changes && isChanged
  }
}

extension TestSession {
  /// Explains a failure by a message that the feature has not passed on to the child for which it is.
  ///
  /// It reduces the message again, so the feature must not have read a dependency for it: that may return another value.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - before: The state before it.
  func forgottenMessage(_ message: ReducedMessage<Feature>, from before: Feature.State) -> String? {
    guard message.isReducedTwice, !childScopes.isEmpty, let routed = RoutedMessage(message) else { return nil }
    var candidates: [(name: String?, message: ForgottenMessage)] = []
    withoutReports {
      DependencyValues.withValues(engine.dependencies) {
        var after = before
        let node = apply(message.message, to: &after)
        for (name, scope) in findNamedScopes(in: reducer) {
          if let found = scope.forgotten(routed, from: before, to: after, node) { candidates.append((name, found)) }
        }
      }
    }
    // Several children may have messages of one type.
    let named = candidates.filter { $0.name == routed.name }
    guard let found = named.first ?? (candidates.count == 1 ? candidates.first : nil) else { return nil }
    let call = "\(found.name ?? "scope").reduce(\(found.message.arguments))"
    return paragraphs(
      found.message.lacksEffect
        ? """
        \(found.message.parent) has a scope for \(found.message.child), made at \(found.message.site), but does not return the \
        effect of \(describe(message.value)). Return it, as a part of the effect of that message:
        """
        : """
        \(found.message.parent) has a scope for \(found.message.child), made at \(found.message.site), but does not pass \
        \(describe(message.value)) on to it. Pass it on, and return the effect:
        """,
      code(["return \(call)"])
    )
  }

  /// Explains a missing event by one of the last messages.
  var forgottenMessage: String? {
    guard !childScopes.isEmpty else { return nil }
    let messages = log.events.compactMap(\.message).suffix(9)
    for (message, before) in zip(messages, [nil] + messages.map(\.after)).reversed() {
      guard let before = before ?? (log.forgotten == 0 && messages.count < 9 ? initial : nil) else { continue }
      if let text = forgottenMessage(message, from: before) { return text }
    }
    return nil
  }
}
