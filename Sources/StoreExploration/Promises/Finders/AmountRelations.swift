import StoreTesting

/// Finds how numbers relate to zero, to each other, and to the counts of lists: "an index is less than the count".
struct AmountRelations: CandidateFinder {
  /// The least number of situations that speak for a relation.
  private static var leastSupport: Int { 5 }

  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let paths = facts.amountPaths
    let lists = facts.listPaths
    var all: [Candidate?] = []
    for path in paths {
      all.append(
        candidate("\(path) is never negative", "{ $0.\(path) >= 0 }", weight: 0.7, facts) { amounts, _ in
          amounts[path].map { ($0, $0 >= 0) }
        }
      )
      for other in paths where other != path && !(path + other).contains(where: { "?(".contains($0) }) {
        all.append(
          candidate("\(path) <= \(other)", "{ $0.\(path) <= $0.\(other) }", weight: 0.55, facts) { amounts, _ in
            guard let first = amounts[path], let second = amounts[other] else { return nil }
            return (first, first <= second)
          }
        )
      }
      for list in lists {
        all.append(
          candidate("\(path) == \(list).count", "{ $0.\(path) == $0.\(list).count }", weight: 0.55, facts) {
            amounts,
            lists in
            guard let amount = amounts[path], let list = lists[list] else { return nil }
            return (amount, amount == list.count)
          }
        )
      }
    }
    return all.compactMap(\.self) + facts.allAmountPaths.compactMap { overshoot($0, facts) }
  }

  /// Returns that a number goes one below zero, as nothing that counts down stops in time.
  ///
  /// A number that has one negative value only, and has it from zero only, is no sum or position.
  private func overshoot(_ path: String, _ facts: PromiseFacts) -> Candidate? {
    guard !facts.isPart else { return nil }
    let values = facts.amounts.map { $0[path] }
    let wrong = values.indices.filter { values[$0].map { $0 < 0 } ?? false }
    let right = values.compactMap(\.self).filter { $0 >= 0 }
    guard !wrong.isEmpty, wrong.allSatisfy({ values[$0] == -1 }), values[0].map({ $0 >= 0 }) ?? true,
      Set(right).count >= 3, right.contains(0),
      facts.steps.allSatisfy({ values[$0.to] != -1 || values[$0.from] == nil || [0, -1].contains(values[$0.from]) })
    else { return nil }
    return Candidate(
      text: "\(path) stops at zero",
      complaint: "\(path) goes one below zero",
      support: right.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: 0.7
    )
  }

  /// - Parameter judge: Returns the number and whether it is right; nil if there is none.
  private func candidate(
    _ text: String,
    _ condition: String,
    weight: Double,
    _ facts: PromiseFacts,
    _ judge: ([String: Int], [String: [String]]) -> (amount: Int, isRight: Bool)?
  ) -> Candidate? {
    let verdicts = zip(facts.amounts, facts.lists).map(judge)
    let right = verdicts.compactMap { $0.flatMap { $0.isRight ? $0.amount : nil } }
    let wrong = verdicts.indices.filter { verdicts[$0]?.isRight == false }
    // A number that hardly changes says nothing.
    guard right.count >= Self.leastSupport, Set(right).count >= 3, wrong.count * 10 <= right.count else { return nil }
    return Candidate(
      text: text,
      code: text.contains("?") ? nil : ".always(\(quoted(text))) \(condition)",
      complaint: "\(text), but not here",
      support: right.count,
      exceptions: wrong.map { Candidate.Exception(node: $0) },
      weight: weight
    )
  }
}
