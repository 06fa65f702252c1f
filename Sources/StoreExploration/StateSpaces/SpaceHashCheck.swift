import StoreTesting

/// A check that equal states have equal hashes.
enum SpaceHashCheck {
  /// The number of situations that are compared with each other.
  static let sampleSize = 200

  /// Compares a situation with its predecessor: a step often changes little, or nothing that `==` compares.
  static func check<Feature>(_ node: SpaceNode<Feature>, _ parent: SpaceNode<Feature>) throws(SpaceError) {
    guard node.state == parent.state, node.state.hashValue != parent.state.hashValue else { return }
    let lines = differences(parent.state, node.state, limit: 3).map { $0.line(" and ") }
    throw SpaceError.brokenHash(list(lines.isEmpty ? [describe(node.state)] : lines))
  }

  /// Compares the first situations with each other.
  static func check<Feature>(_ table: SpaceTable<Feature>) throws(SpaceError) {
    let some = table.nodes.prefix(sampleSize)
    for (index, node) in some.enumerated() {
      for other in some.prefix(index) { try check(node, other) }
    }
  }
}
