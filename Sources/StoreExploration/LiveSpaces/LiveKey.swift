import StoreCore
import StoreTesting

/// The visible part of a store that determines its future.
struct LiveKey<Feature: Reducer>: Hashable where Feature.State: Equatable {
  let state: StateKey<Feature.State>

  /// The running effects, in the order in which they started.
  let effects: [LiveEffect]

  /// The remaining times of throttled ids.
  let intervals: [Duration]

  /// What the invariants of the test remember.
  let memories: [String]
}

/// A running effect with its wait.
struct LiveEffect: Hashable {
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

  let label: String

  /// The line that made it.
  let site: CallSite

  /// The values of the message that started it, as the effect may have captured them.
  let values: Substring

  let ids: [EffectIdentifier]

  let wait: Wait

  let isCancelled: Bool

  /// The number of messages that it has sent; zero if the exploration doesn't tell effects apart by it.
  let sent: Int
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
