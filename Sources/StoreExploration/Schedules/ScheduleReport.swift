import StoreTesting

/// What an exploration of schedules has tried.
public struct ScheduleReport: Sendable, CustomStringConvertible {
  /// How many schedules were tried.
  public let scheduleCount: Int

  /// Whether these are all there are.
  public let isComplete: Bool

  /// What chance went by, if schedules were tried by chance.
  public let seed: UInt64

  let shard: ExplorationShard

  /// The effects that were waited for because they waited for something outside the test, in words: when they go on is tried in no other order.
  let outsideWork: [String]

  /// Whether everything that was tried has passed.
  public internal(set) var hasPassed = true

  init(scheduleCount: Int, isComplete: Bool, seed: UInt64, shard: ExplorationShard, outsideWork: [String] = []) {
    self.scheduleCount = scheduleCount
    self.isComplete = isComplete
    self.seed = seed
    self.shard = shard
    self.outsideWork = outsideWork
  }

  /// What was tried, such as `complete: all 84 schedules`.
  public var description: String {
    let part = shard.count == 1 ? "" : " of shard \(shard)"
    guard scheduleCount > 0 else { return "nothing was tried" }
    guard hasPassed else { return "failed: in schedule \(scheduleCount)\(part)" }
    let tried = "\(grouped(scheduleCount)) schedule\(scheduleCount == 1 ? "" : "s")\(part)"
    guard outsideWork.isEmpty else {
      return "incomplete: \(tried), beside outside work of \(outsideWork.joined(separator: ", "))"
    }
    return isComplete ? "complete: all \(tried)" : "sampled: \(tried), of unknown many, with seed \(seed)"
  }
}
