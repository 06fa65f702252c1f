import Synchronization

@testable import StoreCore
@testable import StoreDependencies
@testable import StoreTesting

/// Work that does what a script says, one command at a time, in place of what it would do by itself.
///
/// It takes no notice of its cancellation, so that the script decides as well when cancelled work comes to its end.
final class Script<Feedback: Sendable>: Sendable {
  /// What work is told.
  enum Command: Sendable {
    /// Sends this.
    case send(Feedback)

    /// Ends.
    case end
  }

  /// Where work waits for its next command.
  let gate = Gate<Void, Command, Never>("script", whenCancelled: .keepsWaiting)

  /// How often the interval of each throttled id has come to its end.
  private let endings = Mutex<[EffectIdentifier: Int]>([:])

  /// The effect with all its work replaced.
  ///
  /// - Parameters:
  ///   - node: The effect.
  ///   - children: The ids of the children in which it stands, from the outermost inwards.
  func scripted<Output>(
    _ node: EffectNode<Feedback, Output>,
    in children: [EffectIdentifier] = []
  ) -> EffectNode<Feedback, Output> {
    switch node {
    case .none, .output, .feedback, .cancel, .openThrottle: return node
    case .run(let work):
      // A wait goes through the clock.
      guard work.description.kind == .run else { return node }
      return .run(
        EffectWork(
          description: work.description,
          priority: nil,
          operation: { [self] send in while case .send(let feedback) = await gate(()) { await send(feedback) } },
          handler: nil
        )
      )
    case .merge(let nodes): return .merge(nodes.map { scripted($0, in: children) })
    case .concatenate(let nodes): return .concatenate(nodes.map { scripted($0, in: children) })
    case .cancellable(let node, let id, let cancelInFlight):
      return .cancellable(scripted(node, in: children), id: id, cancelInFlight: cancelInFlight)
    case .throttle(let node, let id, let interval, let latest, let site):
      let known = children.last.map { EffectIdentifier(ChildIdentifier(child: $0, id: id)) } ?? id
      let node = EffectNode.throttle(
        scripted(node, in: children),
        id: id,
        interval: interval,
        latest: latest,
        site: site
      )
      return .overriding(node, DependencyOverride { [self] in $0.continuousClock = ScriptClock(self, known) })
    case .child(let node, let place):
      let child = EffectIdentifier(ChildPath(key: place.key, parent: children.last))
      return .child(scripted(node, in: children + [child]), place)
    case .said(let node): return .said(scripted(node, in: children.dropLast()))
    case .overriding(let node, let override): return .overriding(scripted(node, in: children), override)
    }
  }

  /// How often the interval of an id has come to its end.
  func endings(of id: EffectIdentifier?) -> Int { id.map { id in endings.withLock { $0[id, default: 0] } } ?? 0 }

  /// Ends the interval of an id.
  func endInterval(of id: EffectIdentifier) { endings.withLock { $0[id, default: 0] += 1 } }

  /// Tells the work of an effect what to do, and lets it be done.
  ///
  /// - Returns: Whether the effect was waiting for that.
  func tell(_ effect: Int, _ command: Command) async -> Bool {
    let number = gate.state.withLock { $0.waiting.first { $0.scope?.token.id == effect }?.call.number }
    return await answer(number, command)
  }

  /// Answers a call as `succeed` does, but waits for nothing except the store, because nothing else is involved.
  private func answer(_ number: Int?, _ command: Command) async -> Bool {
    guard let number, let waiting = gate.take(number) else { return false }
    gate.wake(waiting, .answered(.success(command)))
    await waiting.scope?.environment.settle(nil, .acts)
    return true
  }

  /// The effects that wait for a command.
  var waiting: Set<Int> { gate.state.withLock { Set($0.waiting.compactMap { $0.scope?.token.id }) } }

  /// Ends everything.
  func close() async {
    while let call = gate.pending.first { _ = await answer(call.number, .end) }
  }
}

/// A clock on which a sleep ends, and an interval is over, when a script says so.
struct ScriptClock<Feedback: Sendable>: Clock {
  /// A moment: how often the interval of the clock's id had ended by then.
  struct Instant: InstantProtocol {
    /// How often the interval had ended.
    var endings: Int

    /// The same moment, as only the script moves time.
    func advanced(by duration: Duration) -> Self { self }

    /// Nothing, or longer than anything lasts.
    func duration(to other: Self) -> Duration { other.endings > endings ? .seconds(1_000_000) : .zero }

    /// Whether it is earlier.
    static func < (first: Self, second: Self) -> Bool { first.endings < second.endings }
  }

  /// What says when.
  let script: Script<Feedback>

  /// The throttled id whose interval is measured; nil where none is.
  let id: EffectIdentifier?

  /// Makes a clock.
  init(_ script: Script<Feedback>, _ id: EffectIdentifier? = nil) {
    self.script = script
    self.id = id
  }

  /// Now.
  var now: Instant { Instant(endings: script.endings(of: id)) }

  /// No time at all.
  var minimumResolution: Duration { .zero }

  /// Sleeps until the script says that it is over.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws { _ = await script.gate(()) }
}

/// A feature whose work does what a script says.
struct Scripted<Feature: Reducer>: Reducer {
  /// The feature.
  let base: Feature

  /// What its work does.
  let script: Script<Feature.Feedback>

  /// Begins as the feature does.
  func start(from state: Feature.State) -> Effect<Feature.Feedback, Feature.Output> {
    Effect(node: script.scripted(base.start(from: state).node))
  }

  /// Does what the feature does.
  func reduce(
    message: Message<Feature.Input, Feature.Feedback>,
    into state: inout Feature.State
  ) -> Effect<Feature.Feedback, Feature.Output> {
    Effect(node: script.scripted(base.reduce(message: message, into: &state).node))
  }
}
