import StoreCore
import StoreRuntime
import Synchronization

/// A model that knows nothing of its test, so that the store looks at it after each job of its tasks.
protocol WatchedModel: AnyObject, Sendable {
  /// Compares what the test asserts of the model with what it was, on the main actor.
  ///
  /// - Parameter effect: The effect whose job has run, if known.
  @MainActor func look(after effect: EffectToken?)

  /// The effect that has made the change which the model tells now, if known.
  @MainActor var author: EffectToken? { get }

  /// Whether the change which the model tells now was made between two steps, by neither the test nor an effect.
  @MainActor var isChangedFromOutside: Bool { get }

  /// The handles of tasks that the model itself holds, as it may cancel them.
  @MainActor var taskHandles: TaskHandles { get }
}

/// The model that a store watches, if any.
final class ModelWatch: Sendable {
  private struct Reference {
    weak let model: (any WatchedModel)?
  }

  /// Performance: a store without a model reads only this.
  private let isSet = Atomic(false)

  private let reference = Mutex(Reference(model: nil))

  var model: (any WatchedModel)? {
    isSet.load(ordering: .relaxed) ? reference.withLock(\.model) : nil
  }

  func set(_ model: any WatchedModel) {
    reference.withLock { $0 = Reference(model: model) }
    isSet.store(true, ordering: .relaxed)
  }
}

/// A run of the items of a store's queue on the main actor, which looks at the store's model after each item and in each
/// turn of the main actor, until neither does anything.
///
/// No two jobs of the model run at the same time, on any actor. The main actor runs new tasks in order, so
/// each turn is a new task: it runs between a job and the tasks that the job starts. So each job's change is seen, but
/// those of tasks that one job starts are seen together. A task that waits would not do, as others overtake it when it
/// resumes.
@MainActor
private final class WatchedRun {
  /// The number of turns through which a task of the model is followed that shows nothing.
  private static let idleTurns = 16

  private let store: TestEnvironment

  private let model: any WatchedModel

  /// The number of items that may run.
  private var rest: Int

  private var done = 0

  private var idleTurns = 0

  /// The task of the last item, if it was a job.
  private var lastTask: UInt64?

  private let continuation: CheckedContinuation<(done: Int?, rest: Int), Never>

  init(
    _ store: TestEnvironment,
    at model: any WatchedModel,
    budget: Int,
    _ continuation: CheckedContinuation<(done: Int?, rest: Int), Never>
  ) {
    self.store = store
    self.model = model
    rest = budget
    self.continuation = continuation
  }

  /// The effect whose job runs next, if known.
  ///
  /// An actor's job may run the code of every task that has asked for the actor until then, so it counts as that of
  /// one only if no other item has run since.
  private var nextEffect: EffectToken? {
    let next = store.executor.nextJob
    defer { lastTask = next?.task }
    guard let next, !next.isOfActor || next.task == lastTask else { return nil }
    return store.inFlightEffects.effect(ofTask: next.task)?.token
  }

  func turn() {
    model.look(after: nil)
    while rest > 0, !store.executor.isEmpty {
      let effect = nextEffect
      var one = 1
      guard let count = store.executor.run(budget: &one) else {
        return continuation.resume(returning: (nil, rest))
      }
      rest -= 1 - one
      done += count
      idleTurns = 0
      model.look(after: effect)
    }
    store.inFlightEffects.prove()
    guard rest > 0, idleTurns < (store.hasEffectsElsewhere ? Self.idleTurns : 1) else {
      return continuation.resume(returning: (done, rest))
    }
    idleTurns += 1
    Task { turn() }
  }
}

extension TestEnvironment {
  /// Runs the items of the queue, and looks at the model after each.
  ///
  /// - Parameters:
  ///   - budget: The number of items that may run.
  ///   - model: The model.
  /// - Returns: The number of items that ran, nil if another thread drains the queue, and the rest of the budget.
  @MainActor
  func drain(_ budget: Int, watching model: any WatchedModel) async -> (done: Int?, rest: Int) {
    await withCheckedContinuation { continuation in
      MovedTasks.$isExempt.withValue(true) { WatchedRun(self, at: model, budget: budget, continuation).turn() }
    }
  }

  /// Looks at the model when no work is left, as a job of the main actor may have changed it just before it ended.
  ///
  /// - Returns: Whether the model has changed.
  func lookAgain() async -> Bool {
    guard let model = watch.model else { return false }
    await MainActor.run { model.look(after: nil) }
    return !executor.isEmpty
  }

  /// Whether a callback may resume an effect that counts as suspended.
  ///
  /// A handle that only the model itself holds is none: the code that calls the model could also change it, and no store waits
  /// for such a change.
  func mayResumeFromCallback() async -> Bool {
    guard order.waitsForUnseenWork, inFlightEffects.mayAnyResumeFromCallback else { return false }
    guard let model = watch.model else { return true }
    let handles = await MainActor.run { model.taskHandles }
    guard executor.isEmpty else { return true }
    inFlightEffects.prove(except: handles)
    return inFlightEffects.mayAnyResumeFromCallback
  }

  /// Whether the current code is neither a step of the test, nor the test itself, nor an effect.
  var isChangedFromOutside: Bool {
    !stepOwner.isBusy && !isOnTestTask && InFlightEffect.runningToken == nil
  }
}
