/// The owner of a runner: publishes or notes what the engine does, and gives the effects their tasks.
package protocol EffectOwner<Feature>: AnyObject {
  /// The feature whose engine it is.
  associatedtype Feature: Reducer

  /// A message is about to be reduced; the runner still has the state from before it.
  func willReduce()

  /// A message has been reduced; the runner has the state after it, and none of its effects has started.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - sender: The effect that has sent it, or a token without a number if the feature has sent it to itself.
  ///   - node: What follows.
  func didReduce(
    _ message: Message<Feature.Input, Feature.Feedback>,
    by sender: EffectToken?,
    returning node: EffectNode
  )

  /// Does what the owner has to do with an action; the runner has done, or does then, what it has to do itself.
  ///
  /// - Parameters:
  ///   - action: What the engine says.
  ///   - effect: The effect that it is about, if it is about one.
  func perform(_ action: EffectAction, on effect: EffectRecord?)

  /// Makes the task of an effect, which must not keep the owner alive. The effect's dependencies are in force.
  func launch(_ work: EffectWork, _ effect: EffectRecord) -> Task<Void, Never>
}

/// How long intervals still last, each by the clock that was in force when it began.
struct Intervals {
  /// How long each interval still lasts.
  private var countdowns: [Int: () -> Duration] = [:]

  /// How many intervals there must be before those are forgotten that are over.
  private var limit = 16

  /// How long an interval still lasts.
  func remaining(_ number: Int) -> Duration { countdowns[number]?() ?? .zero }

  /// Begins an interval.
  ///
  /// - Returns: The intervals that are over.
  mutating func open(_ number: Int, _ duration: Duration, on clock: any Clock<Duration>) -> [Int] {
    countdowns[number] = countdown(duration, on: clock)
    guard countdowns.count >= limit else { return [] }
    let over = countdowns.filter { $0.value() <= .zero }.map(\.key)
    for number in over { close(number) }
    // Looking through all of them pays only if as many have come since as there are.
    limit = max(16, 2 * countdowns.count)
    return over
  }

  /// Forgets an interval.
  mutating func close(_ number: Int) { countdowns[number] = nil }

  /// Counts down from now.
  private func countdown(_ duration: Duration, on clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { duration - start.duration(to: clock.now) }
  }
}
