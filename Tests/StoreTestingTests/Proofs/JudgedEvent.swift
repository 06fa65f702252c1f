import StoreCore
import StoreDependencies
import TestSupport

@testable import StoreTesting

/// An event as the tables and the model of the judge write it.
enum JudgedEvent: Hashable, CustomStringConvertible {
  case feedback(Int)
  case output(Int)

  /// The start of an effect.
  case started(Int)

  /// The end of an effect that has sent no feedback.
  case ended(Int)

  /// The number of the message or the effect.
  var number: Int {
    switch self {
    case .feedback(let number), .output(let number), .started(let number), .ended(let number): number
    }
  }

  var description: String {
    switch self {
    case .feedback(let number): "f\(number)"
    case .output(let number): "o\(number)"
    case .started(let number): "e\(number)"
    case .ended(let number): "e\(number) ended"
    }
  }
}

/// A judge that reads and returns events in this form, without a store.
struct JudgeBench {
  private(set) var judge = Judge()
  private var events: [ObjectIdentifier: JudgedEvent] = [:]
  private var records: [EventRecord] = []
  private var effects: [Int: EffectRecord] = [:]

  init(at level: Exhaustivity) { judge.level = level }

  /// Lets an event happen.
  mutating func happened(_ event: JudgedEvent) {
    let record = EventRecord(content(of: event), number: records.count, instant: TestClock.Instant())
    records.append(record)
    events[ObjectIdentifier(record)] = event
    judge.happened(record)
  }

  private mutating func content(of event: JudgedEvent) -> EventRecord.Content {
    switch event {
    case .feedback(let number):
      let message = Message<Runner.Input, Runner.Feedback>.feedback("\(number)")
      let site = CallSite(fileID: "", filePath: "", line: 1, column: 1)
      return .reduced(
        ReducedMessage<Runner>(message, after: Runner.State(), sender: nil, step: site, isReducedTwice: false)
      )
    case .output(let number): return .output(number)
    case .started(let number): return .started(effect(number))
    case .ended(let number):
      let record = effect(number)
      record.token.leave(for: .finished)
      return .finished(record)
    }
  }

  /// The newest effect of a number; after its end, another one.
  private mutating func effect(_ number: Int) -> EffectRecord {
    if let known = effects[number], known.token.phase == .running { return known }
    let site = CallSite(fileID: "", filePath: "", line: 1, column: 1)
    let description = EffectDescription(kind: .run, name: "\(number)", payload: nil, site: site)
    let token = EffectToken(id: records.count + 1, description: description, group: EffectGroup(site: site))
    let record = EffectRecord(token: token, origin: EffectOrigin(nil))
    effects[number] = record
    return record
  }

  /// Performs a step of a test; returns the verdict as text.
  mutating func perform(_ step: JudgedStep) -> String {
    switch step {
    case .receive(let number): return receive(.feedback, .feedback(number))
    case .receiveOutput(let number): return receive(.output, .output(number))
    case .receiveEffect(let number):
      switch judge.receiveEffect(isAny: number == nil, isExpected: { number == nil || $0.name == "\(number ?? 0)" }) {
      case .accepted: return "accepted"
      case .unhandled(let events): return "unhandled \(text(events)), accepted"
      case .missing: return "missing"
      }
    case .close:
      let rest = judge.close { _ in true }
      let demanded = rest.filter(judge.isDemanded)
      return demanded.isEmpty ? "accepted" : "unhandled \(text(demanded))"
    }
  }

  private mutating func receive(_ kind: EventKind, _ expected: JudgedEvent) -> String {
    let events = events
    let verdict = judge.receive(kind) { events[ObjectIdentifier($0)] == expected }
    let unhandled = verdict.unhandled.filter(judge.isDemanded)
    let before = unhandled.isEmpty ? "" : "unhandled \(text(unhandled)), "
    switch verdict.answer {
    case .accepted: return before + "accepted"
    case .unexpected(let instead, let later):
      let came = instead.filter { $0.kind == kind }
      let next = later.map { events[ObjectIdentifier($0)] == expected ? ", then accepted" : ", then \(text([$0]))" }
      return before + "unexpected \(text(came))" + (next ?? "")
    case .missing: return before + "missing"
    }
  }

  /// Takes an event as asserted: the expected one, or else a similar one; returns the verdict as text.
  mutating func receiveNearest(_ expected: JudgedEvent, or similar: [JudgedEvent]) -> String {
    let events = events
    let kind: EventKind = if case .output = expected { .output } else { .feedback }
    let verdict = judge.receiveNearest(
      kind,
      isExpected: { events[ObjectIdentifier($0)] == expected },
      isSimilar: { record in similar.contains { $0 == events[ObjectIdentifier(record)] } }
    )
    guard let verdict, case .accepted(let event) = verdict.answer else { return "missing" }
    let before = verdict.unhandled.isEmpty ? "" : "unhandled \(text(verdict.unhandled)), "
    return before + "accepted \(text([event]))"
  }

  /// Takes the start of an effect as asserted by the call that makes it.
  mutating func nameEffect(_ number: Int) {
    judge.nameEffect { $0.name == "\(number)" }
  }

  /// Whether a step that expects several feedbacks in any order would find them.
  func holds(unordered numbers: [Int]) -> Bool {
    var expected = numbers
    return judge.holds(numbers.count) { Self.take(events[ObjectIdentifier($0)], from: &expected) }
  }

  /// Performs a step that expects several feedbacks in any order; returns the verdict as text.
  mutating func receive(unordered numbers: [Int]) -> String {
    let events = events
    var expected = numbers
    let verdict = judge.receive(unordered: numbers.count) {
      Self.take(events[ObjectIdentifier($0)], from: &expected)
    }
    let parts: [(String, [EventRecord])] = [
      ("unhandled", verdict.unhandled), ("skipped", verdict.skipped), ("accepted", verdict.accepted),
      ("unexpected", verdict.unexpected), ("later", verdict.later), ("newest", verdict.newest.map { [$0] } ?? []),
    ]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \(text($0.1))" }.joined(separator: ", ")
  }

  /// Removes the number of an event. It takes any event for an expected one, as the judge asks about feedback only.
  private static func take(_ event: JudgedEvent?, from numbers: inout [Int]) -> Bool {
    guard let event, let place = numbers.firstIndex(of: event.number) else { return false }
    numbers.remove(at: place)
    return true
  }

  /// Lets the judge forget what the test has not asserted.
  mutating func discard() { judge.discard() }

  /// The events that the test can still assert, as text.
  var open: String { text(Array(judge.open)) }

  private func text(_ records: [EventRecord]) -> String {
    records.map { events[ObjectIdentifier($0)].map { "\($0)" } ?? "?" }.joined(separator: " ")
  }
}

/// A step of a test, as the tables and the model of the judge write it.
enum JudgedStep: Equatable, CustomStringConvertible {
  case receive(Int)
  case receiveOutput(Int)

  /// Expects an effect; nil for any.
  case receiveEffect(Int?)

  /// The next input, or the end.
  case close

  var description: String {
    switch self {
    case .receive(let number): "receive f\(number)"
    case .receiveOutput(let number): "receive o\(number)"
    case .receiveEffect(let number): "receive " + (number.map { "e\($0)" } ?? "any effect")
    case .close: "close"
    }
  }
}
