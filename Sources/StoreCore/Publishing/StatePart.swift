/// A part of a published state that has its own observers and subscribers.
protocol PublishedPart<Whole>: AnyObject {
  associatedtype Whole

  /// Returns the change of the part for a change of the whole; nil if the part doesn't change, or has left.
  func change(from old: Whole, to new: Whole) -> PartChange?

  func finish()
}

/// A change of a part, for its observers and subscribers.
struct PartChange {
  let willChange: () -> Void
  let didChange: () -> Void

  /// Delivers the changed part to subscribers.
  let publish: () -> Void
}

/// A part of a published state, such as the state of a child, until it leaves.
final class StatePart<Whole, Part: Equatable>: PublishedPart {
  /// The publisher of changes of the part.
  let publisher = StatePublisher<Part>()

  /// Reads the part; nil if it has left.
  private let read: (Whole) -> Part?

  private var last: Part

  /// Whether the part has left. It never returns: a part that takes its place has another object.
  private(set) var isGone = false

  /// Creates the part, which must be present.
  ///
  /// - Parameters:
  ///   - part: The current part.
  ///   - read: Reads the part; nil if it has left.
  init(_ part: Part, read: @escaping (Whole) -> Part?) {
    last = part
    self.read = read
  }

  /// Returns the part in the whole, or its last value after the part has left.
  func value(in whole: Whole) -> Part {
    isGone ? last : read(whole) ?? last
  }

  /// Returns the change of the part for a change of the whole; nil if the part doesn't change, or has left.
  func change(from old: Whole, to new: Whole) -> PartChange? {
    guard !isGone else { return nil }
    guard let part = read(new) else {
      isGone = true
      finish()
      return nil
    }
    var previous = part
    swap(&last, &previous)
    guard part != previous else { return nil }
    let fields = publisher.observation.changedFields(from: previous, to: part)
    let changes = publisher.partChanges(from: previous, to: part)
    return PartChange(
      willChange: { [publisher] in
        publisher.observation.willChange(fields)
        for change in changes { change.willChange() }
      },
      didChange: { [publisher] in
        publisher.observation.didChange(fields)
        for change in changes { change.didChange() }
      },
      publish: { [publisher] in
        publisher.yield(part)
        for change in changes { change.publish() }
      }
    )
  }

  func finish() {
    publisher.finish()
  }
}
