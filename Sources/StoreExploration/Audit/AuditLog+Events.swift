import StoreCore
import StoreTesting

extension AuditLog {
  /// Records the start of a store.
  func write<Feature: Reducer>(beginningOf session: TestSession<Feature>) where Feature.State: Equatable {
    var entry = AuditEntry(kind: nil, instant: session.time.now, step: session.environment.step)
    entry.state = session.engine.state
    write(entry)
  }

  /// Records an event that is the same in each run of a test.
  ///
  /// The end or the cancellation of an effect may differ: an effect that sends nothing more may end earlier or later.
  func write<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    var entry = AuditEntry(kind: event.kind, instant: event.instant, step: session.environment.step)
    switch event.content {
    case .reduced(let message):
      entry.subject = message.value
      entry.state = event.stateAfter
      entry.effect = message.sender?.description
    case .output(let output): entry.subject = output
    case .started(let record):
      entry.subject = record.token.description.payload
      entry.effect = record.token.description
    case .failed(let record, let error):
      entry.subject = error
      entry.effect = record.token.description
    case .cancelled, .finished, .dropped, .called, .answered: return
    }
    write(entry)
  }
}
