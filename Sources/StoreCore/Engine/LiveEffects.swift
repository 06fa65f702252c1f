/// The effects that have started and have not ended, in the order in which they started.
///
/// Each knows its neighbours, and each token its record, so that nothing is looked up, however many run.
struct LiveEffects {
  /// The one that started first.
  private var first: EffectRecord?

  /// The one that started last. It is in the list, which owns it.
  private unowned(unsafe) var last: EffectRecord?

  /// Whether there are none.
  var isEmpty: Bool { first == nil }

  /// All of them.
  var all: [EffectRecord] { Array(sequence(first: first) { $0?.next }.prefix { $0 != nil }.compactMap(\.self)) }

  /// Adds an effect that starts.
  mutating func append(_ record: EffectRecord) {
    record.previous = last
    if let last { last.next = record } else { first = record }
    last = record
    record.token.record = record
  }

  /// Takes out an effect that ends.
  mutating func remove(_ record: EffectRecord) {
    let next = record.next
    if let next { next.previous = record.previous } else { last = record.previous }
    if let previous = record.previous { previous.next = next } else { first = next }
    record.next = nil
    record.previous = nil
    record.token.record = nil
  }

  /// Takes out the effect that started first.
  mutating func popFirst() -> EffectRecord? {
    guard let record = first else { return nil }
    remove(record)
    return record
  }
}
