import StoreCore
import StoreDependencies

/// What tells effects from each other without running them: everything but their closures.
indirect enum EffectShape: Hashable {
  /// Something that starts by itself: work, or a feedback.
  case work(WorkShape)

  /// A value that is told to somebody.
  case value(AnyHashable)

  /// Several effects, at once or one after another.
  case list(isChain: Bool, [EffectShape])

  /// An effect in the reach of an id, or what happens to the id itself.
  case under(EffectIdentifier, String, EffectShape?)

  /// An effect of a child.
  case child(ChildKey, EffectShape)

  /// What follows from an output of a child.
  case said(EffectShape)

  /// Takes the shape of an effect.
  init<Feedback, Output>(_ node: EffectNode<Feedback, Output>) {
    switch node {
    case .none: self = .list(isChain: false, [])
    case .output(let output): self = .value(identity(of: output))
    case .feedback(let feedback, let description): self = .work(WorkShape(description, says: identity(of: feedback)))
    case .run(let work): self = .work(WorkShape(work.description))
    case .merge(let nodes): self = .list(isChain: false, nodes.map(EffectShape.init))
    case .concatenate(let nodes): self = .list(isChain: true, nodes.map(EffectShape.init))
    case .cancel(let id): self = .under(id, "cancel", nil)
    case .cancellable(let node, let id, let cancelInFlight):
      self = .under(id, cancelInFlight ? "cancellable in flight" : "cancellable", EffectShape(node))
    case .throttle(let node, let id, _, let latest, _):
      self = .under(id, latest ? "throttle latest" : "throttle", EffectShape(node))
    case .openThrottle(let id, _): self = .under(id, "interval", nil)
    case .child(let node, let place): self = .child(place.key, EffectShape(node))
    case .said(let node): self = .said(EffectShape(node))
    case .overriding(let node, _): self = EffectShape(node)
    }
  }
}

/// What tells pieces of work from each other.
struct WorkShape: Hashable {
  /// The name given to `run`.
  let name: String?

  /// What the work asks for.
  let payload: AnyHashable?

  /// Where it was made, which tells work without a name apart.
  let site: CallSite

  /// What it says, if that is known beforehand.
  let says: AnyHashable?

  /// Takes what is known of work.
  init(_ description: EffectDescription, says: AnyHashable? = nil) {
    name = description.name
    payload = description.payload.map { AnyHashable($0) }
    site = description.site
    self.says = says
  }
}

/// A value as something that can be compared: itself, or else what it is made of as text.
private func identity<Value>(of value: Value) -> AnyHashable {
  (value as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(identifyingText(of: value))
}
