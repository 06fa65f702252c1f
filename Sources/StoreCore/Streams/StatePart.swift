/// A part of a published state that has observers and subscribers of its own.
protocol PublishedPart<Whole>: AnyObject {
  associatedtype Whole

  /// The change of the part when the whole changes; nil if the part doesn't change, or is gone.
  func change(from old: Whole, to new: Whole) -> PartChange?

  func finish()
}

/// What observers and subscribers of a part are told of a change.
struct PartChange {
  let willChange: () -> Void
  let didChange: () -> Void

  /// Hands the changed part to subscribers.
  let publish: () -> Void
}

/// A part of a published state, such as the state of a child, until it is gone.
final class StatePart<Whole, Part: Equatable>: PublishedPart {
  /// Tells observers and subscribers of the part.
  let publisher = StatePublisher<Part>()

  /// Reads the part; nil when it is gone.
  private let read: (Whole) -> Part?

  private var last: Part

  /// Whether the part is gone. It doesn't come back: another one that takes its place has a value of its own.
  private(set) var isGone = false

  /// Follows a part that is there.
  ///
  /// - Parameters:
  ///   - part: The part as it is.
  ///   - read: Reads the part; nil when it is gone.
  init(_ part: Part, read: @escaping (Whole) -> Part?) {
    last = part
    self.read = read
  }

  /// The part in the whole, or as it was last if it is gone.
  func value(in whole: Whole) -> Part {
    isGone ? last : read(whole) ?? last
  }

  /// The change of the part when the whole changes; nil if the part doesn't change, or is gone.
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
