import StoreCore
import StoreTesting

/// The path to a part of an effect, as the index of each part in the part around it.
typealias EffectPath = [Int]

extension EffectNode {
  /// The maximum nesting depth of parts to visit.
  private static var maximumDepth: Int { 24 }

  /// All parts with their paths, each before the parts nested in it.
  var allParts: [(path: EffectPath, node: EffectNode)] {
    var parts: [(path: EffectPath, node: EffectNode)] = []
    var rest: [(path: EffectPath, node: EffectNode)] = [([], self)]
    while let (path, node) = rest.popLast() {
      parts.append((path, node))
      guard path.count < Self.maximumDepth else { continue }
      rest += node.directParts.enumerated().map { (path + [$0], $1) }.reversed()
    }
    return parts
  }

  /// Whether the effect has an observable action. The cancellation of an id without running effects is not observable.
  ///
  /// - Parameter ids: The ids under which effects run.
  func isActive(running ids: Set<EffectIdentifier>) -> Bool {
    allParts.contains { _, node in
      switch node {
      case .output, .feedback, .run: true
      case .cancel(let id): ids.contains(id)
      case .none, .merge, .concatenate, .cancellable, .throttle, .openThrottle, .child, .outsideChild, .overriding:
        false
      }
    }
  }

  /// Returns the part at a path; nil if the path doesn't exist.
  func part(at path: some Collection<Int>) -> EffectNode? {
    var node = self
    for index in path {
      let parts = node.directParts
      guard parts.indices.contains(index) else { return nil }
      node = parts[index]
    }
    return node
  }

  /// Returns the ids under which a part can be cancelled, from the outermost inwards.
  func identifiers(around path: EffectPath) -> [EffectIdentifier] {
    var ids: [EffectIdentifier] = []
    var node = self
    for index in path {
      switch node {
      case .cancellable(_, let id, _), .throttle(_, let id, _, _, _): ids.append(id)
      default: break
      }
      let parts = node.directParts
      guard parts.indices.contains(index) else { break }
      node = parts[index]
    }
    return ids
  }

  /// Returns the effect with another part at a path; nil if the path doesn't exist.
  func replacingPart(at path: ArraySlice<Int>, with change: (EffectNode) -> EffectNode?) -> EffectNode? {
    guard let index = path.first else { return change(self) }
    var parts = directParts
    guard parts.indices.contains(index) else { return nil }
    guard let part = parts[index].replacingPart(at: path.dropFirst(), with: change) else { return nil }
    parts[index] = part
    return replacingDirectParts(parts)
  }

  /// Returns the effect with all its work changed.
  ///
  /// - Parameter change: Changes the work at a path.
  func replacingWork(_ change: (EffectWork, EffectPath) -> EffectWork) -> EffectNode {
    replacingWork(at: [], change)
  }

  /// Returns the effect with all its work changed, given its own path.
  private func replacingWork(at path: EffectPath, _ change: (EffectWork, EffectPath) -> EffectWork) -> EffectNode {
    if case .run(let work) = self { return .run(change(work, path)) }
    guard path.count < Self.maximumDepth else { return self }
    let parts = directParts
    guard !parts.isEmpty else { return self }
    return replacingDirectParts(parts.enumerated().map { $1.replacingWork(at: path + [$0], change) })
  }

  /// Returns the effect with other direct parts, as many as before.
  private func replacingDirectParts(_ parts: [EffectNode]) -> EffectNode {
    switch self {
    case .none, .output, .feedback, .run, .cancel, .openThrottle: self
    case .merge: .merge(parts)
    case .concatenate: .concatenate(parts)
    case .cancellable(_, let id, let cancelInFlight): .cancellable(parts[0], id: id, cancelInFlight: cancelInFlight)
    case .throttle(_, let id, let interval, let latest, let site):
      .throttle(parts[0], id: id, interval: interval, latest: latest, site: site)
    case .outsideChild: .outsideChild(parts[0])
    case .overriding(_, let override): .overriding(parts[0], override)
    case .child(_, let place): .child(parts[0], place)
    }
  }
}
