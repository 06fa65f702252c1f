import StoreCore
import StoreTesting

extension TestSession {
  /// Writes down for an audit what the store has done, as far as it is the same in each run of a test.
  ///
  /// When an effect ends or is cancelled is not: one that has nothing more to send may do so a moment earlier or later.
  @inline(never)
  func audit(_ kind: Story.Moment.Kind, _ subject: AnyObject, in log: AuditLog) {
    var entry: AuditEntry
    switch (kind, subject) {
    case (.message, let input as InputContent<Feature>):
      entry = self.entry(.input, input.input)
      entry.state = input.after
    case (.message, let feedback as FeedbackContent<Feature>):
      entry = self.entry(.feedback, feedback.feedback)
      entry.state = feedback.after
      entry.effect = feedback.sender?.description
    case (.output, let output as OutputContent<Feature>): entry = self.entry(.output, output.output)
    case (.started, let record as EffectRecord):
      entry = self.entry(.effect, record.token.description.payload)
      entry.effect = record.token.description
    case (.failed, let failure as EffectFailureContent):
      entry = self.entry(.error, failure.text)
      entry.effect = failure.record.token.description
    default: return
    }
    log.write(entry)
  }

  /// Writes down for an audit how the store begins.
  func auditStart(in log: AuditLog) {
    var entry = self.entry(.start, nil)
    entry.state = engine.state
    log.write(entry)
  }

  /// Something that happens now.
  private func entry(_ kind: AuditEntry.Kind, _ subject: Any?) -> AuditEntry {
    AuditEntry(kind: kind, subject: subject, instant: time.now, step: environment.step)
  }
}
