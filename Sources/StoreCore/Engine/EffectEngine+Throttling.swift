import StoreDependencies

struct Throttle {
  /// The id that was passed to `throttle`.
  let id: EffectIdentifier

  /// The shortest time between two starts.
  let interval: Duration

  /// Whether the last effect in an interval starts at the end of the interval.
  let latest: Bool

  let site: CallSite

  /// The id of the effect that waits for the end of an interval.
  struct Waiting: Hashable, Sendable {
    /// The id that was passed to `throttle`.
    let id: EffectIdentifier
  }
}

/// The intervals of throttled ids that have begun and may not be over.
struct ThrottleIntervals {
  struct Interval {
    let number: Int
    let child: Int?

    /// The remaining time, if it was measured for the current effect.
    var remaining: Duration?
  }

  private var all: [EffectIdentifier: Interval] = [:]

  private var identifiers: [Int: EffectIdentifier] = [:]

  /// The numbers of the intervals of each child that has any.
  private var ofChildren: [Int: NumberedValues<Void>] = [:]

  /// The number of the newest interval.
  private var last = 0

  subscript(id: EffectIdentifier) -> Interval? { all.isEmpty ? nil : all[id] }

  func identifier(of number: Int) -> EffectIdentifier? { identifiers[number] }

  /// Begins an interval.
  mutating func open(_ id: EffectIdentifier, of child: Int?) -> Int {
    last += 1
    all[id] = Interval(number: last, child: child)
    identifiers[last] = id
    if let child { ofChildren[child, default: NumberedValues()].insert(last) }
    return last
  }

  /// Stores the remaining time of an interval.
  mutating func measure(_ number: Int, _ remaining: Duration?) {
    if let id = identifiers[number] { all[id]?.remaining = remaining }
  }

  mutating func remove(_ number: Int) {
    guard let id = identifiers.removeValue(forKey: number) else { return }
    guard let child = all.removeValue(forKey: id)?.child else { return }
    ofChildren[child]?.remove(number)
    if ofChildren[child]?.isEmpty ?? false { ofChildren[child] = nil }
  }

  /// Ends the intervals of a child.
  ///
  /// - Returns: The numbers of the intervals.
  mutating func remove(of child: Int) -> [Int] {
    let numbers = ofChildren[child]?.numbers ?? []
    for number in numbers { remove(number) }
    return numbers
  }
}

extension EffectEngine {
  /// Starts a throttled effect, at once or at the end of its interval, after the remaining time is measured.
  mutating func start(_ node: EffectNode, throttledBy throttle: Throttle, at place: EffectPlace) {
    let waiting = EffectIdentifier(Throttle.Waiting(id: throttle.id))
    guard let interval = intervals[place.identifier(throttle.id)] else {
      // The interval is over, but an effect may still be waiting for its end. That effect would be a second start.
      cancel(place.identifier(waiting), because: place.origin)
      steps.append(.start(.cancellable(node, id: throttle.id, cancelInFlight: false), place))
      steps.append(.start(.openThrottle(throttle.id, throttle.interval), place))
      return
    }
    guard let remaining = interval.remaining else {
      steps.append(.throttle(node, throttle, place))
      actions.append(.measureInterval(interval.number))
      return
    }
    intervals.measure(interval.number, nil)
    guard throttle.latest else { return }
    let wait = EffectNode.delay(remaining, name: "throttle", site: throttle.site)
    let late = EffectNode.concatenate([wait, .openThrottle(throttle.id, throttle.interval), node])
    let only = EffectNode.cancellable(late, id: waiting, cancelInFlight: true)
    steps.append(.start(.cancellable(only, id: throttle.id, cancelInFlight: false), place))
  }

  mutating func openInterval(_ id: EffectIdentifier, lasting duration: Duration, at place: EffectPlace) {
    let id = place.identifier(id)
    if let old = intervals[id] {
      intervals.remove(old.number)
      actions.append(.closeInterval(old.number))
    }
    guard duration > .zero else { return }
    children.keep(place.context?.child?.number)
    let number = intervals.open(id, of: place.context?.child?.number)
    actions.append(.openInterval(number, duration, place))
  }

  /// Receives the remaining time of an interval, and removes the interval if it is over.
  package mutating func measured(interval number: Int, _ remaining: Duration) {
    if remaining > .zero { intervals.measure(number, remaining) } else { intervals.remove(number) }
  }
}
