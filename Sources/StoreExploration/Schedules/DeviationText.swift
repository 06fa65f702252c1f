/// A deviation from the default order, as text.
struct DeviationText: Sendable {
  /// The number of the choice, counted from 0.
  let choice: Int

  let text: String

  /// The default event.
  let defaultEvent: String

  /// Whether the default event can no longer happen, because this is another answer to the same call.
  let isInstead: Bool

  /// The relation to the default order.
  var relation: String { isInstead ? "instead of \(defaultEvent)" : "before \(defaultEvent)" }

  /// Returns the deviations as items. A delayed event is listed once, with all events before it.
  static func items(_ deviations: [DeviationText]) -> [String] {
    var items: [String] = []
    var listed: Set<String> = []
    for deviation in deviations {
      let earlier = deviations.filter { !$0.isInstead && $0.defaultEvent == deviation.defaultEvent }
      if deviation.isInstead || earlier.count == 1 {
        items.append("choice \(deviation.choice + 1): \(deviation.text), \(deviation.relation)")
      } else if listed.insert(deviation.defaultEvent).inserted {
        let lines = earlier.map { "\n  choice \($0.choice + 1): \($0.text)" }
        items.append("late: \(deviation.defaultEvent). Before it:" + lines.joined())
      }
    }
    return items
  }
}
