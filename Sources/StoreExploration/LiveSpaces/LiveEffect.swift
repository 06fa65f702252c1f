import StoreCore
import StoreDependencies
import StoreTesting

/// A running effect with its wait. Two that differ in their numbers only are equal.
struct LiveEffect {
  /// What an effect waits for.
  enum Wait: Hashable {
    /// The clock, for a remaining time.
    case time(Duration)

    /// The answer to a call.
    case answer(String)

    /// Something that needs not happen.
    case event(String)

    /// The end of its work after a cancellation.
    case end

    /// Something outside of the test.
    case outside
  }

  /// The number of the effect in its store.
  let number: Int

  let origin: LiveOrigin

  let wait: Wait

  let isCancelled: Bool

  /// The number of messages that it has sent.
  let sent: Int

  /// How often it has gone on; zero if that doesn't count.
  let progress: Int

  /// The situation in which it was started; nil for the start of the store.
  let start: Int?

  /// The number of the state in which it was started; nil if that doesn't count.
  let startState: Int?

  /// The message that started it, as text; nil if that doesn't count.
  let startMessage: String?

  var label: String { origin.label }
}

extension LiveEffect: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    first.origin == second.origin && first.wait == second.wait && first.isCancelled == second.isCancelled
      && first.progress == second.progress && first.startState == second.startState
      && first.startMessage == second.startMessage
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(wait)
    hasher.combine(progress)
    hasher.combine(startState)
    hasher.combine(startMessage)
  }

  /// Returns all that makes effects unequal as text, with the names of screens.
  func text(_ names: ScreenNames) -> String {
    "\(origin.text(names)), \(wait), \(isCancelled), \(progress), \(startState ?? 0), \(startMessage.map { _ in origin.messageText(names) } ?? "")"
  }
}

extension LiveEffect.Wait {
  init(_ wait: EffectSnapshot.Wait) {
    self =
      switch wait {
      case .sleep(_, let remaining): .time(remaining)
      case .call(let call, let hangs): hangs ? .event(call) : .answer(call)
      case .stream(let stream): .event(stream)
      case .change(let source): .event(source)
      case .task(let task): .event(task)
      case .cancellation: .end
      case .outside: .outside
      }
  }

  /// Whether the wait ends some time later.
  var isForced: Bool {
    switch self {
    case .time, .answer, .end: true
    case .event, .outside: false
    }
  }
}

/// The start of an effect: all about it that stays the same.
///
/// Performance: it is an object with its hash, as an exploration hashes and compares all running effects at each step.
final class LiveOrigin {
  let label: String
  let running: RunningEffect

  private let description: EffectDescription
  private let ids: [EffectIdentifier]

  /// The message that started it, as the effect may have captured its values if no payload says what it is about.
  private let origin: EffectOrigin

  /// The ids of screens in the message that started it, which were gone then.
  private let gone: Set<ScreenID>

  /// The values of that message as text; empty if a payload says what the effect is about.
  private let values: Substring

  private let hash: Int

  init(
    _ description: EffectDescription,
    under ids: [EffectIdentifier],
    by origin: EffectOrigin,
    without gone: Set<ScreenID>
  ) {
    self.description = description
    self.ids = ids
    self.origin = origin
    self.gone = gone
    label = description.title
    running = RunningEffect(description, under: ids)
    values = description.payload == nil ? origin.text.drop { $0 != "(" } : ""
    var hasher = Hasher()
    hasher.combine(label)
    hasher.combine(description.site)
    hasher.combine(values)
    hasher.combine(ids)
    hash = hasher.finalize()
  }

  /// Returns all that makes origins unequal as text, with the names of screens.
  func text(_ names: ScreenNames) -> String {
    let payload = description.payload.map { names.text(of: $0) } ?? ""
    let values = description.payload == nil ? messageText(names) : ""
    return "\(description.name ?? "") \(description.site) \(payload) \(values) \(ids.map(names.text(of:)))"
  }
}

extension LiveOrigin {
  /// Returns the message that started it, with the names of screens.
  func messageText(_ names: ScreenNames) -> String { origin.message.map { names.text(of: $0, without: gone) } ?? "" }
}

extension LiveOrigin: Hashable {
  static func == (first: LiveOrigin, second: LiveOrigin) -> Bool {
    first === second
      || (first.hash == second.hash && first.label == second.label && first.values == second.values
        && first.description.site == second.description.site && first.ids == second.ids)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
