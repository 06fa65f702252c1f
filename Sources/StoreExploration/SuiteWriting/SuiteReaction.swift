/// How a feature reacts to a message.
struct SuiteReaction {
  /// The name of the message; nil without one.
  var message: String?

  /// The parts of the situation before the message, and its payload.
  var before: [(part: String, value: String)] = []

  /// The parts of the state after the message.
  var after: [(part: String, value: String)] = []

  /// The starts and cancellations of effects, and the outputs.
  var events: [String] = []

  /// The parts that change, each with its values.
  var changes: [String] {
    let old = Dictionary(before.map { ($0.part, $0.value) }, uniquingKeysWith: { first, _ in first })
    return after.filter { old[$0.part] != $0.value }.map { "\($0.part)=\(old[$0.part] ?? "")>\($0.value)" }
  }

  /// The names of the parts that change, and the events.
  var text: String {
    let old = Dictionary(before.map { ($0.part, $0.value) }, uniquingKeysWith: { first, _ in first })
    return (after.filter { old[$0.part] != $0.value }.map(\.part) + events).joined(separator: ", ")
  }
}
