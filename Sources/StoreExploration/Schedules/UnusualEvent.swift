/// Something that has happened against the usual order, in words.
struct UnusualEvent: Sendable {
  /// The number of the choice, counted from 0.
  let choice: Int

  let text: String

  /// What would have happened.
  let usual: String

  /// Whether the usual thing can't happen any more, because it is another answer to the same call.
  let isInstead: Bool

  /// What it has to do with the usual order.
  var relation: String { isInstead ? "instead of \(usual)" : "before \(usual)" }

  /// What has happened, item by item: what comes late is told once, with all that has come before it.
  static func items(_ events: [UnusualEvent]) -> [String] {
    var items: [String] = []
    var told: Set<String> = []
    for event in events {
      let earlier = events.filter { !$0.isInstead && $0.usual == event.usual }
      if event.isInstead || earlier.count == 1 {
        items.append("choice \(event.choice + 1): \(event.text), \(event.relation)")
      } else if told.insert(event.usual).inserted {
        let lines = earlier.map { "\n  choice \($0.choice + 1): \($0.text)" }
        items.append("late: \(event.usual). Before it:" + lines.joined())
      }
    }
    return items
  }
}
