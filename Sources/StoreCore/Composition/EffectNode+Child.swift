import StoreDependencies

extension EffectNode {
  /// An effect of a child as its parent returns it.
  ///
  /// - Parameters:
  ///   - place: Where the child stands.
  ///   - collection: Where the collection stands of which the child is an element, if it is one.
  ///   - embed: Makes the parent's feedback of the child's.
  ///   - site: Where the child was given its place.
  func embedded<Child: Reducer>(
    at place: @autoclosure () -> any ChildPlace,
    in collection: (any ChildPlace)? = nil,
    _ embed: @escaping @Sendable (ChildFeedback<Child>) -> some Sendable,
    _ site: CallSite
  ) -> EffectNode {
    if case .none = self { return .none }
    func hear(_ output: any Sendable) -> EffectNode {
      let name = String(describing: featureType(of: Child.self))
      return .feedback(
        embed(.output(typed(output))),
        EffectDescription(kind: .feedback, name: name, payload: nil, site: site)
      )
    }
    // Nothing runs for the child, so its place is none of the store's business.
    if case .output(let output) = self { return hear(output) }
    // An element of a collection is found by the id that its parent's message carries.
    let place = place()
    let sender = collection == nil ? place.key.identity.map(ChildIdentity.init) : nil
    /// What the parent hears of a feedback.
    @Sendable func carry(_ feedback: Child.Feedback) -> any Sendable {
      embed(.feedback(Sealed(feedback, from: sender)))
    }
    let own = map(feedback: carry) { .outsideChild(hear($0)) }
    let node = EffectNode.child(own.asPartOfChild, place)
    return collection.map { .child(node, $0) } ?? node
  }
}
