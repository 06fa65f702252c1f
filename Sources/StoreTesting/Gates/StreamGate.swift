import StoreCore
import Synchronization

/// An endpoint of a dependency that returns a stream. The test gives the elements, and ends the stream.
///
/// ```swift
/// let messages = store.gate("messages", at: \.socket.messages)
///
/// await store.send(.joined("lobby"))
/// #expect(messages.listeners.map(\.arguments) == ["lobby"])
/// await messages.yield("hello")
/// await store.receive(.said("hello")) { $0.lines = ["hello"] }
/// await messages.finish()
/// ```
///
/// Each call of the endpoint opens a stream with one listener. A listener that is busy receives its elements later, in
/// their order, as from an `AsyncStream`. If its task is cancelled, the stream ends. A listener that still listens at
/// the end of the test is reported with its effect.
public final class StreamGate<Arguments: Sendable, Element: Sendable, Failure: Error>: Sendable {
  typealias Answer = StreamAnswer<Element, Failure>

  /// A task that waits for the next element.
  struct Wait {
    /// The number of the wait at its gate.
    let number: Int

    /// The continuation of the task. A wait is removed under the lock before its continuation is resumed. So the
    /// continuation is resumed once. It gets no answer if the task was cancelled, or if only the test could answer.
    let continuation: CheckedContinuation<Answer?, Never>

    /// The effect that waits, if any.
    let effect: InFlightEffect?

    /// The task that waits, if it belongs to no effect.
    let task: TaskReference?
  }

  /// A stream that was opened.
  struct Opened {
    var listener: StreamListener<Arguments, Element, Failure>

    /// The effect that listens, once it is known.
    var effect: EffectToken?

    /// The store of the effect.
    var store: StoreIdentity?

    /// The answers that the listener has not taken yet.
    var buffer: [Answer] = []

    /// The tasks that wait, usually at most one.
    var waits: [Wait] = []

    /// The numbers of the gate's own answers that the listener can still get.
    var left: [Int] = []

    var end: StreamEnd?

    /// Whether the test has asserted that it was opened.
    var isAsserted = false

    /// Whether the stream was released before an effect listened. The purity check of a reducer opens such a stream.
    var isUnused: Bool { end == .released && effect == nil }
  }

  struct State {
    /// The streams, by their numbers from 1.
    var streams: [Opened] = []

    /// The number of the newest wait.
    var lastWait = 0

    /// The number of the test's answers.
    var answers = 0

    /// Returns the number of older open streams.
    func position(of number: Int) -> Int { streams[..<(number - 1)].count { $0.end == nil } }

    /// Ends a stream.
    ///
    /// - Returns: The tasks that wait for it.
    mutating func end(_ number: Int, _ end: StreamEnd) -> [Wait] {
      guard streams[number - 1].end == nil else { return [] }
      streams[number - 1].end = end
      defer { streams[number - 1].waits = [] }
      return streams[number - 1].waits
    }
  }

  /// The name of the endpoint in failures and traces.
  public let name: String

  let state = Mutex(State())

  /// Returns the answers that a listener can get; nil if the test gives all of them.
  let answers: (@Sendable (Arguments) -> [StreamAnswer<Element, Failure>])?

  /// The gates that effects of the store have called, if the test requested this gate by name.
  let others: CalledGates?

  /// The domain of the test's own tasks, if the gate does not belong to a store.
  let domain: TaskDomain?

  /// The store with the gate's endpoint, if the gate was made by one.
  var store: TestEnvironment? { storeIdentity?.store }

  private let storeIdentity: StoreIdentity?

  /// The test that the gate belongs to.
  let test: TestAttribution

  /// Creates a gate whose listeners receive what the test yields.
  ///
  /// - Parameter name: The name of the endpoint in failures and traces.
  public convenience init(_ name: String) {
    let test = TestAttribution()
    self.init(name, answers: nil, domain: test.run.domainOfCurrentTask, test: test)
  }

  /// Creates a gate with its own answers.
  ///
  /// In an ordinary test, each listener gets these answers at once, in their order. In an exploration of schedules, it
  /// gets each of them at most once, in every order and at every point of the schedule. In a generated sequence, it
  /// gets any of them at any time.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - answers: Returns the answers that a listener can get.
  public convenience init(
    _ name: String,
    answers: @escaping @Sendable (Arguments) -> [StreamAnswer<Element, Failure>]
  ) {
    let test = TestAttribution()
    self.init(name, answers: answers, domain: test.run.domainOfCurrentTask, test: test)
  }

  init(
    _ name: String,
    answers: (@Sendable (Arguments) -> [StreamAnswer<Element, Failure>])?,
    domain: TaskDomain? = nil,
    others: CalledGates? = nil,
    store: TestEnvironment? = nil,
    test: TestAttribution = TestAttribution()
  ) {
    self.name = name
    self.answers = answers
    self.others = others
    self.domain = domain
    storeIdentity = store?.identity
    self.test = test
  }
}
