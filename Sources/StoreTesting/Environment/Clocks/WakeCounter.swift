import StoreCore
import StoreDependencies

/// The number of times that each effect, and all tasks together, wake in one advance of a clock.
///
/// A timer with an interval of nanoseconds would wake for hours, and each of its events takes memory. So would many
/// timers of different names. Honest timers may be many, but few of them wake within a second.
struct WakeCounter {
  /// The effects that count as one: a loop may consist of effects that start each other.
  private struct Key: Hashable {
    let name: String?
    let site: CallSite?

    init(_ sleeper: SleeperQueue.Sleeper) {
      let description = sleeper.effect?.token.description
      name = description?.name ?? sleeper.task
      site = description?.site
    }
  }

  /// The wakes of an effect, or of several that count as one.
  private struct Wakes {
    let key: Key
    var count = 0
    var last: TestClock.Instant
  }

  /// The wakes of several tasks since an instant.
  fileprivate struct Window {
    let start: TestClock.Instant
    var count = 0

    /// The wakes of tasks that belong to no effect.
    var countWithoutEffect = 0
  }

  /// An effect that wakes too often, or the last of several tasks that do so together.
  struct Loop {
    let effect: InFlightEffect?

    /// Whether only all tasks together wake too often.
    let isShared: Bool

    /// The name of the task, if it has one and belongs to no effect.
    let task: String?

    let count: Int

    /// The duration between the last two wakes of one effect; that of all counted wakes of several.
    let interval: Duration
  }

  private let limit: Int

  /// The number of the last sleeper before the advance. A sleep that began earlier is no part of a loop.
  private let lastSleeper: Int

  /// The wakes of the effect that woke last. Performance: comparing is faster than hashing.
  private var newest: Wakes?

  /// The wakes of the other effects.
  private var others: [Key: Wakes] = [:]

  /// The wakes of all tasks in the current second of the clock.
  private var second: Window?

  /// The number of wakes of all tasks, and the instant of the first.
  private var whole: Window?

  /// The first effect that wakes too often.
  private(set) var loop: Loop?

  init(limit: Int, lastSleeper: Int) {
    self.limit = limit
    self.lastSleeper = lastSleeper
  }

  /// Counts a sleeper that wakes.
  mutating func count(_ sleeper: SleeperQueue.Sleeper, at now: TestClock.Instant) {
    countAlone(sleeper, at: now)
    if sleeper.number > lastSleeper { countTogether(sleeper, at: now) }
  }

  /// Counts a wake with those of the same effect.
  private mutating func countAlone(_ sleeper: SleeperQueue.Sleeper, at now: TestClock.Instant) {
    let key = Key(sleeper)
    if newest?.key != key {
      if let newest { others[newest.key] = newest }
      newest = (others.isEmpty ? nil : others.removeValue(forKey: key)) ?? Wakes(key: key, last: now)
    }
    let (count, last) = (newest?.count ?? 0, newest?.last ?? now)
    newest?.count += 1
    newest?.last = now
    guard count >= limit, loop == nil else { return }
    loop = Loop(
      effect: sleeper.effect,
      isShared: false,
      task: sleeper.task,
      count: count,
      interval: last.duration(to: now)
    )
  }

  /// Counts a wake with those of all tasks.
  private mutating func countTogether(_ sleeper: SleeperQueue.Sleeper, at now: TestClock.Instant) {
    if second.map({ $0.start.duration(to: now) >= .seconds(1) }) ?? true { second = Window(start: now) }
    if whole == nil { whole = Window(start: now) }
    second?.add(sleeper)
    whole?.add(sleeper)
    guard loop == nil, let second, let whole else { return }
    let limits = Limits(of: limit)
    let isOverrun = second.count > limits.inSecond || second.countWithoutEffect > limits.inSecondWithoutEffect
    guard isOverrun || whole.count > limits.inAdvance else { return }
    let window = isOverrun ? second : whole
    loop = Loop(
      effect: sleeper.effect,
      isShared: true,
      task: sleeper.task,
      count: window.count,
      interval: window.start.duration(to: now)
    )
  }
}

/// The greatest numbers of wakes of all tasks together.
private struct Limits {
  /// The limit within a second of the clock. Thousands of timers of a few milliseconds stay below it.
  let inSecond: Int

  /// The limit for tasks of no effect. Each of their wakes takes longer, as public API doesn't tell when they rest.
  let inSecondWithoutEffect: Int

  /// The limit in one advance. Thousands of timers of a minute stay below it for a day.
  let inAdvance: Int

  /// Creates the limits that follow from the limit of one effect.
  init(of limit: Int) {
    inSecond = limit
    inSecondWithoutEffect = max(1, limit / 10)
    inAdvance = limit > .max / 100 ? .max : 100 * limit
  }
}

extension WakeCounter.Window {
  fileprivate mutating func add(_ sleeper: SleeperQueue.Sleeper) {
    count += 1
    if sleeper.effect == nil { countWithoutEffect += 1 }
  }
}

extension TestClock {
  /// Reports an effect that woke too often in an advance, and ends its store.
  func stop(_ loop: WakeCounter.Loop, before target: Instant, at site: CallSite) {
    let effect = loop.effect
    let name = effect?.token.description.titlePhrase ?? "task\(loop.task.map { " \"\($0)\"" } ?? "")"
    let headline =
      loop.isShared
      ? "Tasks wake endlessly: they woke \(loop.count) times within \(loop.interval.text) of one advance, the last time the \(name)."
      : "The \(name) wakes endlessly: it woke \(loop.count) times in one advance, the last time after \(loop.interval.text)."
    let details = paragraphs(
      "The clock stopped at \(now), on its way to \(target)."
        + (effect.map { " The effect was made at \($0.token.description.site)." } ?? ""),
      "Let it sleep for longer, or advance the clock by less. If it needs that many wakes, raise the 'limit' of the advance.",
      effect == nil ? nil : "The store has cancelled its effects."
    )
    guard let environment = effect?.environment else {
      return test.report(.livelock, headline, details: details, at: site)
    }
    environment.fail(.livelock, headline, details: details, lastEvents: environment.lastEvents, at: site)
    environment.session?.stopEffects()
  }
}
