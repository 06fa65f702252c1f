import StoreCore
import StoreDependencies
import StoreTesting

/// A recorder of the events of one store.
///
/// Safety: it is `@unchecked Sendable` because its values of the feature are not Sendable. It accesses them only in
/// functions with a session, and therefore on the thread that runs the store.
final class StoreRecorder: StoreObserver, @unchecked Sendable {
  let recorder: RunRecorder

  /// The number of the store in the recording.
  private let number: Int

  /// The ``EventRecorder`` of the store's feature.
  private var events: AnyObject?

  init(_ recorder: RunRecorder, number: Int) {
    self.recorder = recorder
    self.number = number
  }

  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    events = EventRecorder<Feature>(recorder, store: number, state: session.engine.state)
  }

  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    (events as? EventRecorder<Feature>)?.note(event, in: session.environment.step)
  }

  func note(_ failure: TestFailure, at instant: TestClock.Instant) {
    recorder.note(failure, in: number, at: instant)
  }

  // Reads of clocks are not recorded, because sleeps are recorded.
  func noteRead(of key: any TestDependencyKey.Type, by effect: InFlightEffect, at instant: TestClock.Instant) {
    if key is ContinuousClockKey.Type || key is SuspendingClockKey.Type { return }
    add(.used, shortName(of: key), of: effect, at: instant)
  }

  func noteSleep(of effect: InFlightEffect, until deadline: TestClock.Instant, on clock: TestClock) {
    add(.slept, effect.token.description.title, of: effect, detail: "until \(deadline)", at: clock.now)
  }

  func noteWaking(of effect: InFlightEffect, on clock: TestClock) {
    add(.woke, effect.token.description.title, of: effect, at: clock.now)
  }

  func attachments<Feature: Reducer>(for session: TestSession<Feature>) -> [TestAttachment]
  where Feature.State: Equatable {
    [TestAttachment(name: "timeline.html", text: session.page)]
  }

  /// Adds an entry about an effect.
  private func add(
    _ kind: Recording.Kind,
    _ text: String,
    of effect: InFlightEffect,
    detail: String? = nil,
    at instant: TestClock.Instant
  ) {
    var entry = Recording.Entry(instant: instant.offset, store: number, kind: kind, text: text)
    entry.detail = detail
    let step = effect.environment.step
    recorder.draft { [entry] draft in _ = draft.add(entry, of: effect.token, in: step) }
  }
}
