import StoreCore
import Synchronization

/// Brings `Task {}` and `Task.detached` of an effect onto the test's executor, although they do not inherit it.
///
/// The concurrency runtime has a hook through which it passes every job that goes to the shared thread pool. Ours decides for each
/// job whose it is, from what runs where the job is enqueued, and passes all others on: to the hook that was there before, or to
/// the pool. So tests that run in parallel do not notice each other.
///
/// Only an empty place is taken, or, the first time, one whose owner is called next. A hook that replaces ours is left
/// alone: as long as it is there, tasks are not brought over, and each store says so (``isDisplaced``).
struct EnqueueHook: Sendable {
  /// Whose task one is.
  struct Owner {
    weak let executor: TestExecutor?

    /// The effect that it belongs to, if that is not over.
    weak let effect: InFlightEffect?

    let token: EffectToken?
  }

  /// Whether tasks that are created here are the framework's own, by which it waits.
  @TaskLocal static var isExempt = false

  /// The tasks that were brought over, by number.
  ///
  /// No two tasks of a process have one number, and a store's entries go with its executor, so no test can see another's.
  private static let owners = Mutex<[UInt64: Owner]>([:])

  /// The greatest number of a task that went to the shared thread pool so far.
  static let newestTask = Atomic<UInt64>(0)

  /// The hook that was there before ours, as a word; zero if there was none.
  private static let previous = Atomic<UInt>(0)

  /// Whether our hook was ever set.
  private static let wasInstalled = Mutex(false)

  /// The runtime's entry points.
  let symbols: ConcurrencySymbols

  /// Our hook, as a word.
  private static let ours = unsafeBitCast(hook, to: UInt.self)

  private static let hook: ConcurrencySymbols.Hook = { job, original in
    if let (executor, effect) = Runtime.accelerated?.hook.destination(of: job) {
      executor.take(job, of: effect)
    } else if let previous = EnqueueHook.previousHook {
      previous(job, original)
    } else {
      original(job)
    }
  }

  /// The hook that was there before ours.
  private static var previousHook: ConcurrencySymbols.Hook? {
    // Safety: the word is that of an optional function of this type, which was read from the runtime's own variable of it.
    unsafeBitCast(previous.load(ordering: .acquiring), to: ConcurrencySymbols.Hook?.self)
  }

  /// The hook that the runtime calls now, as a word; zero if there is none.
  ///
  /// Safety: the variable is an aligned word, which is read and written as a whole.
  private var present: UInt { unsafeBitCast(symbols.hook.pointee, to: UInt.self) }

  /// Whether our hook is in place; it is put there where the place is empty.
  var isInForce: Bool {
    let present = present
    if present == Self.ours { return true }
    return Self.wasInstalled.withLock { wasInstalled in
      // The first hook is called after ours. A later one has replaced ours, and may call ours in turn, for ever.
      guard present == 0 || !wasInstalled else { return false }
      Self.previous.store(present, ordering: .releasing)
      symbols.hook.pointee = Self.hook
      wasInstalled = true
      return true
    }
  }

  /// Whether another hook has replaced ours.
  var isDisplaced: Bool { !isInForce }

  /// Whose a task is, if it was brought over.
  static func owner(of number: UInt64) -> Owner? {
    owners.withLock { $0[number] }
  }

  /// Makes a task an effect's, so that it runs on the effect's executor from now on.
  static func claim(_ number: UInt64, for effect: InFlightEffect) {
    let executor = effect.environment.executor
    guard executor.adopt(number) else { return }
    owners.withLock { $0[number] = Owner(executor: executor, effect: effect, token: effect.token) }
  }

  /// Forgets the tasks of an executor that is going away.
  static func forget(_ numbers: [UInt64]) {
    // Released outside the lock: a token holds what the effect asks for, which is the user's.
    _ = owners.withLock { owners in numbers.map { owners.removeValue(forKey: $0) } }
  }

  private func destination(of job: UnownedJob) -> (TestExecutor, InFlightEffect?)? {
    let number = symbols.number(of: TaskMemory(job))
    // A job without a number is an actor's. The thread that made the actor run takes it.
    if number == 0 { return CurrentExecutor.get().map { ($0, nil) } }
    defer { Self.newestTask.max(number, ordering: .relaxed) }
    if let owner = Self.owner(of: number) { return owner.executor.map { ($0, owner.effect) } }
    guard !Self.isExempt, let current = symbols.currentTask() else { return nil }
    let creator = symbols.number(of: current)
    let (executor, effect, token) =
      creator == number ? ownerOfCurrent() : ownerOfNew(number, createdBy: creator)
    guard let executor, executor.adopt(number) else { return nil }
    Self.owners.withLock { $0[number] = Owner(executor: executor, effect: effect, token: token) }
    return (executor, effect)
  }

  /// Whose a task is that comes to the pool by itself for the first time, as it was begun where it was made, or on an actor.
  private func ownerOfCurrent() -> (TestExecutor?, InFlightEffect?, EffectToken?) {
    let effect = InFlightEffect.current
    return (effect?.environment.executor, effect, effect?.token)
  }

  /// Whose a task is that is being created.
  private func ownerOfNew(_ number: UInt64, createdBy creator: UInt64) -> (TestExecutor?, InFlightEffect?, EffectToken?)
  {
    let draining = CurrentExecutor.get()
    // Numbers grow: one that is not above all earlier ones belongs to a task that is only being woken here.
    guard number > max(creator, draining?.newestTaskBefore ?? 0) else { return (nil, nil, nil) }
    let parent = Self.owner(of: creator)
    let effect = InFlightEffect.current ?? parent?.effect
    let executor = effect?.environment.executor ?? draining ?? TaskDomain.of(creator)?.executor
    return (executor, effect, effect?.token ?? parent?.token)
  }
}
