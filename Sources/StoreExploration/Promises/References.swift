import StoreTesting

/// Finds optionals that name an element of a list: "the selected item is there".
struct References: CandidateFinder {
  func candidates(in facts: PromiseFacts) -> [Candidate] {
    let fields = Set(facts.contents.flatMap(\.keys)).filter { !$0.contains("[") }.sorted()
    let lists = Set(facts.ids.flatMap { $0.filter { !$0.value.isEmpty }.keys }).filter { !$0.contains("[") }.sorted()
    return fields.flatMap { field in lists.compactMap { candidate(field, in: $0, facts) } }
  }

  private func candidate(_ field: String, in list: String, _ facts: PromiseFacts) -> Candidate? {
    func names(_ value: String, at node: Int) -> Bool { facts.ids[node][list]?.contains(value) ?? false }
    // Each step that sets it chooses an element.
    let choices = facts.steps.compactMap { step in
      facts.contents[step.to][field].flatMap {
        $0 == facts.contents[step.from][field] ? nil : (node: step.to, value: $0)
      }
    }
    guard choices.allSatisfy({ names($0.value, at: $0.node) }), Set(choices.map(\.value)).count >= 2 else { return nil }
    let lost = facts.steps.indices.filter { position in
      let step = facts.steps[position]
      guard let value = facts.contents[step.from][field], value == facts.contents[step.to][field] else { return false }
      return names(value, at: step.from) && !names(value, at: step.to)
    }
    let kept = facts.contents.indices.count { node in facts.contents[node][field].map { names($0, at: node) } ?? false }
    guard lost.count <= kept else { return nil }
    let text = "\(field) names an element of \(list)"
    return Candidate(
      text: text,
      complaint: "\(field) names an element that \(list) no longer has",
      support: kept,
      exceptions: lost.map { Candidate.Exception(node: facts.steps[$0].from, steps: [$0]) },
      weight: 0.65
    )
  }
}
