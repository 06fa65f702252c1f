/// The following of a task that waits for its turn on an actor or an executor which the test does not control.
///
/// It gets its turn by itself, mostly at once; but another test may keep the actor busy for a while.
struct Pursuit {
  /// How often the thread pool and the main actor are passed before anybody waits.
  private static let passes = 64

  /// How often it is waited for a little while.
  private static let waits = 50

  /// How long a little while is.
  private static let wait = Duration.milliseconds(20)

  /// How often it was gone on.
  private var rounds = 0

  /// Gives the task a little more time.
  ///
  /// - Parameter executor: Where it comes back to.
  /// - Returns: False if it has been given all the time that there is.
  mutating func goOn(_ executor: TestExecutor) async -> Bool {
    rounds += 1
    guard rounds > Self.passes else {
      await EnqueueHook.passMainActorAndPool()
      return true
    }
    guard rounds <= Self.passes + Self.waits else { return false }
    if case .cancelled = await executor.waitForWork(Patience(Self.wait)) { return false }
    return true
  }
}
