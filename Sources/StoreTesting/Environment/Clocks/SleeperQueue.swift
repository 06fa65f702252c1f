/// The end of a sleep.
enum SleepEnd {
  case elapsed
  case cancelled

  /// Only the test could advance the clock, and it waits for the sleep itself.
  case hopeless
}

/// The sleeping tasks of a clock, ordered by deadline and then by the start of the sleep.
///
/// Performance: inserting a sleeper and waking the next one take O(log n), cancelling one takes O(1).
package struct SleeperQueue {
  /// A sleeping task. Performance: copies of a struct take longer than the allocation of an object.
  package final class Sleeper: Sendable {
    /// The number of the sleeper. Later sleepers have greater numbers.
    package let number: Int

    package let deadline: TestClock.Instant

    /// The effect that sleeps; nil if the task belongs to no effect.
    package let effect: InFlightEffect?

    /// The name of the sleeping task, if it has one and belongs to no effect.
    let task: String?

    /// The sleeping task, if it belongs to no effect.
    let reference: TaskReference?

    let continuation: CheckedContinuation<SleepEnd, Never>

    init(
      number: Int,
      deadline: TestClock.Instant,
      effect: InFlightEffect?,
      task: String?,
      reference: TaskReference?,
      continuation: CheckedContinuation<SleepEnd, Never>
    ) {
      self.number = number
      self.deadline = deadline
      self.effect = effect
      self.task = task
      self.reference = reference
      self.continuation = continuation
    }
  }

  /// The time at which a sleeper wakes.
  private struct Place: Comparable {
    let deadline: TestClock.Instant
    let number: Int

    static func < (first: Self, second: Self) -> Bool {
      first.deadline == second.deadline ? first.number < second.number : first.deadline < second.deadline
    }
  }

  /// The sleepers by number.
  private var sleepers: [Int: Sleeper] = [:]

  /// A binary heap with the next sleeper first. It keeps the places of cancelled sleepers.
  private var heap: [Place] = []

  mutating func insert(_ sleeper: Sleeper) {
    sleepers[sleeper.number] = sleeper
    heap.append(Place(deadline: sleeper.deadline, number: sleeper.number))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Returns a sleeper, if it still sleeps.
  func sleeper(_ number: Int) -> Sleeper? { sleepers[number] }

  /// Removes and returns a sleeper, if it still sleeps. The caller resumes it.
  package mutating func remove(_ number: Int) -> Sleeper? { sleepers.removeValue(forKey: number) }

  package mutating func nextDeadline() -> TestClock.Instant? {
    while let first = heap.first, sleepers.index(forKey: first.number) == nil { removeFirst() }
    return heap.first?.deadline
  }

  /// Removes and returns the next sleeper. The caller resumes it.
  mutating func popFirst() -> Sleeper? {
    while let first = heap.first {
      removeFirst()
      if let sleeper = remove(first.number) { return sleeper }
    }
    return nil
  }

  /// The sleepers in the order in which they wake.
  package var inOrder: [Sleeper] {
    sleepers.values.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      let children = (2 * parent + 1)..<(2 * parent + 3)
      for child in children.clamped(to: heap.indices) where heap[child] < heap[least] { least = child }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
