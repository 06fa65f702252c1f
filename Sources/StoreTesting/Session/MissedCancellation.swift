import StoreCore
import StoreDependencies

extension TestSession {
  /// Explains an effect of a child that still runs by a parent's cancellation of the same id, which doesn't reach it.
  func missedCancellation(of effect: EffectToken) -> String? {
    let ids = engine.identifiers(of: effect).compactMap { $0.base as? ChildIdentifier }
    guard !ids.isEmpty else { return nil }
    let events = log.events
    let start = events.firstIndex { event in
      if case .started(let record) = event.content { record.token === effect } else { false }
    }
    let messages = events[(start ?? events.startIndex)...].compactMap(\.message).suffix(32)
    let previous = start.flatMap { events[..<$0].last { $0.message != nil }?.stateAfter }
    for (message, before) in zip(messages, [previous] + messages.map(\.after)).reversed() {
      guard let before, let id = ids.first(where: { cancels($0, on: message, in: before) }) else { continue }
      return """
        A parent cancels the id \(describe(id.id.base)) on \(describe(message.value)), but the \
        \(effect.description.titlePhrase) runs under that id in a child. An id belongs to the feature that uses it, so this \
        cancels no effect of a child. Let the child cancel its effect, on an input that the parent passes on.
        """
    }
    return nil
  }

  /// Whether a message makes a parent of a child cancel the id that the child uses.
  ///
  /// It reduces the message again, so the feature must not have read a dependency for it: that may return another value.
  private func cancels(_ id: ChildIdentifier, on message: ReducedMessage<Feature>, in before: Feature.State) -> Bool {
    guard message.isReducedTwice else { return false }
    var node = EffectNode.none
    withoutReports {
      var state = before
      node = DependencyValues.withValues(engine.dependencies) { apply(message.message, to: &state) }
    }
    return node.cancels(id.id, above: path(to: id.child))
  }

  /// Returns the places on the path to a child, the outermost first.
  private func path(to child: EffectIdentifier) -> ArraySlice<ChildKey> {
    let paths = sequence(first: child.base as? ChildPath) { $0?.parent?.base as? ChildPath }
    return paths.compactMap { $0?.key }.reversed()[...]
  }
}

extension EffectNode {
  /// Whether the effect cancels an id of a feature above a child.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The places that lead from the feature of this effect to the child.
  fileprivate func cancels(_ id: EffectIdentifier, above path: ArraySlice<ChildKey>) -> Bool {
    guard let next = path.first else { return false }
    return switch self {
    case .cancel(let other): other == id
    case .child(let node, let place):
      // A parent handles the outputs of the child in messages of its own.
      place.key == next && node.cancels(id, above: path.dropFirst())
    default: directParts.contains { $0.cancels(id, above: path) }
    }
  }
}
