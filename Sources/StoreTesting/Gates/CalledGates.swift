import Synchronization

/// The gates at which the effects of a store have called, and whether their calls wait for the test.
package final class CalledGates: Sendable {
  /// A gate, unless nobody else keeps it any more: it keeps the effects that wait at it, which keep this.
  private struct Entry: Sendable {
    weak let gate: (any AnyObject & Sendable)?
  }

  /// The gates, by name; of two with the same name, the one that was called last.
  private let entries = Mutex<[String: Entry]>([:])

  private let own = Mutex<[Entry]>([])

  /// Whether calls wait at gates that would answer them by themselves.
  private let isParking = Atomic(false)

  /// Whether calls wait at gates that would answer them by themselves.
  package var answersGatesManually: Bool {
    get { isParking.load(ordering: .relaxed) }
    set { isParking.store(newValue, ordering: .relaxed) }
  }

  func add(_ gate: any AnyObject & Sendable) {
    own.withLock { $0.append(Entry(gate: gate)) }
  }

  func note(_ gate: any AnyObject & Sendable, named name: String) {
    entries.withLock { $0[name] = Entry(gate: gate) }
  }

  /// The calls that wait at gates that the store has made, and belong to no effect.
  var strayCalls: [any WaitingCall] {
    let gates = own.withLock { $0.map(\.gate) }
    return gates.compactMap { $0 as? any StrayCalls }.flatMap(\.strayCalls)
  }

  /// The names of the gates at which an effect has called, in order.
  var names: [String] {
    entries.withLock { entries in entries.filter { $0.value.gate != nil }.keys.sorted() }
  }

  /// The gate of a name, if an effect has called at it.
  func gate(named name: String) -> (any AnyObject & Sendable)? {
    entries.withLock { $0[name]?.gate }
  }
}

/// A gate that the store asks for stray calls at the end of the test.
protocol StrayCalls {
  /// The calls that wait and belong to no effect.
  var strayCalls: [any WaitingCall] { get }
}

extension Gate: StrayCalls {
  /// The calls that wait and belong to no effect.
  var strayCalls: [any WaitingCall] {
    state.withLock { $0.waiting.filter { $0.scope == nil && !$0.hangs }.map(\.call) }
  }
}
