import Foundation
import StoreCore
import StoreTesting
import Testing

/// Stores beside other code that sets the process-wide hook of the concurrency runtime, as the main serial executor of
/// swift-concurrency-extras does.
///
/// It changes the whole process, so it runs alone, where `STRESS_HOOK` is set.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: ProcessInfo.processInfo.environment["STRESS_HOOK"] != nil))
struct ForeignHook {
  static let entries =
    AsyncLetEffects.entries + GroupEffects.entries + UnstructuredEffects.entries + LeftBehindEffects.entries
    + ImmediateEffects.entries + StreamEffects.entries + CancelledEffects.entries

  /// The hook is set for the whole test, and reset to nil.
  @Test(arguments: Trial.right(entries)) func setAround(trial: Trial) async {
    enqueueGlobalHook.pointee = mainSerialHook
    await trial.expectPass()
    enqueueGlobalHook.pointee = nil
  }

  @Test(arguments: Trial.wrong(entries)) func setAroundWrongTwin(trial: Trial) async {
    enqueueGlobalHook.pointee = mainSerialHook
    await trial.expectFailure()
    enqueueGlobalHook.pointee = nil
  }

  /// The hook is set after the first step, and reset to nil before the last one.
  @Test(arguments: Trial.right(entries)) func setWithin(trial: Trial) async {
    await trial.expectPass(onStep: { step in
      enqueueGlobalHook.pointee = step == 1 ? mainSerialHook : nil
    })
  }

  @Test(arguments: Trial.wrong(entries)) func setWithinWrongTwin(trial: Trial) async {
    await trial.expectFailure(onStep: { step in
      enqueueGlobalHook.pointee = step == 1 ? mainSerialHook : nil
    })
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
