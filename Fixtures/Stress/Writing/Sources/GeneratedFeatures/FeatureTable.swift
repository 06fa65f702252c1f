import Foundation

/// What a generated feature does, as data: a reaction for each message in each mode.
struct FeatureTable: Sendable {
  /// What follows from a message.
  struct Reaction: Sendable {
    var mode: Mode

    /// The number that is added to the count, which is less than four.
    var step: Int
    var isBusy: Bool

    /// Whether the oracle is asked, a pause begins, or what runs is cancelled.
    var asks = false
    var pauses = false
    var cancels = false
  }

  /// The messages: three inputs, and three feedbacks.
  static let messageCount = 6

  /// The pause of the feature, in seconds.
  let pause: Int

  private var reactions: [Reaction]

  /// Draws a table at random.
  ///
  /// - Parameter isChanged: Whether it is changed in one place, which inputs alone reach.
  init(seed: UInt64, isChanged: Bool) {
    var random = SeededNumbers(state: seed)
    pause = Int.random(in: 1...3, using: &random)
    reactions = (0..<Self.messageCount * Mode.allCases.count).map { place in
      let isInput = place / Mode.allCases.count < 3
      return Reaction(
        mode: Mode.allCases.randomElement(using: &random) ?? .idle,
        step: Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0,
        isBusy: .random(using: &random),
        // A feedback starts nothing, so that each run ends.
        asks: isInput && Int.random(in: 0..<3, using: &random) == 0,
        pauses: isInput && Int.random(in: 0..<3, using: &random) == 0,
        cancels: Int.random(in: 0..<6, using: &random) == 0
      )
    }
    if isChanged { change(using: &random) }
  }

  subscript(message: Int, mode: Mode) -> Reaction {
    get { reactions[message * Mode.allCases.count + mode.number] }
    set { reactions[message * Mode.allCases.count + mode.number] = newValue }
  }

  /// The modes that inputs alone reach from the start.
  private var modes: [Mode] {
    var modes: [Mode] = [.idle]
    var next = 0
    while next < modes.count {
      for input in 0..<3 {
        let mode = self[input, modes[next]].mode
        if !modes.contains(mode) { modes.append(mode) }
      }
      next += 1
    }
    return modes
  }

  /// Changes a reaction to an input.
  private mutating func change(using random: inout SeededNumbers) {
    let mode = modes.randomElement(using: &random) ?? .idle
    let input = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: self[input, mode].step += 1
    case 1: self[input, mode].isBusy.toggle()
    case 2: self[input, mode].asks.toggle()
    default: self[input, mode].pauses.toggle()
    }
  }
}

/// A class of states of a generated feature.
package enum Mode: CaseIterable, Equatable, Sendable {
  case idle, open, done

  /// The position in the table.
  var number: Int {
    switch self {
    case .idle: 0
    case .open: 1
    case .done: 2
    }
  }
}

/// A random number generator with a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// Whether the features are changed: `WRITTEN_CHANGE`.
let isChanged = ProcessInfo.processInfo.environment["WRITTEN_CHANGE"] != nil
