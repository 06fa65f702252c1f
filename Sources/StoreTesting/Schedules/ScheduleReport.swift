/// What an exploration of schedules has tried.
public struct ScheduleReport: Sendable, CustomStringConvertible {
  /// How many schedules were tried.
  public let scheduleCount: Int

  /// Whether these are all there are.
  public let isComplete: Bool

  /// What chance went by, if schedules were tried by chance.
  public let seed: UInt64

  /// What part of the schedules was tried here.
  let shard: ExplorationShard

  /// Whether everything that was tried has passed.
  public internal(set) var hasPassed = true

  /// Notes what was tried.
  init(scheduleCount: Int, isComplete: Bool, seed: UInt64, shard: ExplorationShard) {
    self.scheduleCount = scheduleCount
    self.isComplete = isComplete
    self.seed = seed
    self.shard = shard
  }

  /// What was tried, such as `complete: all 84 schedules`.
  public var description: String {
    let part = shard.count == 1 ? "" : " of shard \(shard)"
    guard hasPassed else { return "failed: in schedule \(scheduleCount)\(part)" }
    return isComplete
      ? "complete: all \(count(scheduleCount, "schedule"))\(part)"
      : "sampled: \(count(scheduleCount, "schedule"))\(part), of unknown many, with seed \(seed)"
  }
}
