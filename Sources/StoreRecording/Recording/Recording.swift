/// The events of a test's stores, in total order: a model to store, compare, draw and view.
///
/// Its encoded form includes the version of the format. To make a recording, use ``withRecording(_:_:)``, the trait
/// `.recorded` or `TestStore.recording`.
public struct Recording: Sendable, Hashable {
  /// The version of the format that this package writes, and the only one that it reads.
  public static let schemaVersion = 1

  /// The title, such as the name of a test.
  public var title: String

  /// The stores, in the order of their creation.
  public internal(set) var stores: [Store] = []

  /// The effects of all stores, in the order in which they started.
  public internal(set) var effects: [Effect] = []

  /// The entries, in order. Their numbers increase by one.
  public internal(set) var entries: [Entry] = []

  /// The number of earlier entries that were not kept.
  public internal(set) var omitted = 0

  /// Creates an empty recording.
  public init(title: String = "") {
    self.title = title
  }

  /// Returns the entry with a number, unless it was not kept.
  public func entry(_ number: Int) -> Entry? {
    let index = number - (entries.first?.number ?? 0)
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// Returns the effect with a number.
  public func effect(_ number: Int?) -> Effect? {
    guard let number, effects.indices.contains(number - 1) else { return nil }
    return effects[number - 1]
  }

  /// The names of the effects, in order: the label, followed by a number for later effects with the same label.
  var effectNames: [String] {
    var counts: [String: Int] = [:]
    return effects.map { effect in
      let count = counts["\(effect.store) \(effect.label)", default: 0] + 1
      counts["\(effect.store) \(effect.label)"] = count
      return effect.label + Self.suffix(count)
    }
  }

  /// Returns the suffix of a later effect with the same label.
  static func suffix(_ count: Int) -> String { count > 1 ? " (\(count))" : "" }

  /// The time of the last entry.
  public var elapsed: Duration { entries.last?.instant ?? .zero }

  /// The failures.
  public var failures: [Entry] { entries.filter { $0.kind == .failure } }
}

extension Recording {
  /// A line of source code.
  public struct Place: Sendable, Hashable, Codable {
    /// The name of the file, such as `SearchTests.swift`.
    public let file: String

    /// The absolute path of the file.
    public let path: String

    /// The line, counted from 1.
    public let line: Int
  }

  /// A recorded store.
  public struct Store: Sendable, Hashable, Codable {
    /// The store's number, counted from 1.
    public let number: Int

    /// The name of the feature.
    public internal(set) var feature: String

    /// The initial state as text, one field per line if it has fields.
    public internal(set) var initialState: String

    /// The line that created the store.
    public let place: Place
  }

  /// A recorded effect.
  public struct Effect: Sendable, Hashable, Codable {
    /// The number of the effect among those of all stores, counted from 1.
    public let number: Int

    /// The number of its store.
    public let store: Int

    /// The name that was passed to `run`.
    public let name: String?

    /// The name, or else the line that created the effect, and the payload.
    public let label: String

    /// The payload, if the effect has one.
    public let payload: String?

    /// The line of the feature that created the effect.
    public let createdAt: Place

    /// The number of the message that started the effect; nil for a start effect of the feature.
    public let startedBy: Int?

    /// The number of the entry for its start.
    public let started: Int

    /// The number of the entry for its end; nil if it didn't end.
    public internal(set) var ended: Int?

    /// The number of the message that cancelled the effect, if any.
    public internal(set) var cancelledBy: Int?

    /// The reason for its last wait, if the reason is known and the effect has not ended.
    public internal(set) var waitingFor: String?
  }

  /// A place of a state that a message changed.
  public struct Change: Sendable, Hashable, Codable {
    /// The path to the place, such as `results[2].title`; empty for the whole state.
    public let path: String

    /// The previous value; nil for an inserted value, or if `text` describes the change.
    public let before: String?

    /// The new value; nil for a removed value, or if `text` describes the change.
    public let after: String?

    /// The change as text.
    public let text: String
  }

  /// An entry of a recording.
  public struct Entry: Sendable, Hashable, Codable {
    /// The entry's number, counted from 1.
    public internal(set) var number = 0

    /// The virtual time.
    public let instant: Duration

    /// The number of the store; nil if the entry doesn't belong to a store.
    public let store: Int?

    /// The kind of the entry.
    public let kind: Kind

    /// The number of the effect that the entry belongs to.
    public internal(set) var effect: Int?

    /// The number of the entry that caused this one; nil if the test caused it.
    public internal(set) var cause: Int?

    /// The message, the output, the effect, the call, or the headline of a failure.
    public let text: String

    /// Further information: an answer, an error, the kind of a failure, or the deadline of a sleep.
    public internal(set) var detail: String?

    /// The changes of the state.
    public internal(set) var changes: [Change] = []

    /// The state after a message, one field per line; nil for other entries, and for an unchanged state.
    public internal(set) var state: String?

    /// The relevant line of the test or of the feature.
    public package(set) var place: Place?
  }

  /// The kind of an entry.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The test sent an input, which was reduced.
    case input

    /// An effect sent a feedback, which was reduced.
    case feedback

    /// An output was emitted.
    case output

    /// An effect started.
    case started

    /// An effect ended by itself.
    case finished

    /// An effect was cancelled.
    case cancelled

    /// An effect threw an error without a handler.
    case failed

    /// A feedback of a cancelled effect was dropped.
    case dropped

    /// An effect called an endpoint that waits for an answer.
    case called

    /// A call was answered.
    case answered

    /// An effect read a dependency.
    case used

    /// An effect began to sleep.
    case slept

    /// An effect woke at its deadline.
    case woke

    /// Time passed.
    case clock

    /// An event happened before the default one.
    case deviation

    /// The test failed.
    case failure
  }
}
