import StoreCore
import Synchronization

/// A dependency's endpoint whose calls wait until the test answers them, in any order.
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
/// A call that waits is in the test's control, like a sleep on a ``TestClock``: nothing is waited for, a `receive` that only an answer
/// could satisfy fails at once and says so, and an effect that still waits at the end of the test is reported.
///
/// The idea is that of pending requests in elm-program-test, and of messages that are held in turmoil.
public final class Gate<Arguments: Sendable, Value: Sendable, Failure: Error>: Sendable {
  /// How a wait came to its end.
  enum End: Sendable {
    case answered(Result<Value, Failure>)
    case cancelled
  }

  /// A call that waits.
  struct Waiting {
    let call: GateCall<Arguments, Value, Failure>

    /// Wakes the call; it is taken out under the lock before that is done, so that it is done once.
    let continuation: CheckedContinuation<End, Never>

    /// The effect that makes the call, if it is one.
    let scope: InFlightEffect?

    /// Whether the test has said that no answer will come.
    var hangs = false

    /// Whether the task was cancelled, and the call goes on waiting.
    var isCancelled = false

    /// How many of the calls that waited longer could be answered, once this one was.
    var position = 0
  }

  /// What changes over the life of a gate.
  struct State {
    /// Who waits, in the order in which the calls were made.
    var waiting: [Waiting] = []

    var calls = 0

    /// Where a call stands among those that wait, if it waits.
    func index(of number: Int) -> Int? { waiting.firstIndex { $0.call.number == number } }

    /// How many calls wait longer than the one at an index, and can be answered.
    func position(of index: Int) -> Int { waiting[..<index].count { !$0.hangs } }

    /// A call that waits, if it does.
    subscript(number: Int) -> Waiting? { index(of: number).map { waiting[$0] } }
  }

  /// The name by which failures and traces call the endpoint.
  public let name: String

  /// What changes over the life of the gate.
  let state = Mutex(State())

  /// What a cancelled call throws; nil if it goes on waiting.
  private let cancellation: Failure?

  /// How the outside may answer, if the test leaves that to whoever runs it.
  private let answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?

  /// The gates at which effects of the store have called, if the test has asked for this one by its name.
  let others: CalledGates?

  /// The tasks that the test starts itself, if the gate is not made for the effects of a store.
  let domain: TaskDomain?

  /// Makes a gate whose calls wait until the test answers them.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  public convenience init(_ name: String, whenCancelled: GateCancellation = .throwsCancellation) {
    self.init(name, whenCancelled, answers: nil, domain: TaskDomain.ofCurrentTask())
  }

  /// Makes a gate that is answered by itself.
  ///
  /// In an ordinary test each call gets the first answer, at once. Where schedules are explored, each call waits, and every
  /// answer is tried, at every moment.
  ///
  /// - Parameters:
  ///   - name: The name by which failures and traces call the endpoint.
  ///   - whenCancelled: What becomes of a call whose task is cancelled.
  ///   - answers: How the outside may answer a call, the usual answer first. No answer means `.never`.
  public convenience init(
    _ name: String,
    whenCancelled: GateCancellation = .throwsCancellation,
    answers: @escaping @Sendable (Arguments) -> [GateAnswer<Value, Failure>]
  ) {
    self.init(name, whenCancelled, answers: answers, domain: TaskDomain.ofCurrentTask())
  }

  init(
    _ name: String,
    _ whenCancelled: GateCancellation,
    answers: (@Sendable (Arguments) -> [GateAnswer<Value, Failure>])?,
    domain: TaskDomain? = nil,
    others: CalledGates? = nil
  ) {
    self.name = name
    self.others = others
    self.answers = answers
    cancellation = whenCancelled == .throwsCancellation ? CancellationError() as? Failure : nil
    self.domain = domain
  }
}

// MARK: - Being called

extension Gate {
  /// Calls the endpoint, and waits for the answer.
  ///
  /// - Parameter arguments: What is asked for; several arguments as a tuple.
  /// - Returns: The value that the test answers with.
  /// - Throws: The error that the test answers with, or a `CancellationError` (``GateCancellation``).
  public func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Value {
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    let scope = InFlightEffect.running
    let call = GateCall(gate: self, number: number, arguments: arguments, scope: scope)
    let answers = answers.map { $0(arguments) }
    let scheduler = scope?.environment.scheduler
    let isParked = scheduler != nil || scope?.environment.gates.answersGatesManually ?? false
    scope?.environment.gates.note(self, named: name)
    if let answers, !isParked, let answer = answers.first {
      switch answer {
      case .success(let value): return value
      case .failure(let error): throw error
      case .never: break
      }
    }
    scope?.environment.note(call, by: scope?.token)
    let isHanging = answers.map { $0.isEmpty || !isParked } ?? false
    let open = isHanging || scheduler == nil ? [] : answers.map { $0.map { OpenAnswer(to: call, $0) } } ?? []
    switch await wait(for: call, scope, isHanging: isHanging, open) {
    case .answered(let result): return try result.get()
    case .cancelled:
      guard let cancellation else { preconditionFailure("A call ends as cancelled only where it can throw that.") }
      throw cancellation
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
  ///   - scope: The effect that makes it.
  ///   - isHanging: Whether no answer will come.
  ///   - answers: The answers of which the scheduler may choose.
  private func wait(
    for call: GateCall<Arguments, Value, Failure>,
    _ scope: InFlightEffect?,
    isHanging: Bool,
    _ answers: [OpenAnswer]
  ) async -> End {
    // An effect that ignores this, and asks in a loop, would never come back from its job, and nobody could stop it.
    if Task.isCancelled, cancellation != nil {
      await Task.yield()
      return .cancelled
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isCancelled, isNews) = state.withLock { state -> (Bool, Bool) in
          if Task.isCancelled, cancellation != nil { return (true, false) }
          var waiting = Waiting(call: call, continuation: continuation, scope: scope)
          waiting.hangs = isHanging
          waiting.isCancelled = Task.isCancelled
          state.waiting.append(waiting)
          // All at once: on the main actor it happens beside the test, which must not see one without the other.
          guard let scope else { return (false, false) }
          if !answers.isEmpty { scope.environment.scheduler?.open(answers, for: scope) }
          return (false, scope.begin(Suspension(.call(call), owner: self, number: call.number)))
        }
        if isCancelled { continuation.resume(returning: .cancelled) }
        if isNews { scope?.noteNews() }
      }
    } onCancel: {
      cancel(call.number)
    }
  }

  /// Takes note that the task of a call was cancelled.
  private func cancel(_ number: Int) {
    guard cancellation != nil else {
      return state.withLock { state in
        guard let index = state.index(of: number) else { return }
        state.waiting[index].isCancelled = true
      }
    }
    if let waiting = take(number) { wake(waiting, .cancelled) }
  }

  func take(_ number: Int) -> Waiting? {
    state.withLock { state in
      guard let index = state.index(of: number) else { return nil }
      state.waiting[index].position = state.position(of: index)
      return state.waiting.remove(at: index)
    }
  }

  /// Lets a call go on that was taken out.
  func wake(_ waiting: Waiting, _ end: End) {
    waiting.scope?.endSuspension(waiting.call.number, by: self)
    waiting.scope?.environment.scheduler?.close(waiting.call)
    waiting.continuation.resume(returning: end)
  }
}
