import StoreTesting

/// Finds the orders of lists: "the items are in ascending order of their dates".
struct ListOrders: CandidateFinder {
  /// The least number of different lists that speak for an order.
  private static var leastSupport: Int { 3 }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    facts.listPaths.flatMap { path in
      Set(facts.orders.flatMap { ($0[path] ?? [:]).keys }).sorted().flatMap { key in
        [true, false].compactMap { candidate(path, key, ascends: $0, facts) }
      }
    }
  }

  private func candidate(_ path: String, _ key: String, ascends: Bool, _ facts: PromiseFacts) -> Candidate? {
    var right: Set<[String]> = []
    var wrong: [(node: Int, list: [String])] = []
    for (node, orders) in facts.orders.enumerated() {
      guard let order = orders[path]?[key], !(order.ascends && order.descends),
        let list = facts.lists[node][path]
      else { continue }
      if ascends ? order.ascends : order.descends { right.insert(list) } else { wrong.append((node, list)) }
    }
    // Two elements are in some order anyway.
    guard right.count >= Self.leastSupport, right.contains(where: { $0.count > 2 }),
      Set(wrong.map(\.list)).count * 10 <= right.count
    else { return nil }
    let text = "\(path) is in \(ascends ? "ascending" : "descending") order\(key.isEmpty ? "" : " of \(key)")"
    let value = key.isEmpty ? "" : ".\(key)"
    let condition =
      "{ zip($0.\(path), $0.\(path).dropFirst()).allSatisfy { $0\(value) \(ascends ? "<=" : ">=") $1\(value) } }"
    return Candidate(
      text: text,
      code: path.contains("?") ? nil : ".always(\(quoted(text))) \(condition)",
      complaint: "\(text), but not here",
      support: right.count,
      exceptions: wrong.map { Candidate.Exception(node: $0.node) },
      weight: 0.5
    )
  }
}
