import StoreCore
import Synchronization

/// An endpoint of a dependency. Its calls wait until the test answers them, in any order.
///
/// ```swift
/// let search = store.gate("search", at: \.searchClient.search)
///
/// await store.send(.queryChanged("swift")) { $0.query = "swift" }
/// #expect(search.pending.map(\.arguments) == ["swift"])
/// await search.succeed(with: ["Swift"])
/// await store.receive(.searchSucceeded(["Swift"])) { $0.results = ["Swift"] }
/// ```
///
/// The test controls a waiting call, like a sleep on a ``TestClock``, so no real time passes. A `receive` that needs an
/// answer first fails at once, and names the waiting call. An effect that still waits at the end of the test is
/// reported.
public final class Gate<Arguments: Sendable, Value: Sendable, Failure: Error>: Sendable {
  /// The end of a wait.
  enum End: Sendable {
    case answered(Result<Value, Failure>)
    case cancelled

    /// The call is made once more, in a run with a mutant.
    case repeated

    /// Only the test could answer, and it waits for the answer itself.
    case hopeless
  }

  /// A waiting call.
  ///
  /// Performance: it is an object, as a value's size would depend on the gate's types.
  final class Waiting: Sendable {
    let call: GateCall<Arguments, Value, Failure>

    /// The continuation of the call. A call is removed under the lock before its continuation is resumed. So the
    /// continuation is resumed once.
    let continuation: CheckedContinuation<End, Never>

    /// The effect that makes the call, if any.
    let effect: InFlightEffect?

    /// The task that makes the call, if it belongs to no effect.
    let task: TaskReference?

    /// Whether a mutant repeats an earlier call.
    let isRepetition: Bool

    var isLeftUnanswered: Bool { call.record.isLeftUnanswered }

    init(
      call: GateCall<Arguments, Value, Failure>,
      continuation: CheckedContinuation<End, Never>,
      effect: InFlightEffect?,
      task: TaskReference?,
      isRepetition: Bool
    ) {
      self.call = call
      self.continuation = continuation
      self.effect = effect
      self.task = task
      self.isRepetition = isRepetition
    }
  }

  struct State {
    /// The waiting calls, oldest first.
    var waiting: [Waiting] = []

    var calls = 0

    /// The store whose effect made the last call; nil without calls of effects.
    var lastCaller: StoreIdentity?

    /// Returns the index of a waiting call; nil if it doesn't wait.
    func index(of number: Int) -> Int? { waiting.firstIndex { $0.call.number == number } }

    /// Returns the number of answerable calls before the one at an index.
    func position(of index: Int) -> Int { waiting[..<index].count { !$0.isLeftUnanswered } }

    /// A waiting call; nil if it doesn't wait.
    subscript(number: Int) -> Waiting? { index(of: number).map { waiting[$0] } }
  }

  /// The name of the endpoint in failures and traces.
  public let name: String

  let state = Mutex(State())

  /// The error that a cancelled call throws; nil if it ignores the cancellation.
  let cancellation: Failure?

  /// Returns the possible answers to a call; nil if the test answers all calls.
  let answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?

  /// The gates that effects of the store have called, if the test requested this gate by name.
  let others: CalledGates?

  /// The domain of the test's own tasks, if the gate does not belong to a store.
  let domain: TaskDomain?

  /// The store with the gate's endpoint, if the gate was made by one.
  var store: TestEnvironment? { storeIdentity?.store }

  private let storeIdentity: StoreIdentity?

  /// The test that the gate belongs to.
  let test: TestAttribution

  /// Creates a gate whose calls wait until the test answers them.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - whenCancelled: The behaviour of a call whose task is cancelled.
  public convenience init(_ name: String, whenCancelled: GateCancellation = .throwsCancellation) {
    let test = TestAttribution()
    self.init(name, whenCancelled, answers: nil, domain: test.run.domainOfCurrentTask, test: test)
  }

  /// Creates a gate with its own answers.
  ///
  /// In an ordinary test, each call gets the first answer at once. In an exploration of schedules, each call waits, and
  /// every answer is tried at every point of the schedule.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in failures and traces.
  ///   - whenCancelled: The behaviour of a call whose task is cancelled.
  ///   - answers: Returns the possible answers to a call, the default answer first. An empty array means `.never`.
  public convenience init(
    _ name: String,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: @escaping @Sendable (Arguments) -> [GateAnswer<Value, Failure>]
  ) {
    let test = TestAttribution()
    self.init(name, whenCancelled, answers: answers, domain: test.run.domainOfCurrentTask, test: test)
  }

  init(
    _ name: String,
    _ whenCancelled: GateCancellation,
    answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?,
    domain: TaskDomain? = nil,
    others: CalledGates? = nil,
    store: TestEnvironment? = nil,
    test: TestAttribution = TestAttribution()
  ) {
    self.name = name
    self.others = others
    self.answers = answers
    cancellation = whenCancelled == .throwsCancellation ? CancellationError() as? Failure : nil
    self.domain = domain
    storeIdentity = store?.identity
    self.test = test
  }
}

// MARK: - Calls

extension Gate {
  /// Calls the endpoint, and waits for the answer.
  ///
  /// - Parameter arguments: The arguments of the call; several arguments as a tuple.
  /// - Returns: The value of the test's answer.
  /// - Throws: The error of the test's answer, or a `CancellationError` (``GateCancellation``).
  public func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Value {
    try await call(arguments)
  }

  /// Calls the endpoint, and waits for the answer.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the call.
  ///   - isRepetition: Whether a mutant repeats an earlier call.
  private func call(_ arguments: Arguments, isRepetition: Bool = false) async throws(Failure) -> Value {
    let effect = InFlightEffect.running
    let number = state.withLock { state in
      state.calls += 1
      if let effect { state.lastCaller = effect.environment.identity }
      return state.calls
    }
    let call = GateCall(gate: self, number: number, arguments: arguments, effect: effect)
    let answers = answers.map { $0(arguments) }
    let choosesAnswers = effect?.environment.order.choosesAnswers ?? false
    let isAnsweredLater = choosesAnswers || effect?.environment.gates.answersGatesManually ?? false
    effect?.environment.gates.note(self, named: name)
    if let effect { effect.environment.order.willAct(for: effect.token, in: effect.environment) }
    if let answers, !isAnsweredLater, let result = answers.first?.result {
      switch fate(of: result, in: effect?.environment, at: effect?.environment.step ?? test.site, isAtOnce: true) {
      case .given(let result): return try result.get()
      case .late: if let effect { answerLate(number, with: result, in: effect.environment) }
      case .repeated: return try result.get()
      }
    }
    effect?.environment.note(call, by: effect?.token)
    let isLeftUnanswered = answers.map { $0.isEmpty || !isAnsweredLater } ?? false
    let open = isLeftUnanswered || !choosesAnswers ? [] : answers.map { $0.map { OpenAnswer(to: call, $0) } } ?? []
    let isWatched = effect == nil
    switch await wait(
      for: call,
      effect,
      isLeftUnanswered: isLeftUnanswered,
      isWatched: isWatched,
      isRepetition: isRepetition,
      open
    ) {
    case .answered(let result): return try result.get()
    case .repeated: return try await self.call(arguments, isRepetition: true)
    case .cancelled:
      guard let cancellation else { preconditionFailure("A call ends as cancelled only where it can throw that.") }
      throw cancellation
    case .hopeless:
      report(hopeless: call)
      if let cancellation { throw cancellation }
      if let value = Self.placeholder { return value }
      // The call can neither throw nor return, so it waits on. The report says why.
      guard
        case .answered(let result) = await wait(
          for: call,
          nil,
          isLeftUnanswered: true,
          isWatched: false,
          isRepetition: false,
          []
        )
      else {
        preconditionFailure("A call that is not watched, and can't throw, ends with an answer.")
      }
      return try result.get()
    }
  }

  /// Calls an endpoint without arguments, and waits for the answer.
  public func callAsFunction() async throws(Failure) -> Value where Arguments == Void {
    try await self(())
  }

  /// Calls an endpoint with two arguments, and waits for the answer.
  public func callAsFunction<First, Second>(_ first: First, _ second: Second) async throws(Failure) -> Value
  where Arguments == (First, Second) {
    try await self((first, second))
  }

  /// Calls an endpoint with three arguments, and waits for the answer.
  public func callAsFunction<First, Second, Third>(
    _ first: First,
    _ second: Second,
    _ third: Third
  ) async throws(Failure) -> Value where Arguments == (First, Second, Third) {
    try await self((first, second, third))
  }

  /// Waits until the call is answered, or cancelled.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - effect: The effect that makes the call, if any.
  ///   - isLeftUnanswered: Whether the call is never answered.
  ///   - isWatched: Whether the call ends as hopeless if the test waits for it.
  ///   - isRepetition: Whether a mutant repeats an earlier call.
  ///   - answers: The possible answers that the order of events chooses from.
  private func wait(
    for call: GateCall<Arguments, Value, Failure>,
    _ effect: InFlightEffect?,
    isLeftUnanswered: Bool,
    isWatched: Bool,
    isRepetition: Bool,
    _ answers: [OpenAnswer]
  ) async -> End {
    // Without the yield, an effect that ignores the error and calls in a loop would never suspend. The test couldn't
    // stop it.
    if Task.isCancelled, cancellation != nil {
      await Task.yield()
      return .cancelled
    }
    let task = isWatched && test.isKnown ? Runtime.currentTask : nil
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isCancelled, wakesTest) = state.withLock { state -> (Bool, Bool) in
          if Task.isCancelled, cancellation != nil { return (true, false) }
          let waiting = Waiting(
            call: call,
            continuation: continuation,
            effect: effect,
            task: task,
            isRepetition: isRepetition
          )
          call.record.isLeftUnanswered = isLeftUnanswered
          call.record.isCancelled = Task.isCancelled
          state.waiting.append(waiting)
          // These changes happen under one lock: on the main actor this runs concurrently with the test, which must not
          // see only some of them.
          guard let effect else { return (false, false) }
          if !answers.isEmpty { effect.environment.order.open(answers, for: effect) }
          return (false, effect.begin(Suspension(.call(call), owner: self, number: call.number)))
        }
        if isCancelled { return continuation.resume(returning: .cancelled) }
        if wakesTest { effect?.wakeTest() }
        if task != nil { HopelessWaitDetector.shared.watch(HopelessCall(gate: self, number: call.number)) }
      }
    } onCancel: {
      cancel(call.number)
    }
  }

  /// Handles the cancellation of a call's task.
  private func cancel(_ number: Int) {
    guard cancellation != nil else {
      return state.withLock { state in
        state[number]?.call.record.isCancelled = true
      }
    }
    if let waiting = take(number) { wake(waiting, .cancelled) }
  }

  func take(_ number: Int) -> Waiting? {
    state.withLock { state in
      guard let index = state.index(of: number) else { return nil }
      let position = state.position(of: index)
      let waiting = state.waiting.remove(at: index)
      waiting.call.record.end(at: position)
      return waiting
    }
  }

  /// Resumes a call that was removed.
  func wake(_ waiting: Waiting, _ end: End) {
    waiting.effect?.endSuspension(waiting.call.number, by: self)
    waiting.effect?.environment.order.close(waiting.call)
    waiting.continuation.resume(returning: end)
  }
}
