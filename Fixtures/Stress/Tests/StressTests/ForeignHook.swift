import Foundation
import StoreCore
import StoreTesting
import Testing

/// Stores next to other code that sets the process-wide hook of the concurrency runtime, like the main serial executor
/// of swift-concurrency-extras.
///
/// The hook changes the whole process, so the suite runs alone, and only if `STRESS_HOOK` is set.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: ProcessInfo.processInfo.environment["STRESS_HOOK"] != nil))
struct ForeignHook {
  static let entries =
    AsyncLetEffects.entries + GroupEffects.entries + UnstructuredEffects.entries + LeftBehindEffects.entries
    + ImmediateEffects.entries + StreamEffects.entries + CancelledEffects.entries

  /// Sets the hook for the whole test, and restores it like `withMainSerialExecutor`: to nil if it was nil, and
  /// otherwise to its own.
  @Test(arguments: Trial.right(entries)) func setAround(trial: Trial) async {
    let wasSet = enqueueGlobalHook.pointee != nil
    enqueueGlobalHook.pointee = mainSerialHook
    await trial.expectPass()
    enqueueGlobalHook.pointee = wasSet ? mainSerialHook : nil
  }

  @Test(arguments: Trial.wrong(entries)) func setAroundWrongTwin(trial: Trial) async {
    let wasSet = enqueueGlobalHook.pointee != nil
    enqueueGlobalHook.pointee = mainSerialHook
    await trial.expectFailure()
    enqueueGlobalHook.pointee = wasSet ? mainSerialHook : nil
  }

  /// Sets the hook after the first step, and resets it to nil after the second.
  @Test(arguments: Trial.right(entries)) func setWithin(trial: Trial) async {
    await trial.expectPass(onStep: Self.setWithin)
  }

  @Test(arguments: Trial.wrong(entries)) func setWithinWrongTwin(trial: Trial) async {
    await trial.expectFailure(onStep: Self.setWithin)
  }

  /// Sets the hook at the second step, and resets it at the third.
  private static func setWithin(_ step: Int) {
    switch step {
    case 1: enqueueGlobalHook.pointee = mainSerialHook
    case 2: enqueueGlobalHook.pointee = nil
    default: break
    }
  }
}

private typealias OriginalEnqueue = @convention(thin) (UnownedJob) -> Void
private typealias EnqueueHook = @convention(thin) (UnownedJob, OriginalEnqueue) -> Void

/// Sends each global job to the main actor.
private var mainSerialHook: EnqueueHook { { job, _ in MainActor.shared.enqueue(job) } }

/// The hook, which the runtime reads without synchronisation.
private var enqueueGlobalHook: UnsafeMutablePointer<EnqueueHook?> {
  guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
    preconditionFailure("The runtime has no hook.")
  }
  return symbol.assumingMemoryBound(to: EnqueueHook?.self)
}
