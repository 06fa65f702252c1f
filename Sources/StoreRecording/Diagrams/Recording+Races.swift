extension Recording {
  /// Two messages that could have arrived in the other order, and that change the same place of a state.
  public struct Race: Sendable, Hashable {
    /// The number of the earlier message.
    public let first: Int

    /// The number of the later message.
    public let second: Int

    /// The path to the place that both change; empty for the whole state.
    public let path: String
  }

  /// The maximum number of pairs.
  private static let raceLimit = 50

  /// The pairs of messages that raced, at most 50, ordered by the later message. The effect of the later message was
  /// running when the earlier message arrived, and the earlier message didn't cause it. Both change the same place, or
  /// the order of one list, so the result depends on timing.
  public var races: [Race] {
    var found: [Race] = []
    var seen: Set<[String]> = []
    let names = effectNames
    let messages = entries.filter { ($0.kind == .input || $0.kind == .feedback) && !$0.changes.isEmpty }
    for later in messages where later.kind == .feedback {
      guard let effect = effect(sender(of: later)) else { continue }
      let causes = ancestors(of: later)
      for first in messages.reversed() where first.number < later.number {
        guard first.number > effect.started else { break }
        guard first.store == later.store, sender(of: first) != effect.number, !causes.contains(first.number) else {
          continue
        }
        guard let path = Self.sharedPath(first.changes, later.changes) else { continue }
        // A timer may race with the same message repeatedly.
        guard seen.insert([name(of: first, in: names), name(of: later, in: names), path]).inserted else { continue }
        found.append(Race(first: first.number, second: later.number, path: path))
        if found.count == Self.raceLimit { return found.sorted { ($0.second, $0.first) < ($1.second, $1.first) } }
      }
    }
    return found.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
  }

  /// Returns a race as a sentence.
  public func text(of race: Race) -> String {
    guard let first = entry(race.first), let second = entry(race.second) else { return "" }
    let place = race.path.isEmpty ? "the state" : race.path
    let names = effectNames
    return
      "#\(race.first) \(first.text) of \(name(of: first, in: names)) arrived before "
      + "#\(race.second) \(second.text) of \(name(of: second, in: names)), and both change \(place). Their order is not determined."
  }

  /// Returns the name of a message's sender.
  private func name(of entry: Entry, in names: [String]) -> String {
    guard let number = sender(of: entry), names.indices.contains(number - 1) else { return "the test" }
    return names[number - 1]
  }

  /// Returns the effect that led to a message. An output of a child belongs to the effect whose feedback the child
  /// handled.
  func sender(of entry: Entry) -> Int? {
    var entry = entry
    while entry.kind == .feedback, entry.effect == nil {
      guard let cause = entry.cause.flatMap({ self.entry($0) }), cause.number < entry.number else { return nil }
      entry = cause
    }
    return entry.effect
  }

  /// Returns the numbers of all causes of an entry.
  private func ancestors(of entry: Entry) -> Set<Int> {
    var numbers: Set<Int> = []
    var next = entry.cause
    while let number = next, numbers.insert(number).inserted { next = self.entry(number)?.cause }
    return numbers
  }

  /// Returns a place that two messages change, or a list whose elements both insert, remove or move.
  private static func sharedPath(_ first: [Change], _ second: [Change]) -> String? {
    if let path = sharedPlace(first, second) { return path }
    let lists = Set(second.compactMap(\.rearrangedList))
    return first.lazy.compactMap(\.rearrangedList).first { lists.contains($0) }
  }

  /// Returns a place that two messages change.
  private static func sharedPlace(_ first: [Change], _ second: [Change]) -> String? {
    for change in first {
      for other in second {
        if change.path == other.path { return change.path }
        if isInside(change.path, other.path) { return other.path }
        if isInside(other.path, change.path) { return change.path }
      }
    }
    return nil
  }

  /// Whether a place is inside another.
  private static func isInside(_ path: String, _ other: String) -> Bool {
    guard !other.isEmpty else { return true }
    guard path.hasPrefix(other) else { return false }
    let rest = path.dropFirst(other.count)
    return rest.first.map { $0 == "." || $0 == "[" || $0 == "?" || $0 == "!" } ?? true
  }
}

extension Recording.Change {
  /// The path to the list with inserted, removed or moved elements; nil for any other change. The result of such a
  /// change depends on the previous list.
  fileprivate var rearrangedList: String? {
    guard path.last == "]", let bracket = path.lastIndex(of: "["), Int(path[bracket...].dropFirst().dropLast()) != nil
    else { return nil }
    let isMove = before == nil && after == nil && text.hasPrefix("\(path): moved to [")
    return isMove || (before == nil) != (after == nil) ? String(path[..<bracket]) : nil
  }
}
