import StoreCore
import Synchronization

extension Gate {
  /// The waiting calls, oldest first.
  public var pending: [GateCall<Arguments, Value, Failure>] {
    state.withLock { $0.waiting.filter { !$0.isLeftUnanswered }.map(\.call) }
  }

  /// The number of calls so far, including answered ones.
  public var callCount: Int { state.withLock(\.calls) }

  /// Answers the oldest waiting call, or a later one, with a value.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such call waits, and none that is on its
  /// way arrives within the store's timeout.
  ///
  /// - Parameters:
  ///   - value: The result of the call.
  ///   - count: The number of older waiting calls to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func succeed(
    with value: Value,
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .success(value), at: site)
  }

  /// Answers the oldest waiting call, or a later one, of an endpoint that returns `Void`.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such call waits, and none that is on its
  /// way arrives within the store's timeout.
  public func succeed(
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Value == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .success(()), at: site)
  }

  /// Answers the oldest waiting call, or a later one, with an error.
  ///
  /// When this returns, all work that can run now has run. It is a failure if no such call waits, and none that is on its
  /// way arrives within the store's timeout.
  ///
  /// - Parameters:
  ///   - error: The error that the call throws.
  ///   - count: The number of older waiting calls to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func fail(
    with error: Failure,
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await answer(behind: count, with: .failure(error), at: site)
  }

  /// Marks the oldest waiting call, or a later one, as never answered. It ends only if its task is cancelled.
  ///
  /// Its effect remains in flight, and is asserted like any other. It is a failure if no such call waits.
  ///
  /// - Parameters:
  ///   - count: The number of older waiting calls to skip.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leaveUnanswered(
    skipping count: Int = 0,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let call = call(behind: count, at: site, for: .never) else { return }
    leave(call.number, unanswered: site)
  }
}

extension GateCall {
  /// Answers the call with a value, in any order relative to other calls.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the call no longer waits.
  ///
  /// - Parameters:
  ///   - value: The result of the call.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func succeed(
    with value: Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(number, with: .success(value), at: site)
  }

  /// Answers the call of an endpoint that returns `Void`, in any order relative to other calls.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the call no longer waits.
  public func succeed(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async where Value == Void {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(number, with: .success(()), at: site)
  }

  /// Answers the call with an error, in any order relative to other calls.
  ///
  /// When this returns, all work that can run now has run. It is a failure if the call no longer waits.
  ///
  /// - Parameters:
  ///   - error: The error that the call throws.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func fail(
    with error: Failure,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await gate.answer(number, with: .failure(error), at: site)
  }

  /// Marks the call as never answered. It ends only if its task is cancelled.
  ///
  /// Its effect remains in flight, and is asserted like any other. It is a failure if the call no longer waits.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func leaveUnanswered(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    gate.leave(number, unanswered: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Gate {
  /// Answers the oldest waiting call, or a later one.
  private func answer(behind count: Int, with result: Result<Value, Failure>, at site: CallSite) async {
    if count >= pending.count { await waitForCall(at: site) { count < pending.count } }
    guard let call = call(behind: count, at: site, for: GateAnswer(result)) else { return }
    await answer(call.number, with: result, at: site)
  }

  /// Returns the waiting call after a number of older ones, or reports that none waits.
  private func call(
    behind count: Int,
    at site: CallSite,
    for answer: GateAnswer<Value, Failure>
  ) -> GateCall<Arguments, Value, Failure>? {
    let calls = pending
    if calls.indices.contains(count) { return calls[count] }
    if count < 0 {
      report(
        .misuse,
        "The number of calls to skip, \(count), is negative.",
        details: "It counts from 0.",
        at: site
      )
    } else {
      reportNoCall(behind: count, at: site, for: answer)
    }
    return nil
  }

  /// Answers a call, and runs the work that can run now.
  func answer(_ number: Int, with result: Result<Value, Failure>, at site: CallSite) async {
    guard let waiting = state.withLock({ $0[number] }) else { return reportGone(number, at: site) }
    let environment = waiting.effect?.environment
    var end = End.answered(result)
    if !waiting.isRepetition {
      switch fate(of: result, in: environment, at: site, isAtOnce: false) {
      case .given(let result): end = .answered(result)
      case .repeated: end = .repeated
      case .late:
        if let environment { await answerLate(waiting, with: result, in: environment, at: site) }
        return
      }
    }
    guard let waiting = take(number) else { return reportGone(number, at: site) }
    environment?.noteUnseenWork()
    environment?.begin(site)
    environment?.noteSharedStep(at: site)
    note(GateAnswer(result), to: waiting)
    wake(waiting, end)
    if let environment {
      await environment.settle(.acts)
      environment.acceptance?.endStep()
    } else {
      _ = await domain?.settle()
    }
  }

  /// Marks a call as never answered, or reports that it no longer waits.
  func leave(_ number: Int, unanswered site: CallSite) {
    if !leaveOpen(number) { reportGone(number, at: site) }
  }

  /// Marks a call as never answered.
  ///
  /// - Returns: Whether the call waits and was not marked before.
  @discardableResult
  func leaveOpen(_ number: Int) -> Bool {
    let left: Waiting? = state.withLock { state in
      guard let index = state.index(of: number), !state.waiting[index].isLeftUnanswered else { return nil }
      let record = state.waiting[index].call.record
      record.position = state.position(of: index)
      record.isLeftUnanswered = true
      return state.waiting[index]
    }
    guard let left else { return false }
    note(.never, to: left)
    return true
  }

  /// Adds the answer of a call to the event log of its store.
  func note(_ answer: GateAnswer<Value, Failure>, to waiting: Waiting) {
    waiting.effect?.environment.note(GateReply(answer, to: waiting))
  }

  /// Reports that no call waits for the answer.
  private func reportNoCall(behind position: Int, at site: CallSite, for answer: GateAnswer<Value, Failure>) {
    let (calls, caller, waiting, hanging) = state.withLock { state in
      (
        state.calls,
        state.lastCaller?.store,
        state.waiting.filter { !$0.isLeftUnanswered }.map(\.call),
        state.waiting.filter(\.isLeftUnanswered).map(\.call)
      )
    }
    let list = { (calls: [GateCall<Arguments, Value, Failure>]) in calls.map { "• \($0)" }.joined(separator: "\n") }
    let history =
      switch calls {
      case 0: "The feature has not called it."
      case 1: "The feature has called it once."
      default: "The feature has called it \(calls) times."
      }
    let others = (self.others?.names ?? []).map { "• '\($0)'" }.joined(separator: "\n")
    let place = position == 0 ? "" : " behind \(count(position, "other"))"
    let headline = "No call of '\(name)' waits for an answer\(place)."
    let ownAnswer = waiting.isEmpty ? caller.flatMap(adviceOnOwnAnswer) : nil
    // An answer that no call gets changes nothing.
    if calls > 0, waiting.isEmpty, ownAnswer == nil,
      AcceptedChanges.accept(nil, at: site, headline: headline, { .removal })
    {
      return
    }
    report(
      .missingCall,
      headline,
      details: paragraphs(
        history,
        others.isEmpty ? nil : "The gates of the store:\n\n" + others,
        waiting.isEmpty ? nil : "The waiting calls:\n\n" + list(waiting),
        hanging.isEmpty
          ? nil : "The test has left these calls unanswered:\n\n" + list(hanging),
        ownAnswer
          ?? (calls == 0
            ? "Send the input that makes the feature call it, and let the store's dependency call this gate."
            : "Calls that were answered or cancelled wait no longer."
              + (waiting.isEmpty ? " If the feature is right, delete this line." : "")),
        waiting.isEmpty || position == 0
          ? nil
          : AnswerScript(answer, Arguments.self).repair(behind: waiting.count - 1, at: site, for: "call that waits")
      ),
      at: site
    )
  }

  /// Returns the way to answer calls in the test that a gate with `answers:` has answered by itself; nil if it leaves them to
  /// the test.
  private func adviceOnOwnAnswer(to caller: TestEnvironment) -> String? {
    guard answers != nil else { return nil }
    if caller.order.choosesAnswers {
      return
        "It has 'answers:', from which an exploration chooses. If the test is to answer, make the gate without them."
    }
    return caller.gates.answersGatesManually
      ? nil
      : "It has 'answers:', so it answers by itself. If the test is to answer, let the store leave that to it:\n\n"
        + code(["store.answersGatesManually = true"])
  }

  private func reportGone(_ number: Int, at site: CallSite) {
    report(
      .missingCall,
      "Call \(number) of '\(name)' waits no longer.",
      details:
        "The test has answered it already, or its task was cancelled. A gate made with 'whenCancelled: .ignoresCancellation' accepts answers to cancelled calls.",
      at: site
    )
  }
}
