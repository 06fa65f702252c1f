import StoreCore
import StoreDependencies
import StoreTesting

/// A converter of a store's events to entries of a recording.
final class EventRecorder<Feature: Reducer> {
  /// The maximum length of a value's text.
  private static var valueLimit: Int { 1_000 }

  /// The recorder of the entries.
  private let recorder: RunRecorder

  /// The number of the store in the recording.
  private let store: Int

  private var state: Feature.State

  private var message: Int?

  /// The number of the newest message, or of a later end of an effect. It is the cause of events without an effect.
  private var trigger: Int?

  /// The numbers of messages by their origin objects. The objects are retained, so that no two have the same address.
  private var causes: [ObjectIdentifier: (cause: AnyObject, number: Int?)] = [:]

  /// Creates a recorder that begins with the current state of a store.
  init(_ recorder: RunRecorder, store: Int, state: Feature.State) {
    self.recorder = recorder
    self.store = store
    self.state = state
    // The description of the state runs user code, so it happens outside of the lock.
    let text = stateText(state)
    recorder.draft { $0.describe(store: store, feature: featureName(of: Feature.self), initialState: text) }
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - step: The step of the test during which the event happened; nil if unknown.
  func note(_ event: Event<Feature>, in step: CallSite?) {
    // The recording shows the cancellation as the end of the effect.
    if case .finished(let record) = event.content, record.token.isCancelled { return }
    var entry = entry(for: event)
    var sender: EffectToken?
    switch event.content {
    case .reduced:
      guard let message = event.message else { break }
      entry.place = message.input == nil ? nil : .init(message.step)
      entry.changes = differences(state, message.after, limit: 20).map(Recording.Change.init)
      if !entry.changes.isEmpty { entry.state = stateText(message.after) }
      state = message.after
      sender = message.sender
      if let origin = message.sender, origin.id == 0 {
        // The output of a child, or a feedback of the feature to itself, has no task as its sender.
        sender = nil
        entry.cause = trigger
        entry.detail = "from \(origin.description.title)"
      }
    case .output: entry.cause = trigger
    case .started(let record):
      sender = record.token
      entry.place = .init(record.token.description.site)
      entry.cause = number(of: record)
    case .cancelled(let record):
      sender = record.token
      entry.place = .init(record.token.description.site)
      if record.canceller != nil { entry.cause = message }
    case .finished(let record):
      sender = record.token
      entry.place = .init(record.token.description.site)
    case .failed(let record, let error):
      sender = record.token
      entry.place = .init(record.token.description.site)
      entry.detail = error
    case .dropped(_, let origin): sender = origin.id == 0 ? nil : origin
    case .called(_, let effect): sender = effect
    case .answered(let reply):
      sender = reply.effect
      entry.detail = reply.text
      entry.place = step.map { .init($0) }
    }
    let number = recorder.draft { [entry, sender] draft in draft.add(entry, of: sender, in: step) }
    switch event.content {
    case .reduced:
      message = number
      trigger = number
    case .finished: trigger = number
    default: break
    }
  }

  /// Returns the entry of an event, with its text.
  private func entry(for event: Event<Feature>) -> Recording.Entry {
    let text = { (value: Any) in StoreValues.describe(value, limit: Self.valueLimit) }
    let subject =
      switch event.content {
      case .reduced(let message): text(message.value)
      case .output(let output): text(output)
      case .dropped(let feedback, _): text(feedback)
      case .started(let record), .cancelled(let record), .finished(let record), .failed(let record, _):
        record.token.description.title
      case .called(let call, _): "\(call)"
      case .answered(let reply): "\(reply.call)"
      }
    return Recording.Entry(instant: event.instant.offset, store: store, kind: .init(event.kind), text: subject)
  }

  /// Returns the number of the message that led to an effect.
  private func number(of record: EffectRecord) -> Int? {
    let cause = record.origin
    let key = ObjectIdentifier(cause)
    if let known = causes[key] { return known.number }
    let number = record.origin.message == nil ? nil : message
    causes[key] = (cause, number)
    return number
  }
}

extension Recording.Kind {
  /// Creates the kind of the entry for a kind of event.
  fileprivate init(_ kind: EventKind) {
    switch kind {
    case .input: self = .input
    case .feedback: self = .feedback
    case .output: self = .output
    case .started: self = .started
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    case .dropped: self = .dropped
    case .called: self = .called
    case .answered: self = .answered
    case .deviation: self = .deviation
    }
  }
}

extension Recording.Change {
  /// Creates the change for a difference of two states.
  init(_ difference: Difference) {
    let isPlain = difference.event == nil
    let texts = Excerpts(difference.first, difference.second, limit: 300)
    self.init(
      path: difference.path,
      before: isPlain && difference.first != nil ? texts.first : nil,
      after: isPlain && difference.second != nil ? texts.second : nil,
      text: difference.text(limit: 300)
    )
  }
}
