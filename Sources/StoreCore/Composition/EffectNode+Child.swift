import StoreDependencies

extension EffectNode {
  /// Converts an effect of a child to the effect that its parent returns.
  ///
  /// - Parameters:
  ///   - place: The place of the child.
  ///   - collection: The place of the collection, if the child is an element of one.
  ///   - embed: Wraps the child's feedback in the parent's.
  ///   - site: The line that created the scope.
  func embedded<Child: Reducer>(
    at place: @autoclosure () -> any ChildPlace,
    in collection: (any ChildPlace)? = nil,
    _ embed: @escaping @Sendable (ChildFeedback<Child>) -> some Sendable,
    _ site: CallSite
  ) -> EffectNode {
    if case .none = self { return .none }
    func parentFeedback(for output: any Sendable) -> EffectNode {
      let name = String(describing: featureType(of: Child.self))
      return .feedback(
        embed(.output(typed(output))),
        EffectDescription(kind: .feedback, name: name, payload: nil, site: site)
      )
    }
    // A single output starts no work in the child, so the store needn't track the child.
    if case .output(let output) = self { return parentFeedback(for: output) }
    // An element of a collection is found by the id in its parent's message, so it needs no identity here.
    let place = place()
    let sender = collection == nil ? place.key.identity.map(ChildIdentity.init) : nil
    /// Wraps a feedback of the child in the parent's.
    @Sendable func parentMessage(for feedback: Child.Feedback) -> any Sendable {
      embed(.feedback(Sealed(feedback, from: sender)))
    }
    let childEffect = map(feedback: parentMessage) { .outsideChild(parentFeedback(for: $0)) }
    let node = EffectNode.child(childEffect.asPartOfChild, place)
    return collection.map { .child(node, $0) } ?? node
  }
}
