import StoreTesting

/// How much explorations try, and what part of it is done here: set from outside, in one place, for all tests.
struct ExplorationEffort: Sendable {
  /// What the current code uses instead of what is set from outside.
  @TaskLocal static var override: ExplorationEffort?

  /// How much is tried, compared with the usual.
  var factor = 1.0

  var shard = ExplorationShard()

  /// What chance goes by, where the test doesn't say.
  var seed: UInt64 = 0

  /// What is wrong with what is set from outside.
  var complaint: String?

  /// What is set from outside, by `STORE_TESTING_EFFORT`, `STORE_TESTING_SHARD` and `STORE_TESTING_SEED`.
  static var current: Self {
    override ?? Self(reading: environmentVariable)
  }

  /// The usual effort, all of it here.
  init() {}

  /// Reads what is set from outside.
  ///
  /// - Parameter value: The value of an environment variable.
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

  /// How many of something are tried, instead of the usual number.
  func scaled(_ number: Int) -> Int { max(Int((Double(number) * factor).rounded()), 1) }
}

/// One of several parts into which explorations are split, so that several machines share them.
struct ExplorationShard: Sendable, Hashable, CustomStringConvertible {
  /// Which part it is, counted from 0.
  var index = 0

  var count = 1

  init() {}

  /// One part, such as `2/5`; nil if the text says none.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), number >= 1, number <= count
    else { return nil }
    index = number - 1
    self.count = count
  }

  /// Whether something belongs to this part, by its number.
  func contains(_ number: Int) -> Bool { number % count == index }

  var description: String { "\(index + 1)/\(count)" }
}
