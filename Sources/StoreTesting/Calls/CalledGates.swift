import Synchronization

/// The gates that effects of a store have called, and whether the test answers all of their calls.
package final class CalledGates: Sendable {
  /// A weak reference to a gate. A gate retains its waiting effects, which retain this object.
  private struct Entry: Sendable {
    weak let gate: (any CalledGate)?
  }

  /// The gates, by name. Of two gates with the same name, the last called one is kept.
  private let entries = Mutex<[String: Entry]>([:])

  private let own = Mutex<[Entry]>([])

  private let storedAnswersGatesManually = Atomic(false)

  /// Whether calls at gates with `answers:` wait for the test.
  package var answersGatesManually: Bool {
    get { storedAnswersGatesManually.load(ordering: .relaxed) }
    set { storedAnswersGatesManually.store(newValue, ordering: .relaxed) }
  }

  func add(_ gate: any CalledGate) {
    own.withLock { $0.append(Entry(gate: gate)) }
  }

  func note(_ gate: any CalledGate, named name: String) {
    entries.withLock { $0[name] = Entry(gate: gate) }
  }

  /// The waiting calls at gates of the store that belong to no effect.
  var callsWithoutEffect: [any WaitingCall] {
    let gates = own.withLock { $0.map(\.gate) }
    return gates.compactMap(\.self).flatMap(\.callsWithoutEffect)
  }

  /// The possible answers to each waiting call of an effect, oldest call first, by the names of the gates.
  ///
  /// A call at a gate without `answers:` has no possible answer.
  package var openAnswers: [String: [[OpenAnswer]]] {
    let gates = entries.withLock { $0.compactMapValues(\.gate) }
    return gates.mapValues(\.openAnswers).filter { !$0.value.isEmpty }
  }

  /// Returns the possible answers to each waiting call of an effect at a gate, oldest call first.
  package func openAnswers(at gate: String) -> [[OpenAnswer]] {
    self.gate(named: gate)?.openAnswers ?? []
  }

  /// Whether any effect's call goes on though its task was cancelled.
  package var hasCancelledCalls: Bool {
    let gates = entries.withLock { $0.values.map(\.gate) }
    return gates.contains { $0?.hasCancelledCalls ?? false }
  }

  /// The streams that the test has not asserted, by the gates that effects have called.
  var unassertedStreams: [any WaitingCall] {
    let gates = entries.withLock { entries in entries.sorted { $0.key < $1.key }.map(\.value.gate) }
    return gates.compactMap(\.self).flatMap(\.unassertedStreams)
  }

  /// The names of the gates that effects have called, sorted.
  var names: [String] {
    entries.withLock { entries in entries.filter { $0.value.gate != nil }.keys.sorted() }
  }

  /// Returns the gate with a name: the one that an effect has called last, or else the newest of the store's own.
  func gate(named name: String) -> (any CalledGate)? {
    if let called = entries.withLock({ $0[name]?.gate }) { return called }
    return own.withLock { $0.compactMap(\.gate) }.last { $0.name == name }
  }
}

/// A gate with its types erased.
protocol CalledGate: AnyObject, Sendable {
  var name: String { get }

  /// The waiting calls that belong to no effect.
  var callsWithoutEffect: [any WaitingCall] { get }

  /// The possible answers to each waiting call of an effect, oldest call first.
  var openAnswers: [[OpenAnswer]] { get }

  /// Whether any of these calls goes on though its task was cancelled.
  var hasCancelledCalls: Bool { get }

  /// The streams that its calls have opened, and that the test, which asserts them, has not asserted.
  var unassertedStreams: [any WaitingCall] { get }
}
