/// The sleeping tasks of a clock, ordered by deadline, and by the start of the sleep among equal deadlines.
///
/// Performance: inserting a sleeper and waking the next one take O(log n), cancelling one takes O(1).
package struct SleeperQueue {
  /// A sleeping task.
  ///
  /// Safety: it is `@unchecked Sendable`. Only the queue that contains it accesses its mutable state, and the clock
  /// holds its lock meanwhile.
  package final class Sleeper: @unchecked Sendable {
    /// The number of the sleeper. Later sleepers have greater numbers.
    package let number: Int

    package let deadline: TestClock.Instant

    /// The effect that sleeps, if it is one. It is nil after the sleeper leaves the queue, so that the sleeper doesn't
    /// retain it.
    package fileprivate(set) var scope: InFlightEffect?

    /// The continuation of the sleeping task; nil before and after the sleeper is in the queue.
    fileprivate var continuation: CheckedContinuation<Bool, Never>?

    /// The name of the sleeping task, if it is no effect and has a name.
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

  /// A heap entry of a sleeper, with its sort keys. Performance: comparing entries needs no access to the sleeper.
  private struct Place {
    let deadline: TestClock.Instant
    let number: Int
    let sleeper: Sleeper

  }

  /// A part of the heap while it is reordered.
  ///
  /// Performance: entries are swapped in place and compared by two fields, so no references are counted.
  ///
  /// Safety: the buffer belongs to an array that doesn't change during the call, and no other code accesses it
  /// meanwhile.
  private typealias Places = UnsafeMutableBufferPointer<Place>

  /// Whether the sleeper at one index wakes before the one at another.
  private static func wakes(_ first: Int, before second: Int, in places: Places) -> Bool {
    let (deadline, other) = (places[first].deadline, places[second].deadline)
    return deadline == other ? places[first].number < places[second].number : deadline < other
  }

  /// A sleeper that has left the queue, and must be resumed.
  package struct Waking {
    let number: Int

    /// The effect that has slept, if it is one.
    let scope: InFlightEffect?

    let continuation: CheckedContinuation<Bool, Never>
  }

  /// A binary heap with the next sleeper first. A cancelled sleeper stays in it without a continuation.
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
