import StoreTesting

/// Finds how lists relate: equal counts, subsets, and elements that occur once.
struct ListRelations: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let paths = facts.listPaths
    var all = paths.compactMap { path in
      candidate("an element of \(path) occurs once", weight: 0.6, facts) { lists in
        guard let list = lists[path], list.count > 1 else { return nil }
        return Set(list).count == list.count
      }
    }
    for one in paths {
      for other in paths where one != other {
        if one < other {
          all += [
            candidate(
              "\(one) and \(other) have equal counts",
              "{ $0.\(one).count == $0.\(other).count }",
              weight: 0.5,
              facts
            ) { lists in
              guard let first = lists[one], let second = lists[other] else { return nil }
              return first.isEmpty && second.isEmpty ? nil : first.count == second.count
            }
          ].compactMap(\.self)
        }
        all += [
          candidate("\(one) is a part of \(other)", weight: 0.45, facts) { lists in
            guard let first = lists[one], let second = lists[other], !first.isEmpty else { return nil }
            return Set(first).isSubset(of: second)
          }
        ].compactMap(\.self)
      }
    }
    return all
  }

  private func candidate(
    _ text: String,
    _ condition: String? = nil,
    weight: Double,
    _ facts: PromiseFacts,
    _ judge: ([String: [String]]) -> Bool?
  ) -> Candidate? {
    let verdicts = facts.lists.map(judge)
    let right = verdicts.count { $0 == true }
    let wrong = verdicts.indices.filter { verdicts[$0] == false }
    guard right >= 3, wrong.count * 4 <= right else { return nil }
    return Candidate(
      text: text,
      code: condition.map { ".always(\(quoted(text))) \($0)" },
      complaint: "\(text), but not here",
      support: right,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: weight
    )
  }
}
