import StoreDependencies

/// One execution of a line.
struct AcceptedVisit {
  /// The number of its store.
  let store: Int

  let step: AcceptedStep

  /// Returns the executions of the steps of one store.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - store: The number of the store.
  static func visits(of steps: [AcceptedStep], inStore store: Int) -> [Self] {
    steps.filter { $0.name != "TestStore" || !$0.isUnchanged }.map { Self(store: store, step: $0) }
  }

  /// Returns the change that all executions of a line need.
  ///
  /// Stores that share a clock contribute to one execution of its advance.
  static func agreement(of visits: [AcceptedVisit]) throws(AcceptanceRefusal) -> AcceptedStep {
    var merged: [AcceptedStep] = []
    var places: [ObjectIdentifier: Int] = [:]
    for visit in visits {
      guard let execution = visit.step.execution.map(ObjectIdentifier.init) else {
        merged.append(visit.step)
        continue
      }
      if let place = places[execution] {
        merged[place].after += visit.step.after
      } else {
        places[execution] = merged.count
        merged.append(visit.step)
      }
    }
    let first = merged[0]
    if merged.allSatisfy({ $0.makesSameChange(as: first) }) { return first }
    let relative = merged.map(\.relative)
    if relative.allSatisfy({ $0.makesSameChange(as: relative[0]) }) { return relative[0] }
    let difference = first.difference(to: merged.first { !$0.makesSameChange(as: first) } ?? first)
    throw AcceptanceRefusal(
      "The line runs \(merged.count) times, and not each time needs the same change: \(difference.first) or \(difference.second)."
    )
  }
}
