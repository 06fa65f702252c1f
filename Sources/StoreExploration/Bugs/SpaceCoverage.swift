import StoreCore
import StoreTesting

/// The modes and messages of an explored space.
struct SpaceCoverage: CustomStringConvertible {
  private let modes: Int

  /// The pairs of a mode and a message that happened.
  private let pairs: Int

  /// The declared messages that never happened.
  let unseen: [String]

  init<Space: ExploredSpace>(_ space: Space) {
    let reader = TransitionReader.usual
    var names: Set<TransitionName> = []
    var messages: [Message<Space.Feature.Input, Space.Feature.Feedback>] = []
    // Performance: most states have many messages, and a mode takes much longer than a hash.
    var modes: [StateKey<Space.Feature.State>: String] = [:]
    space.walk { event in
      guard case .reduced(let reduction) = event else { return }
      let state = StateKey(reduction.before)
      let mode = modes[state] ?? reader.mode(of: reduction.before)
      modes[state] = mode
      if names.insert(TransitionName(mode: mode, message: MessageName.text(of: reduction.message))).inserted {
        messages.append(reduction.message)
      }
    }
    self.modes = Set(names.map(\.mode)).count
    pairs = names.count
    unseen = MessageNames(messages).unseen
  }

  var description: String {
    "coverage: \(count(pairs, "pair")) of a mode and a message, in \(count(modes, "mode"))"
      + (unseen.isEmpty ? "; every message happened" : "; never \(unseen.joined(separator: ", "))")
  }
}
