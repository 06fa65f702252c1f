/// A deviation from the default order, as text.
struct UnusualEvent: Sendable {
  /// The number of the choice, counted from 0.
  let choice: Int

  let text: String

  /// The default event.
  let usual: String

  /// Whether the default event can no longer happen, because this is another answer to the same call.
  let isInstead: Bool

  /// The relation to the default order.
  var relation: String { isInstead ? "instead of \(usual)" : "before \(usual)" }

  /// Returns the deviations as items. A delayed event is listed once, with all events before it.
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
