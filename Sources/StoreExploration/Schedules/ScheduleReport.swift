import StoreTesting

/// The result of an exploration of schedules.
public struct ScheduleReport: Sendable, CustomStringConvertible {
  /// The number of schedules that were tried.
  public let scheduleCount: Int

  /// Whether all schedules were tried.
  public let isComplete: Bool

  /// The seed of random choices, if the exploration made any.
  public let seed: UInt64

  let shard: ExplorationShard

  /// The work that no schedule orders, as text: effects that waited for outside work, and tasks elsewhere.
  let outsideWork: [String]

  /// Whether all tried schedules passed.
  public internal(set) var hasPassed = true

  /// Whether the code ran, and made no store.
  var isIdle = false

  init(scheduleCount: Int, isComplete: Bool, seed: UInt64, shard: ExplorationShard, outsideWork: [String] = []) {
    self.scheduleCount = scheduleCount
    self.isComplete = isComplete
    self.seed = seed
    self.shard = shard
    self.outsideWork = outsideWork
  }

  /// A summary, such as `complete: all 84 schedules`.
  public var description: String {
    let part = shard.count == 1 ? "" : " of shard \(shard)"
    guard scheduleCount > 0 else { return "nothing was tried" }
    guard hasPassed else { return "failed: in schedule \(scheduleCount)\(part)" }
    let tried = "\(grouped(scheduleCount)) schedule\(scheduleCount == 1 ? "" : "s")\(part)"
    guard outsideWork.isEmpty else {
      return "incomplete: \(tried), beside work that no schedule orders: \(outsideWork.joined(separator: ", "))"
    }
    if isComplete, scheduleCount == 1, shard.count == 1 {
      return """
        complete: the only schedule. The test fixes its order, as no step leaves two events that could happen in either order. \
        For other orders, hold calls with a gate that has 'answers:', and assert with 'always' instead of 'receive'.
        """
    }
    return isComplete ? "complete: all \(tried)" : "sampled: \(tried), of unknown many, with seed \(seed)"
  }
}
