/// What happened in the stores of a test, in total order: a model to keep, to compare, to draw and to page through.
///
/// Its form has a version, which is written with it. ``withRecording(_:_:)``, the trait `.recorded` and `TestStore.recording` make one.
public struct Recording: Sendable, Hashable {
  /// The version of the form that this package writes, and the only one that it reads.
  public static let schemaVersion = 1

  /// What was recorded, such as the name of a test.
  public var title: String

  /// The stores, in the order in which they were made.
  public internal(set) var stores: [Store] = []

  /// The effects of all stores, in the order in which they started.
  public internal(set) var effects: [Effect] = []

  /// What happened, in order. The numbers of entries grow by one.
  public internal(set) var entries: [Entry] = []

  /// How many entries there were before the first, which were not kept.
  public internal(set) var omitted = 0

  /// Makes a recording of nothing.
  public init(title: String = "") {
    self.title = title
  }

  /// The entry of a number, unless it was not kept.
  public func entry(_ number: Int) -> Entry? {
    let index = number - (entries.first?.number ?? 0)
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// The effect of a number.
  public func effect(_ number: Int?) -> Effect? {
    guard let number, effects.indices.contains(number - 1) else { return nil }
    return effects[number - 1]
  }

  /// The names of the effects, in their order: the label, and a number behind it from the second one on that has the label.
  var effectNames: [String] {
    var counts: [String: Int] = [:]
    return effects.map { effect in
      let count = counts["\(effect.store) \(effect.label)", default: 0] + 1
      counts["\(effect.store) \(effect.label)"] = count
      return effect.label + Self.suffix(count)
    }
  }

  /// What is put behind the label of an effect that is not the first of its label.
  static func suffix(_ count: Int) -> String { count > 1 ? " (\(count))" : "" }

  /// How much time had passed at the last entry.
  public var elapsed: Duration { entries.last?.instant ?? .zero }

  /// The failures.
  public var failures: [Entry] { entries.filter { $0.kind == .failure } }
}

extension Recording {
  /// A line of source code.
  public struct Place: Sendable, Hashable, Codable {
    /// The file's name, such as `SearchTests.swift`.
    public let file: String

    /// The file's whole path.
    public let path: String

    /// The line, counted from 1.
    public let line: Int
  }

  /// A store that took part.
  public struct Store: Sendable, Hashable, Codable {
    /// The store's number, counted from 1.
    public let number: Int

    /// The name of its feature.
    public internal(set) var feature: String

    /// The state that it began with: a field a line, if it has fields.
    public internal(set) var initialState: String

    /// Where it was made.
    public let place: Place
  }

  /// An effect that was started.
  public struct Effect: Sendable, Hashable, Codable {
    /// The effect's number among those of all stores, counted from 1.
    public let number: Int

    /// The number of its store.
    public let store: Int

    /// The name given to `run`.
    public let name: String?

    /// The name, or else the place where the effect was made, and what it asks for.
    public let label: String

    /// What it asks for, if it says so.
    public let payload: String?

    /// Where in the feature it was made.
    public let createdAt: Place

    /// The number of the message that started it; nil for an effect with which the feature begins.
    public let startedBy: Int?

    /// The number of the entry with which it started.
    public let started: Int

    /// The number of the entry with which it came to its end; nil if it ran on.
    public internal(set) var ended: Int?

    /// The number of the message that cancelled it, if one did.
    public internal(set) var cancelledBy: Int?

    /// What it waited for last, if that is known and it has not ended.
    public internal(set) var waitingFor: String?
  }

  /// A place of a state that a message has changed.
  public struct Change: Sendable, Hashable, Codable {
    /// The way to the place, such as `results[2].title`; empty for the whole state.
    public let path: String

    /// What was there; nil if there was nothing, or `text` says it.
    public let before: String?

    /// What is there; nil if there is nothing, or `text` says it.
    public let after: String?

    /// The change as a person would write it.
    public let text: String
  }

  /// Something that happened.
  public struct Entry: Sendable, Hashable, Codable {
    /// The entry's number, counted from 1.
    public internal(set) var number = 0

    /// The virtual time.
    public let instant: Duration

    /// The number of the store in which it happened; nil if it was in none.
    public let store: Int?

    /// What kind of thing happened.
    public let kind: Kind

    /// The number of the effect that did it, or that it happened to.
    public var effect: Int?

    /// The number of the entry that caused it; nil if the test itself did.
    public var cause: Int?

    /// What it was about: the message, the output, the effect, the call, or the headline of a failure.
    public let text: String

    /// What else there is to say: an answer, an error, the kind of a failure, until when an effect sleeps.
    public var detail: String?

    /// What changed in the state.
    public var changes: [Change] = []

    /// The state after a message, a field a line; nil for all other entries, and where nothing changed.
    public var state: String?

    /// The line to look at: of the test, or of the feature.
    public var place: Place?
  }

  /// The kinds of entry.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The test sent an input, which was reduced.
    case input

    /// An effect sent a feedback, which was reduced.
    case feedback

    /// An output was emitted.
    case output

    /// An effect has started.
    case started

    /// An effect has ended by itself.
    case finished

    /// An effect was told to stop.
    case cancelled

    /// An effect has thrown an error that nothing handles.
    case failed

    /// A cancelled effect sent a feedback, which went nowhere.
    case dropped

    /// An effect has called an endpoint that waits for an answer.
    case called

    /// The outside has answered a call.
    case answered

    /// An effect has asked for a dependency.
    case used

    /// An effect has gone to sleep.
    case slept

    /// An effect has woken because its time had come.
    case woke

    /// Time has passed.
    case clock

    /// Something happened before what would usually happen first.
    case deviation

    /// The test has failed.
    case failure
  }
}
