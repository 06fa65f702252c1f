import StoreCore
import Synchronization

extension StreamGate {
  /// Opens a stream, as the endpoint does.
  ///
  /// - Parameter arguments: The arguments of the call; several arguments as a tuple.
  /// - Returns: The stream.
  public func callAsFunction(_ arguments: Arguments) -> GateStream<Element, Failure> {
    let effect = InFlightEffect.running
    let listener = state.withLock { state in
      let number = state.streams.count + 1
      let listener = StreamListener(gate: self, number: number, arguments: arguments, effect: nil)
      state.streams.append(Opened(listener: listener))
      return listener
    }
    if let effect { begin(listener.number, effect) }
    return GateStream(source: Token(self, listener.number))
  }

  /// Opens a stream of an endpoint without arguments.
  public func callAsFunction() -> GateStream<Element, Failure> where Arguments == Void { self(()) }

  /// Opens a stream of an endpoint with two arguments.
  public func callAsFunction<First, Second>(_ first: First, _ second: Second) -> GateStream<Element, Failure>
  where Arguments == (First, Second) {
    self((first, second))
  }

  /// Connects a stream with the effect that listens, and adds the call to the event log of its store.
  ///
  /// A reducer may open a stream that its effect then reads.
  private func begin(_ number: Int, _ effect: InFlightEffect) {
    let environment = effect.environment
    environment.gates.note(self, named: name)
    environment.order.willAct(for: effect.token, in: environment)
    let opened = state.withLock { state -> StreamListener<Arguments, Element, Failure>? in
      guard state.streams[number - 1].effect == nil else { return nil }
      let arguments = state.streams[number - 1].listener.arguments
      let listener = StreamListener(gate: self, number: number, arguments: arguments, effect: effect)
      state.streams[number - 1].listener = listener
      state.streams[number - 1].effect = effect.token
      state.streams[number - 1].store = environment.identity
      return listener
    }
    guard let opened else { return }
    if let answers {
      let count = answers(opened.arguments).count
      state.withLock { $0.streams[number - 1].left = Array(0..<count) }
    }
    environment.note(opened, by: effect.token)
  }

  /// The listener's hold of a stream.
  final class Token: StreamSource {
    private let gate: StreamGate
    private let number: Int

    init(_ gate: StreamGate, _ number: Int) {
      self.gate = gate
      self.number = number
    }

    deinit { gate.release(number) }

    func next() async throws(Failure) -> Element? { try await gate.next(of: number) }
  }

  /// Ends a stream that was released.
  private func release(_ number: Int) {
    state.withLock { state in
      let isCancelled = state.streams[number - 1].effect?.isCancelled ?? false
      _ = state.end(number, isCancelled ? .cancelled : .released)
    }
  }
}

// MARK: - Waiting

extension StreamGate {
  /// Waits for the next element of a stream.
  private func next(of number: Int) async throws(Failure) -> Element? {
    let effect = InFlightEffect.running
    if let effect { begin(number, effect) }
    let answer =
      if let own = ownAnswer(to: number, effect) { own } else {
        await wait(for: number, effect, openAnswers(to: number, effect))
      }
    switch answer {
    case .element(let element):
      guard let fate = fateOfElement(for: effect) else { return element }
      return try await take(element, fate, of: number)
    case .failure(let error): throw error
    case .finish, nil: return nil
    }
  }

  /// Returns the fate of the next element; nil if no tool decides about it.
  private func fateOfElement(for effect: InFlightEffect?) -> ElementFate? {
    if let judge = Hooks.elementJudge { return judge.fateOfNext() }
    guard let store = effect?.environment, let surroundings = store.surroundings else { return nil }
    return surroundings.fateOfElement(at: name, canThrow: Failure.self == (any Error).self, at: store.step)
  }

  /// Returns what a mutant makes of an element.
  private func take(_ element: Element, _ fate: ElementFate, of number: Int) async throws(Failure) -> Element? {
    switch fate {
    case .taken: return element
    case .lost: return try await next(of: number)
    case .doubled:
      state.withLock { $0.streams[number - 1].buffer.insert(.element(element), at: 0) }
      return element
    case .failed(let error):
      state.withLock { _ = $0.end(number, .failed) }
      if let error = error as? Failure { throw error }
      return nil
    }
  }

  /// Returns the gate's next own answer, in a test that gives none; nil if the listener waits.
  private func ownAnswer(to number: Int, _ effect: InFlightEffect?) -> Answer? {
    guard let answers, let effect, !effect.environment.order.choosesAnswers,
      !effect.environment.gates.answersGatesManually
    else { return nil }
    let opened = state.withLock { state -> (arguments: Arguments, index: Int)? in
      guard state.streams[number - 1].end == nil, !state.streams[number - 1].left.isEmpty,
        // The copy of a doubled element comes first.
        state.streams[number - 1].buffer.isEmpty
      else { return nil }
      return (state.streams[number - 1].listener.arguments, state.streams[number - 1].left.removeFirst())
    }
    guard let opened else { return nil }
    let answer = answers(opened.arguments)[opened.index]
    if let end = answer.end { state.withLock { _ = $0.end(number, end) } }
    return answer
  }

  /// Returns the gate's own answers that the order of events chooses from.
  private func openAnswers(to number: Int, _ effect: InFlightEffect?) -> [OpenAnswer] {
    guard let answers, let order = effect?.environment.order, order.choosesAnswers else { return [] }
    let (listener, left) = state.withLock { ($0.streams[number - 1].listener, $0.streams[number - 1].left) }
    return answers(listener.arguments).enumerated().compactMap { index, answer in
      guard order.repeatsAnswers || left.contains(index) else { return nil }
      return OpenAnswer(to: listener, answer, index)
    }
  }

  /// Waits for the next answer.
  ///
  /// - Parameters:
  ///   - number: The number of the stream.
  ///   - effect: The effect that waits, if any.
  ///   - answers: The answers that the order of events chooses from.
  /// - Returns: The answer; nil if the stream has ended, or if the task was cancelled.
  private func wait(for number: Int, _ effect: InFlightEffect?, _ answers: [OpenAnswer]) async -> Answer? {
    // Without the yield, an effect that opens streams in a loop would never suspend. The test couldn't stop it.
    if Task.isCancelled {
      cancel(number)
      await Task.yield()
      return nil
    }
    let task = effect == nil && test.isKnown ? Runtime.currentTask : nil
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        var wait: Wait?
        let (answer, wakesTest) = state.withLock { state -> (Answer?, Bool) in
          if !state.streams[number - 1].buffer.isEmpty {
            return (state.streams[number - 1].buffer.removeFirst(), false)
          }
          guard state.streams[number - 1].end == nil, !Task.isCancelled else { return (nil, false) }
          state.lastWait += 1
          let new = Wait(number: state.lastWait, continuation: continuation, effect: effect, task: task)
          wait = new
          state.streams[number - 1].waits.append(new)
          // As at a gate, the test must not see only some of these changes.
          guard let effect else { return (nil, false) }
          let listener = state.streams[number - 1].listener
          if !answers.isEmpty { effect.environment.order.open(answers, for: effect) }
          return (nil, effect.begin(Suspension(.call(listener), owner: self, number: new.number)))
        }
        guard let wait else { return continuation.resume(returning: answer) }
        if wakesTest { effect?.wakeTest() }
        if task != nil { HopelessWaitDetector.shared.watch(HopelessListener(gate: self, number, wait: wait.number)) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends a stream, as the task of its listener was cancelled.
  private func cancel(_ number: Int) {
    let (waits, listener) = state.withLock { state in
      (state.end(number, .cancelled), state.streams[number - 1].listener)
    }
    for wait in waits { wake(wait, of: listener, nil) }
  }

  /// Resumes a task whose wait was removed.
  func wake(_ wait: Wait, of listener: StreamListener<Arguments, Element, Failure>, _ answer: Answer?) {
    wait.effect?.endSuspension(wait.number, by: self)
    wait.effect?.environment.order.close(listener)
    wait.continuation.resume(returning: answer)
  }
}
