import StoreCore
import StoreDependencies
import StoreTesting

/// A recording under construction.
struct RecordingDraft: Sendable {
  /// The minimum number of entries to keep.
  private static let capacity = 10_000

  /// The identity of an effect.
  private struct EffectKey: Hashable {
    let store: Int

    /// The number of the effect in its store.
    let id: Int
  }

  private(set) var recording = Recording()

  /// The number of each effect, and of its last entry.
  private var effects: [EffectKey: (number: Int, last: Int)] = [:]

  /// The latest reported time.
  private var latest = Duration.zero

  /// The number of the next entry.
  private var next: Int { recording.omitted + recording.entries.count + 1 }

  /// Adds a store.
  ///
  /// - Returns: The number of the store.
  mutating func addStore(at site: CallSite) -> Int {
    let number = recording.stores.count + 1
    recording.stores.append(.init(number: number, feature: "", initialState: "", place: .init(site)))
    return number
  }

  /// Sets the feature and the initial state of a store.
  mutating func describe(store: Int, feature: String, initialState: String) {
    recording.stores[store - 1].feature = feature
    recording.stores[store - 1].initialState = initialState
  }

  /// Records that earlier entries were not kept.
  mutating func omit(_ count: Int) {
    recording.omitted += count
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry. The draft sets its number, and derives a missing cause from the effect.
  ///   - token: The effect that the entry belongs to.
  ///   - step: The step of the test during which the event happened.
  /// - Returns: The number of the entry.
  @discardableResult
  mutating func add(_ entry: Recording.Entry, of token: EffectToken? = nil, in step: CallSite? = nil) -> Int {
    passTime(to: entry, in: step)
    var entry = entry
    entry.number = next
    if let token, let store = entry.store {
      let key = EffectKey(store: store, id: token.id)
      if entry.kind == .started { begin(token, key, entry) }
      if effects[key] == nil { begin(token, key, entry) }
      entry.effect = effects[key]?.number
      // The cause of a cancellation is a message or the test, never the effect itself.
      if entry.kind != .cancelled {
        entry.cause = entry.cause ?? effects[key].flatMap { $0.last == entry.number ? nil : $0.last }
      }
      effects[key]?.last = entry.number
    }
    follow(entry)
    recording.entries.append(entry)
    if recording.entries.count >= 2 * Self.capacity {
      recording.omitted += recording.entries.count - Self.capacity
      recording.entries.removeFirst(recording.entries.count - Self.capacity)
    }
    return entry.number
  }

  /// Records the wait of a running effect.
  mutating func note(_ token: EffectToken, of store: Int, waitsFor text: String) {
    guard let number = effects[EffectKey(store: store, id: token.id)]?.number else { return }
    if recording.effects[number - 1].ended == nil { recording.effects[number - 1].waitingFor = text }
  }

  /// The time for an entry without its own time.
  var now: Duration { latest }

  /// Adds an entry for the time that has passed since the latest one.
  private mutating func passTime(to entry: Recording.Entry, in step: CallSite?) {
    guard entry.instant > latest else { return }
    let text = "It is \(entry.instant.text)"
    latest = entry.instant
    var clock = Recording.Entry(instant: entry.instant, store: nil, kind: .clock, text: text)
    clock.place = step.map { .init($0) }
    clock.number = next
    recording.entries.append(clock)
  }

  /// Adds an effect.
  private mutating func begin(_ token: EffectToken, _ key: EffectKey, _ entry: Recording.Entry) {
    let description = token.description
    let number = recording.effects.count + 1
    recording.effects.append(
      Recording.Effect(
        number: number,
        store: key.store,
        name: description.name,
        label: description.title,
        payload: description.payload.map { StoreValues.describe($0) },
        createdAt: .init(description.site),
        startedBy: entry.kind == .started ? entry.cause : nil,
        started: entry.number
      )
    )
    effects[key] = (number, entry.number)
  }

  /// Updates the effect of an entry.
  private mutating func follow(_ entry: Recording.Entry) {
    guard let number = entry.effect else { return }
    switch entry.kind {
    case .finished, .failed, .cancelled:
      if recording.effects[number - 1].ended == nil { recording.effects[number - 1].ended = entry.number }
      if entry.kind == .cancelled { recording.effects[number - 1].cancelledBy = entry.cause }
      recording.effects[number - 1].waitingFor = nil
    case .called: recording.effects[number - 1].waitingFor = entry.text
    case .slept: recording.effects[number - 1].waitingFor = entry.detail
    case .answered, .woke: recording.effects[number - 1].waitingFor = nil
    default: break
    }
  }
}

extension Recording.Place {
  /// Creates the place of a line of source code.
  init(_ site: CallSite) {
    self.init(file: site.fileName, path: site.filePath, line: site.line)
  }
}
