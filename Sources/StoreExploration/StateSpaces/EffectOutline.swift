import StoreCore
import StoreDependencies
import StoreTesting

/// The comparable content of effects: everything except their closures.
///
/// The parts form a list, each before those nested in it, because effects may nest deeper than the stack allows.
struct EffectOutline: Hashable {
  /// A part of an effect, without those nested in it.
  private enum Part: Hashable {
    /// Work, or a feedback with its value.
    case work(WorkShape, says: AnyHashable?)

    case output(AnyHashable)

    /// Several effects, at once or one after another.
    case list(isChain: Bool, count: Int)

    /// An effect under an id, or an operation on the id.
    case under(EffectIdentifier, String)

    case child(ChildKey)

    /// The parent's reaction to an output of a child.
    case outsideChild
  }

  private var parts: [Part] = []

  init(_ nodes: some BidirectionalCollection<EffectNode>) {
    var rest = Array(nodes.reversed())
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

/// The comparable content of work.
struct WorkShape: Hashable {
  /// The name that was passed to `run`.
  let name: String?

  let payload: AnyHashable?

  /// The line that created the work, which distinguishes unnamed work.
  let site: CallSite

  init(_ description: EffectDescription) {
    name = description.name
    payload = description.payload.map { AnyHashable($0) }
    site = description.site
  }
}

/// Returns a comparable form of a value: the value itself, or else its text.
private func identity(of value: any Sendable) -> AnyHashable {
  (value as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(identifyingText(of: value))
}
