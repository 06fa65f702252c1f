import StoreTesting

/// The reason why a state space can't stand for all behaviours of its feature.
enum SpaceGap: Sendable {
  /// Messages that the feature's types declare don't occur in the space.
  case lacks([String])

  /// The search reached a limit.
  case cut(String)

  /// The search failed.
  case failed(TestFailure)

  /// The gap as the end of a sentence about the space.
  var text: String {
    switch self {
    case .lacks(let messages): "lacks \(shortened(messages, to: 8).joined(separator: ", "))"
    case .cut(let limit): "was cut \(limit)"
    case .failed: "can't be explored"
    }
  }
}

/// The failure of a test whose state space can't be explored.
struct SpaceFailure: Error {
  let failure: TestFailure
}

extension StateSpace {
  /// Returns why the space can't stand for all behaviours of its feature; nil if it can.
  func gap() -> SpaceGap? {
    var messages = SpaceMessages<Feature>()
    let space: any ExploredSpace<Feature>
    do {
      space = try content.explored(at: site)
      space.walk { messages.add($0) }
    } catch {
      return .failed(error.failure)
    }
    if let cut = space.report.cut { return .cut(cut) }
    let missing = messages.names.unseen
    return missing.isEmpty ? nil : .lacks(missing)
  }
}

/// The messages of a state space, one for each name.
struct SpaceMessages<Feature: Reducer> {
  private var messages: [String: Message<Feature.Input, Feature.Feedback>] = [:]

  mutating func add(_ event: SpaceEvent<Feature>) {
    guard case .reduced(let reduction) = event else { return }
    let name = MessageName.text(of: reduction.message)
    if messages[name] == nil { messages[name] = reduction.message }
  }

  /// The names of the messages, and of the declared ones.
  var names: MessageNames { MessageNames(Array(messages.values)) }
}
