import StoreCore
import StoreDependencies

/// The number of times that each effect wakes in one advance of a clock.
///
/// A timer with an interval of nanoseconds would wake for hours, and each of its events takes memory.
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

  /// An effect that wakes too often.
  struct Loop {
    let effect: InFlightEffect?

    /// The name of the task, if it has one and belongs to no effect.
    let task: String?

    let count: Int

    /// The duration between its last two wakes.
    let interval: Duration
  }

  private let limit: Int

  /// The wakes of the effect that woke last. Performance: comparing is faster than hashing.
  private var newest: Wakes?

  /// The wakes of the other effects.
  private var others: [Key: Wakes] = [:]

  /// The first effect that wakes too often.
  private(set) var loop: Loop?

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts a sleeper that wakes.
  mutating func count(_ sleeper: SleeperQueue.Sleeper, at now: TestClock.Instant) {
    let key = Key(sleeper)
    if newest?.key != key {
      if let newest { others[newest.key] = newest }
      newest = (others.isEmpty ? nil : others.removeValue(forKey: key)) ?? Wakes(key: key, last: now)
    }
    let (count, last) = (newest?.count ?? 0, newest?.last ?? now)
    newest?.count += 1
    newest?.last = now
    guard count >= limit, loop == nil else { return }
    loop = Loop(effect: sleeper.effect, task: sleeper.task, count: count, interval: last.duration(to: now))
  }
}

extension TestClock {
  /// Reports an effect that woke too often in an advance, and ends its store.
  func stop(_ loop: WakeCounter.Loop, before target: Instant, _ site: CallSite) {
    let effect = loop.effect
    let name = effect?.token.description.titlePhrase ?? "task\(loop.task.map { " \"\($0)\"" } ?? "")"
    let headline =
      "The \(name) wakes endlessly: it woke \(loop.count) times in one advance, the last time after \(loop.interval.text)."
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
