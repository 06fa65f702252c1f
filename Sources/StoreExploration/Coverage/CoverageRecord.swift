#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What tests have done with a feature, in a form that can be written to a file and merged.
struct CoverageRecord: Codable, Sendable, Equatable {
  /// How often something was done.
  struct Count: Codable, Sendable, Equatable {
    /// How often a test asserted it.
    var asserted = 0

    /// How often no test did.
    var exercised = 0

    /// Adds one.
    mutating func add(isAsserted: Bool) {
      if isAsserted { asserted += 1 } else { exercised += 1 }
    }

    /// Adds others.
    mutating func add(_ other: Self) {
      asserted += other.asserted
      exercised += other.exercised
    }
  }

  /// A message that led from one mode to another, or to the same.
  struct Transition: Codable, Sendable, Hashable, Comparable {
    /// The mode before.
    let mode: String

    /// The message.
    let message: String

    /// The mode after.
    let next: String

    /// The mode and the message.
    var name: TransitionName { TransitionName(mode: mode, message: message) }

    /// The order by mode, message and next mode.
    static func < (first: Self, second: Self) -> Bool {
      (first.mode, first.message, first.next) < (second.mode, second.message, second.next)
    }
  }

  /// What has become of an effect.
  enum Outcome: String, Codable, Sendable, CaseIterable {
    /// It has ended by itself.
    case succeeded

    /// It has sent a feedback that tells of a failure.
    case failed

    /// A message has cancelled it.
    case cancelled

    /// It ran when the test ended it.
    case stillRunning
  }

  /// A row of a table with a key that is no text.
  struct Row<Key: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// What was done.
    let key: Key

    /// How often.
    let count: Count
  }

  /// The name of the feature.
  var feature: String

  /// The modes with which stores have begun, in order.
  var firstModes: [String] = []

  /// The transitions.
  var transitions: [Transition: Count] = [:]

  /// What has become of the effects, by their names.
  var effects: [String: [Outcome: Count]] = [:]

  /// The messages that came, and those that are declared.
  var messages = MessageNames()

  /// Begins with nothing.
  init(feature: String) {
    self.feature = feature
  }

  /// Adds what other tests have done.
  mutating func merge(_ other: Self) {
    for mode in other.firstModes { noteFirst(mode) }
    for (transition, count) in other.transitions { transitions[transition, default: Count()].add(count) }
    for (effect, outcomes) in other.effects {
      for (outcome, count) in outcomes { effects[effect, default: [:]][outcome, default: Count()].add(count) }
    }
    messages.formUnion(other.messages)
  }

  /// Notes a mode with which a store begins.
  mutating func noteFirst(_ mode: String) {
    if !firstModes.contains(mode) { firstModes.append(mode) }
  }
}

// MARK: - Text

extension CoverageRecord {
  /// The form of a file.
  private struct File: Codable {
    var feature: String
    var firstModes: [String]
    var transitions: [Row<Transition>]
    var effects: [String: [String: Count]]
    var seen: [String]
    var declared: [String]
  }

  /// Reads a record.
  init(from decoder: any Decoder) throws {
    let file = try File(from: decoder)
    self.init(feature: file.feature)
    firstModes = file.firstModes
    for row in file.transitions { transitions[row.key] = row.count }
    effects = file.effects.mapValues { outcomes in
      Dictionary(
        uniqueKeysWithValues: outcomes.compactMap { name, count in Outcome(rawValue: name).map { ($0, count) } }
      )
    }
    messages = MessageNames(seen: Set(file.seen), declared: Set(file.declared))
  }

  /// Writes a record, the same text for the same record.
  func encode(to encoder: any Encoder) throws {
    try File(
      feature: feature,
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

  /// The record as JSON.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Reads JSON; nil if it is no record.
  init?(json: String) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = record
  }
}
