/// What a written test asserts besides events: a wrong argument, or an effect that runs on, is no event.
package struct WrittenAssertions {
  /// The calls that waited at each answer.
  package var calls: [[any WaitingCall]] = []

  /// The effects that ran after steps, each with the number of the next event.
  package var effects: [(event: Int, running: [EffectSnapshot])] = []

  package init() {}

  /// Returns the line that asserts running effects.
  static func line(for running: [EffectSnapshot]) -> String {
    let names = running.compactMap(\.name)
    if running.isEmpty { return "#expect(store.inFlightEffects.isEmpty)" }
    // The label of an effect without a name has the line of its source, which may change.
    guard names.count == running.count else { return "#expect(store.inFlightEffects.count == \(running.count))" }
    let isUnique = Set(names).count == names.count
    let labels = isUnique ? names : running.map(\.label)
    let list = labels.map(quoted).joined(separator: ", ")
    return "#expect(store.inFlightEffects.map(\\.\(isUnique ? "name" : "label")) == [\(list)])"
  }
}
