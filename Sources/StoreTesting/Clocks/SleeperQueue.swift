/// Those who sleep on a clock, ordered by when they are due and, among equals, by when they fell asleep.
///
/// Falling asleep and waking the next cost O(log n), being cancelled O(1), however many sleep.
struct SleeperQueue {
  /// Somebody who sleeps.
  struct Sleeper {
    /// The sleeper's number; a later sleeper has a greater one.
    let number: Int

    /// When to wake.
    let deadline: TestClock.Instant

    /// Wakes the one who sleeps.
    let continuation: CheckedContinuation<Bool, Never>

    /// The effect that sleeps, if it is one.
    let scope: EffectScope?
  }

  /// The place of a sleeper in the order.
  private struct Place: Comparable {
    /// When to wake.
    let deadline: TestClock.Instant

    /// The sleeper's number.
    let number: Int

    /// Whether one wakes before another.
    static func < (first: Self, second: Self) -> Bool {
      (first.deadline, first.number) < (second.deadline, second.number)
    }
  }

  /// The sleepers by number; one who is cancelled is taken out here only.
  private var sleepers: [Int: Sleeper] = [:]

  /// The order, as a binary heap with the next to wake in front.
  private var heap: [Place] = []

  /// Adds a sleeper.
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

  /// Takes out a sleeper who is cancelled.
  mutating func remove(_ number: Int) -> Sleeper? {
    sleepers.removeValue(forKey: number)
  }

  /// When the next sleeper is due.
  mutating func nextDeadline() -> TestClock.Instant? {
    while let place = heap.first, sleepers[place.number] == nil { removeFirstPlace() }
    return heap.first?.deadline
  }

  /// Takes out the next sleeper.
  mutating func popFirst() -> Sleeper? {
    while let place = heap.first {
      removeFirstPlace()
      if let sleeper = sleepers.removeValue(forKey: place.number) { return sleeper }
    }
    return nil
  }

  /// The sleepers in the order in which they wake.
  var inOrder: [Sleeper] {
    sleepers.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
  }

  /// How many sleep.
  var count: Int { sleepers.count }

  /// Takes the front place out of the heap.
  private mutating func removeFirstPlace() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
