import StoreTesting

/// The amount and the part of explorations to run, configured by the environment for all tests.
struct ExplorationEffort: Sendable {
  /// The override for the current code.
  @TaskLocal static var override: ExplorationEffort?

  /// The factor by which the default amount is multiplied.
  var factor = 1.0

  var shard = ExplorationShard()

  /// The default seed of random choices.
  var seed: UInt64 = 0

  /// The description of an invalid environment variable.
  var complaint: String?

  /// The configuration by `STORE_TESTING_EFFORT`, `STORE_TESTING_SHARD` and `STORE_TESTING_SEED`.
  static var current: Self {
    override ?? Self(reading: environmentVariable)
  }

  /// Creates the default configuration: the default amount, unsharded.
  init() {}

  /// Creates the configuration from the environment variables.
  ///
  /// - Parameter value: Returns the value of an environment variable.
  init(reading value: (String) -> String?) {
    if let text = value("STORE_TESTING_EFFORT"), !text.isEmpty {
      switch text {
      case "quick": factor = 0.1
      case "normal": factor = 1
      case "thorough": factor = 10
      default:
        if let number = Double(text), number > 0, number <= 1_000_000 {
          factor = number
        } else {
          complaint =
            "STORE_TESTING_EFFORT is \"\(text)\", which is neither quick, normal, thorough, nor a factor such as 2.5."
        }
      }
    }
    if let text = value("STORE_TESTING_SHARD"), !text.isEmpty {
      if let shard = ExplorationShard(text) {
        self.shard = shard
      } else {
        complaint = "STORE_TESTING_SHARD is \"\(text)\", which is not one of several shards, such as 2/5."
      }
    }
    if let text = value("STORE_TESTING_SEED"), !text.isEmpty {
      if let seed = UInt64(text) {
        self.seed = seed
      } else {
        complaint = "STORE_TESTING_SEED is \"\(text)\", which is not a whole number."
      }
    }
  }

  /// Returns a default number multiplied by the factor.
  func scaled(_ number: Int) -> Int { max(Int((Double(number) * factor).rounded()), 1) }
}

/// One of several parts of an exploration, so that several machines can share it.
struct ExplorationShard: Sendable, Hashable, CustomStringConvertible {
  /// The index of the part, counted from 0.
  var index = 0

  var count = 1

  init() {}

  /// Creates a part from a text such as `2/5`; nil if the text is invalid.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), number >= 1, number <= count
    else { return nil }
    index = number - 1
    self.count = count
  }

  var isLast: Bool { index == count - 1 }

  /// Whether the item with a number belongs to this part.
  func contains(_ number: Int) -> Bool { number % count == index }

  var description: String { "\(index + 1)/\(count)" }
}
