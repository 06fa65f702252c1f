import StoreCore
import StoreDependencies
import StoreTesting

/// Turns what a store does into entries of a recording, while it happens or afterwards.
final class MomentRecorder<Feature: Reducer> {
  /// How much of a value is kept.
  private static var valueLimit: Int { 1_000 }

  /// Where the entries go.
  private let recorder: RunRecorder

  /// The store's number there.
  private let store: Int

  /// The newest state.
  private var state: Feature.State

  /// The number of the newest message.
  private var message: Int?

  /// The number of the newest message, or of the end of an effect that came later: what no effect does follows from it.
  private var trigger: Int?

  /// The numbers of the messages by what their effects remember of them, which is kept so that its identity is not used again.
  private var causes: [ObjectIdentifier: (cause: AnyObject, number: Int?)] = [:]

  /// Begins with the state that a store has.
  init(_ recorder: RunRecorder, store: Int, state: Feature.State) {
    self.recorder = recorder
    self.store = store
    self.state = state
    // Not under the lock: the text is the user's code.
    let text = stateText(state)
    recorder.draft { $0.describe(store: store, feature: featureName(of: Feature.self), initialState: text) }
  }

  /// Adds what has happened.
  ///
  /// - Parameters:
  ///   - moment: What has happened.
  ///   - step: The step of the test during which it does, if that is known.
  func note(_ moment: Story.Moment, in step: CallSite?) {
    let text = { (value: Any) in StoreTesting.describe(value, limit: Self.valueLimit) }
    switch moment.subject {
    case let input as InputContent<Feature>:
      var entry = entry(.input, text(input.input), moment)
      entry.place = .init(input.site)
      message = add(reduced(entry, input.after), in: step)
      trigger = message
    case let feedback as FeedbackContent<Feature>:
      var entry = entry(.feedback, text(feedback.feedback), moment)
      // What a child says, or the feature tells itself, comes from no effect, and so from no task.
      let isSaid = feedback.sender?.id == 0
      if isSaid {
        entry.cause = trigger
        entry.detail = feedback.sender.map { "from \($0.description.title)" }
      }
      message = add(reduced(entry, feedback.after), of: isSaid ? nil : feedback.sender, in: step)
      trigger = message
    case let output as OutputContent<Feature>:
      var entry = entry(.output, text(output.output), moment)
      entry.cause = trigger
      add(entry, in: step)
    case let dropped as DroppedContent<Feature>:
      let sender = dropped.sender.id == 0 ? nil : dropped.sender
      add(entry(.dropped, text(dropped.feedback), moment), of: sender, in: step)
    case let failure as EffectFailureContent:
      var entry = entry(.failed, failure.record.token.description.title, moment)
      entry.detail = failure.text
      add(entry, of: failure.record.token, in: step)
    case let content as GateCallContent:
      add(entry(.called, "\(content.call)", moment), of: content.effect, in: step)
    case let reply as GateReply:
      var entry = entry(.answered, "\(reply.call)", moment)
      entry.detail = reply.text
      entry.place = step.map { .init($0) }
      add(entry, of: reply.effect, in: step)
    case let record as EffectRecord: add(record, moment, in: step)
    default: break
    }
  }

  /// Adds what has happened to an effect.
  private func add(_ record: EffectRecord, _ moment: Story.Moment, in step: CallSite?) {
    let token = record.token
    // What was cancelled has come to its end with that, as far as anybody cares.
    if moment.kind == .ended, token.isCancelled { return }
    let kind: Recording.Kind =
      switch moment.kind {
      case .started: .started
      case .cancelled: .cancelled
      default: .finished
      }
    var entry = entry(kind, token.description.title, moment)
    entry.place = .init(token.description.site)
    if kind == .started { entry.cause = number(of: record) }
    if kind == .cancelled, record.canceller != nil { entry.cause = message }
    let number = add(entry, of: token, in: step)
    if kind == .finished { trigger = number }
  }

  /// The number of the message that an effect follows from.
  private func number(of record: EffectRecord) -> Int? {
    let cause = record.origin
    let key = ObjectIdentifier(cause)
    if let known = causes[key] { return known.number }
    let number = record.origin.message == nil ? nil : message
    causes[key] = (cause, number)
    return number
  }

  /// An entry with what all have.
  private func entry(_ kind: Recording.Kind, _ text: String, _ moment: Story.Moment) -> Recording.Entry {
    Recording.Entry(instant: moment.instant.offset, store: store, kind: kind, text: text)
  }

  /// The same entry with what a message has changed.
  private func reduced(_ entry: Recording.Entry, _ after: Feature.State) -> Recording.Entry {
    var entry = entry
    entry.changes = differences(state, after, limit: 20).map(Recording.Change.init)
    if !entry.changes.isEmpty { entry.state = stateText(after) }
    state = after
    return entry
  }

  /// Adds an entry.
  @discardableResult
  private func add(_ entry: Recording.Entry, of token: EffectToken? = nil, in step: CallSite?) -> Int {
    recorder.draft { $0.add(entry, of: token, in: step) }
  }
}

extension Recording.Change {
  /// A difference of two states as text.
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
