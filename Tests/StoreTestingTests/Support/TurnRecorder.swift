import StoreCore
import TestSupport

@testable import StoreTesting

/// The default order, except that each effect waits for its turn.
final class TurnRecorder: UsualOrder {
  /// The recorded calls, in order.
  let notes = Recorder<String>()

  /// The numbers of the effects that act, in order.
  let actors = Recorder<Int>()

  /// The kinds of the steps, in order. Those that run no work only begin.
  let steps = Recorder<String>()

  /// Whether each job's task prefers the store's queue, in order.
  let jobs = Recorder<Bool>()

  /// Whether the test may continue when its steps begin to run work, in order.
  let permissions = Recorder<Bool>()

  private let controlsThreads: Bool

  init(controlsThreads: Bool = true) {
    self.controlsThreads = controlsThreads
  }

  let (deliversAtOnce, watchesJobs) = (false, true)

  func settleAtOnce(_ store: TestEnvironment, _ work: inout StepWork, isOnMainActor: Bool) -> Bool { false }

  func settle(_ store: TestEnvironment, in step: TestStep, work: inout StepWork, mayContinue: () -> Bool) async {
    steps.record("\(step)")
    permissions.record(mayContinue())
    await DefaultOrder.shared.settle(store, in: step, work: &work, mayContinue: mayContinue)
  }

  func begin(_ step: TestStep, in store: TestEnvironment) { steps.record("begin \(step)") }
  func release(_ store: TestEnvironment) { steps.record("release") }
  func end(_ store: TestEnvironment) { notes.record("end") }
  func waitForTurn(of effect: InFlightEffect, _ text: @escaping @Sendable () -> String) async { notes.record(text()) }
  func open(_ answers: [OpenAnswer], for effect: InFlightEffect) { notes.record("opens \(answers.map(\.text))") }
  func close(_ call: any WaitingCall) { notes.record("closes \(call)") }
  func willAct(for effect: EffectToken, in store: TestEnvironment) { actors.record(effect.id) }
  func willEnqueue(_ job: UnownedJob, of effect: InFlightEffect?, isPreferred: Bool, in store: TestEnvironment) {
    jobs.record(isPreferred)
  }
  func controlsCurrentThread(in store: TestEnvironment) -> Bool { controlsThreads }
  func willWait(for effects: () -> [EffectSnapshot]) { notes.record("wait for \(effects().map(\.label))") }
}
