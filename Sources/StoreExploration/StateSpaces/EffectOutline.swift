import StoreCore
import StoreDependencies
import StoreTesting

/// What tells effects from each other without running them: everything but their closures.
///
/// The parts stand in a list, each before those within it, as effects may nest deeper than the stack is.
struct EffectOutline: Hashable {
  /// A part of an effect, without those within it.
  private enum Part: Hashable {
    /// Something that starts by itself: work, or a feedback and what it says.
    case work(WorkShape, says: AnyHashable?)

    case output(AnyHashable)

    /// Several effects, at once or one after another.
    case list(isChain: Bool, count: Int)

    /// An effect in the reach of an id, or what happens to the id itself.
    case under(EffectIdentifier, String)

    case child(ChildKey)

    /// What follows from an output of a child.
    case outsideChild
  }

  private var parts: [Part] = []

  init(_ nodes: some BidirectionalCollection<EffectNode>) {
    var rest = Array(nodes.reversed())
    parts.append(.list(isChain: true, count: rest.count))
    while let node = rest.popLast() {
      switch node {
      case .none: parts.append(.list(isChain: false, count: 0))
      case .output(let output): parts.append(.output(identity(of: output)))
      case .feedback(let feedback, let description):
        parts.append(.work(WorkShape(description), says: identity(of: feedback)))
      case .run(let work): parts.append(.work(WorkShape(work.description), says: nil))
      case .merge(let nodes):
        parts.append(.list(isChain: false, count: nodes.nodes.count))
        rest += nodes.nodes.reversed()
      case .concatenate(let nodes):
        parts.append(.list(isChain: true, count: nodes.nodes.count))
        rest += nodes.nodes.reversed()
      case .cancel(let id): parts.append(.under(id, "cancel"))
      case .cancellable(let node, let id, let cancelInFlight):
        parts.append(.under(id, cancelInFlight ? "cancellable in flight" : "cancellable"))
        rest.append(node)
      case .throttle(let node, let id, _, let latest, _):
        parts.append(.under(id, latest ? "throttle latest" : "throttle"))
        rest.append(node)
      case .openThrottle(let id, _): parts.append(.under(id, "interval"))
      case .child(let node, let place):
        parts.append(.child(place.key))
        rest.append(node)
      case .outsideChild(let node):
        parts.append(.outsideChild)
        rest.append(node)
      case .overriding(let node, _): rest.append(node)
      }
    }
  }
}

/// What tells pieces of work from each other.
struct WorkShape: Hashable {
  /// The name given to `run`.
  let name: String?

  let payload: AnyHashable?

  /// Where it was made, which tells work without a name apart.
  let site: CallSite

  init(_ description: EffectDescription) {
    name = description.name
    payload = description.payload.map { AnyHashable($0) }
    site = description.site
  }
}

/// A value as something that can be compared: itself, or else what it is made of as text.
private func identity(of value: any Sendable) -> AnyHashable {
  (value as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(identifyingText(of: value))
}
