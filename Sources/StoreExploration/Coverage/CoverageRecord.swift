import StoreCore

/// The coverage of a feature by tests, which can be saved and merged.
struct CoverageRecord: SavedRecord, Sendable, Equatable {
  /// The numbers of asserted and unasserted occurrences.
  struct Count: Codable, Sendable, Equatable {
    /// The number of asserted occurrences.
    var asserted = 0

    /// The number of unasserted occurrences.
    var exercised = 0

    mutating func add(isAsserted: Bool) {
      if isAsserted { asserted += 1 } else { exercised += 1 }
    }

    /// Adds other counts.
    mutating func add(_ other: Self) {
      asserted += other.asserted
      exercised += other.exercised
    }
  }

  /// A message that leads from one mode to another, or to the same one.
  struct Transition: Codable, Sendable, Hashable, Comparable {
    /// The mode before the message.
    let mode: String

    let message: String

    /// The mode after the message.
    let next: String

    var name: TransitionName { TransitionName(mode: mode, message: message) }

    /// Orders by mode, message and next mode.
    static func < (first: Self, second: Self) -> Bool {
      (first.mode, first.message, first.next) < (second.mode, second.message, second.next)
    }
  }

  /// The outcome of an effect.
  enum Outcome: String, Codable, Sendable, CaseIterable {
    /// The effect ended by itself.
    case succeeded

    /// The effect threw an error, or sent feedback about a failure.
    case failed

    /// A message cancelled the effect.
    case cancelled

    /// The effect was running at the end of the test.
    case stillRunning
  }

  /// A table row with a structured key.
  struct Row<Key: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    let key: Key

    let count: Count
  }

  /// The name of the feature.
  var feature: String

  let type: String

  /// The initial modes of stores, in order.
  var firstModes: [String] = []

  var transitions: [Transition: Count] = [:]

  /// The outcomes of effects, by name.
  var effects: [String: [Outcome: Count]] = [:]

  /// The messages that occurred, and the declared ones.
  var messages = MessageNames()

  /// Creates an empty record.
  init(feature: String, type: String) {
    self.feature = feature
    self.type = type
  }

  /// Adds the coverage of other tests.
  mutating func merge(_ other: Self) {
    for mode in other.firstModes { noteFirst(mode) }
    for (transition, count) in other.transitions { transitions[transition, default: Count()].add(count) }
    for (effect, outcomes) in other.effects {
      for (outcome, count) in outcomes { effects[effect, default: [:]][outcome, default: Count()].add(count) }
    }
    messages.formUnion(other.messages)
  }

  /// Records an initial mode.
  mutating func noteFirst(_ mode: String) {
    if !firstModes.contains(mode) { firstModes.append(mode) }
  }
}

// MARK: - Text

extension CoverageRecord {
  /// The file format.
  private struct File: Codable {
    var feature: String
    var type: String
    var firstModes: [String]
    var transitions: [Row<Transition>]
    var effects: [String: [String: Count]]
    var seen: [String]
    var declared: [String]
  }

  /// Creates a record from the file format.
  init(from decoder: any Decoder) throws {
    let file = try File(from: decoder)
    self.init(feature: file.feature, type: file.type)
    firstModes = file.firstModes
    for row in file.transitions { transitions[row.key] = row.count }
    effects = file.effects.mapValues { outcomes in
      Dictionary(
        uniqueKeysWithValues: outcomes.compactMap { name, count in Outcome(rawValue: name).map { ($0, count) } }
      )
    }
    messages = MessageNames(seen: Set(file.seen), declared: Set(file.declared))
  }

  /// Writes a record. Equal records have equal texts.
  func encode(to encoder: any Encoder) throws {
    try File(
      feature: feature,
      type: type,
      firstModes: firstModes.sorted(),
      transitions: transitions.sorted { $0.key < $1.key }.map { Row(key: $0.key, count: $0.value) },
      effects: effects.mapValues { outcomes in
        Dictionary(uniqueKeysWithValues: outcomes.map { ($0.key.rawValue, $0.value) })
      },
      seen: messages.seen.sorted(),
      declared: messages.declared.sorted()
    )
    .encode(to: encoder)
  }
}

extension FeatureMatch {
  /// Makes an empty record of coverage.
  func makeRecord() -> CoverageRecord {
    CoverageRecord(feature: name, type: savedType)
  }
}
