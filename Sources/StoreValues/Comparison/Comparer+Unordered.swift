extension Comparer {
  /// Compares two sets by insertions and removals. Two members with the same id count as one changed member.
  ///
  /// - Parameters:
  ///   - pairs: The paired members.
  ///   - count: The number of members of the second set.
  ///   - first: The first set.
  ///   - second: The second set.
  ///   - step: The step to the sets.
  ///   - depth: The nesting depth of the sets.
  mutating func compareSets(
    _ pairs: MemberPairs,
    count: Int,
    of first: Any,
    and second: Any,
    at step: Step,
    depth: Int
  ) -> ValueChange? {
    var (removed, inserted) = (pairs.removed, pairs.inserted)
    var changed = pairs.common.map { (step: Step.member($0.first), first: $0.first, second: $0.second) }
    pairByIdentity(&removed, &inserted, into: &changed)
    var result = ValueChange.Parts(brackets: ("[", "]"), changes: [], unchanged: count - inserted.count)
    for (inner, one, two) in ordered(changed, first: changesLeft, by: \.first) {
      add(one, two, at: inner, to: &result, depth: depth)
    }
    for member in ordered(removed, first: changesLeft) {
      add(member, nil, at: .member(member), to: &result, depth: depth)
    }
    for member in ordered(inserted, first: changesLeft) {
      add(nil, member, at: .member(member), to: &result, depth: depth)
    }
    return change(of: result, first, second, at: step)
  }

  /// Compares two dictionaries key by key.
  mutating func compareDictionaries(
    _ pairs: EntryPairs,
    of first: Any,
    and second: Any,
    at step: Step,
    depth: Int
  ) -> ValueChange? {
    let common = pairs.entries.count { $0.first != nil && $0.second != nil }
    var result = ValueChange.Parts(brackets: ("[", "]"), changes: [], unchanged: pairs.alike + common)
    for (key, one, two) in ordered(pairs.entries, first: changesLeft, by: \.key) {
      add(one, two, at: .key(key), to: &result, depth: depth)
    }
    return change(of: result, first, second, at: step)
  }

  /// Pairs the members with the same id, if no other member of the same set has it.
  private func pairByIdentity(
    _ removed: inout [Any],
    _ inserted: inout [Any],
    into changed: inout [(step: Step, first: Any, second: Any)]
  ) {
    let others = membersByID(inserted)
    guard !others.isEmpty else { return }
    var paired: Set<AnyHashable> = []
    for (id, member) in membersByID(removed) {
      guard let other = others[id] else { continue }
      changed.append((.member(Verbatim("id: \(describe(id, limit: 100))")), member, other))
      paired.insert(id)
    }
    func isPaired(_ member: Any) -> Bool { identity(of: member).map { paired.contains($0) } ?? false }
    removed.removeAll(where: isPaired)
    inserted.removeAll(where: isPaired)
  }

  /// Returns the members with an id that no other of them has.
  private func membersByID(_ members: [Any]) -> [AnyHashable: Any] {
    let known = members.compactMap { member in identity(of: member).map { (id: $0, member: member) } }
    return Dictionary(grouping: known, by: \.id).compactMapValues { $0.count == 1 ? $0[0].member : nil }
  }

  /// Compares two values, and adds their difference, or counts it if the limit is reached.
  ///
  /// The caller has already counted common members as unchanged.
  private mutating func add(_ one: Any?, _ two: Any?, at step: Step, to result: inout ValueChange.Parts, depth: Int) {
    switch (one, two) {
    case (let one?, let two?):
      if changesLeft <= 0 {
        guard mayDiffer(one, two) else { return }
        result.more += 1
      } else if let change = compare(one, two, at: step, depth: depth + 1) {
        result.changes.append(change)
      } else {
        return
      }
      result.unchanged = max(result.unchanged - 1, 0)
    case (let one, let two):
      if changesLeft > 0 { result.changes.append(replaced(one, two, at: step)) } else { result.more += 1 }
    }
  }

  /// Returns the change that consists of some changed parts; nil without any.
  private func change(of parts: ValueChange.Parts, _ first: Any, _ second: Any, at step: Step) -> ValueChange? {
    guard !parts.changes.isEmpty || parts.more > 0 else { return nil }
    return ValueChange(step: step, first: first, second: second, content: .parts(parts))
  }
}
