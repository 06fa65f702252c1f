import StoreDependencies
import Synchronization

/// A call of a task that belongs to no effect.
struct HopelessCall<Arguments: Sendable, Value: Sendable, Failure: Error>: WaitForTest {
  weak let gate: Gate<Arguments, Value, Failure>?
  let number: Int

  var condition: WaitCondition? {
    guard let gate else { return nil }
    let store = gate.store
    guard !(store?.isEnded ?? false) else { return nil }
    let steps = store?.stepNumber.load(ordering: .relaxed) ?? 0
    let test = gate.test.task
    // The task can't resume while the lock is held, as a resumption first removes the call.
    return gate.state.withLock { state in
      guard let waiting = state[number] else { return nil }
      return WaitCondition(
        actions: state.calls - state.waiting.count + steps,
        holdsTest: Runtime.isHeld(test, by: waiting.task),
        isTestRunning: store != nil || gate.test.run.mayRun
      )
    }
  }

  func end() {
    guard let gate else { return }
    if let waiting = gate.take(number) { gate.wake(waiting, .hopeless) }
  }
}

extension Gate {
  /// Reports a call that only the test could answer, while the test waits for the answer.
  func report(hopeless call: GateCall<Arguments, Value, Failure>) {
    test.report(
      .misuse,
      "The test waits for an answer to \(call), which only the test gives.",
      details: """
        \(test.hopelessWait("answered the call"))

        A gate stands for a dependency that effects call. To test a call itself, make it in a child task ('async let'), \
        answer it with 'succeed(with:)' or 'fail(with:)', and then await the child.
        """,
      at: site
    )
  }

  /// A value for a call without an answer that can't throw; nil for types without an obvious one.
  static var placeholder: Value? {
    let value: Any? =
      switch Value.self {
      case is Void.Type: ()
      case let type as any ExpressibleByNilLiteral.Type: type.init(nilLiteral: ())
      case let type as any RangeReplaceableCollection.Type: type.init()
      case is Bool.Type: false
      case let type as any Numeric.Type: type.init(exactly: 0)
      default: nil
      }
    return value as? Value
  }

  /// The line of the current step of the gate's store; that of the test for a gate without a store.
  private var site: CallSite { store?.step ?? test.site }
}
