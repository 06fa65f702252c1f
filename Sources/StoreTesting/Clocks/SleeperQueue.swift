/// Those who sleep on a clock, ordered by when they are due and, among equals, by when they fell asleep.
///
/// Falling asleep and waking the next cost O(log n), being cancelled O(1), however many sleep.
package struct SleeperQueue {
  /// Somebody who sleeps.
  ///
  /// It is `@unchecked Sendable`, and safe because what changes in it is touched only by the queue it is in, which its
  /// clock holds under a lock.
  package final class Sleeper: @unchecked Sendable {
    /// The sleeper's number; a later sleeper has a greater one.
    package let number: Int

    package let deadline: TestClock.Instant

    /// The effect that sleeps, if it is one; nil after it was taken out of the queue, so as not to keep it alive.
    package fileprivate(set) var scope: InFlightEffect?

    /// Resumes the sleeping task; nil before and after the sleeper is in the queue.
    fileprivate var continuation: CheckedContinuation<Bool, Never>?

    /// The name of the task that sleeps, if it is no effect and has one.
    let task: String?

    private static var currentTaskName: String? {
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
      return Task.name
    }

    init(number: Int, deadline: TestClock.Instant, scope: InFlightEffect?) {
      task = scope == nil ? Self.currentTaskName : nil
      self.number = number
      self.deadline = deadline
      self.scope = scope
    }
  }

  /// The place of a sleeper in the order, with what the order goes by at hand.
  private struct Place {
    let deadline: TestClock.Instant
    let number: Int
    let sleeper: Sleeper

  }

  /// Part of the heap, while it is put in order.
  ///
  /// Places are swapped where they lie, and compared by two of their fields, so that no references are counted. That is
  /// safe because the buffer is that of an array which stays as long as it is, and nobody else has access meanwhile.
  private typealias Places = UnsafeMutableBufferPointer<Place>

  /// Whether the one at a place wakes before the one at another.
  private static func wakes(_ first: Int, before second: Int, in places: Places) -> Bool {
    let (deadline, other) = (places[first].deadline, places[second].deadline)
    return deadline == other ? places[first].number < places[second].number : deadline < other
  }

  /// Somebody who was taken out of the queue, and must be woken.
  package struct Waking {
    let number: Int

    /// The effect that has slept, if it is one.
    let scope: InFlightEffect?

    let continuation: CheckedContinuation<Bool, Never>
  }

  /// A binary heap with the next to wake in front; one who is cancelled stays in it without a continuation.
  private var heap: [Place] = []

  private(set) var count = 0

  mutating func insert(_ sleeper: Sleeper, waking continuation: CheckedContinuation<Bool, Never>) {
    sleeper.continuation = continuation
    count += 1
    heap.append(Place(deadline: sleeper.deadline, number: sleeper.number, sleeper: sleeper))
    heap.withUnsafeMutableBufferPointer { places in
      var child = places.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard Self.wakes(child, before: parent, in: places) else { break }
        places.swapAt(child, parent)
        child = parent
      }
    }
  }

  package mutating func remove(_ sleeper: Sleeper) -> Waking? {
    guard let continuation = sleeper.continuation else { return nil }
    defer {
      sleeper.continuation = nil
      sleeper.scope = nil
    }
    count -= 1
    return Waking(number: sleeper.number, scope: sleeper.scope, continuation: continuation)
  }

  package mutating func nextDeadline() -> TestClock.Instant? {
    while let first = heap.first, first.sleeper.continuation == nil { removeFirst() }
    return heap.first?.deadline
  }

  mutating func popFirst() -> Waking? {
    while let first = heap.first {
      removeFirst()
      if let waking = remove(first.sleeper) { return waking }
    }
    return nil
  }

  /// The sleepers in the order in which they wake.
  package var inOrder: [Sleeper] {
    heap.filter { $0.sleeper.continuation != nil }
      .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
      .map(\.sleeper)
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    heap.withUnsafeMutableBufferPointer { places in
      var parent = 0
      while true {
        var least = parent
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        if left < places.count, Self.wakes(left, before: least, in: places) { least = left }
        if right < places.count, Self.wakes(right, before: least, in: places) { least = right }
        guard least != parent else { return }
        places.swapAt(parent, least)
        parent = least
      }
    }
  }
}
