/// The effects of one input that still run at the end of a test, in words.
struct RunningEffects {
  let effects: [EffectSnapshot]

  /// The end of the wait for them.
  let outcome: WaitOutcome

  /// The explanation why one of them still runs, if there is one.
  let reason: String?

  /// Returns the code that advances the clock.
  let advance: (Duration) -> String

  var headline: String {
    effects.count == 1
      ? "The \(effects[0].phrase) is still running at the end of the test: it \(effects[0].waitText).\(waited)"
      : "\(effects.count) effects are still running at the end of the test: \(names).\(waited)"
  }

  var details: String {
    paragraphs(
      list(effects.map(\.entry), to: 12),
      reason,
      fixes.joined(separator: "\n\n"),
      outcome.vainWait.map { _ in WaitOutcome.holderAdvice }
    )
  }

  private var names: String { shortened(effects.map(\.label)).joined(separator: ", ") }

  /// The sentence about the real time that the store waited, after a space; empty if it didn't.
  private var waited: String {
    let isOutside = effects.contains { $0.waitingOn == .outside }
    if case .timedOut(let duration) = outcome, isOutside { return " The store waited \(duration.text) of real time." }
    return outcome.vainWait.map { " \($0)" } ?? ""
  }

  /// The ways to make the effects end before the test does. Waking the effect with the longest sleep also wakes all
  /// others.
  private var fixes: [String] {
    let longest = effects.compactMap(\.waitingOn.remaining).max()
    var fixes: [String] = []
    for effect in effects where effect.waitingOn.remaining == longest || effect.waitingOn.remaining == nil {
      for fix in self.fixes(for: effect) where !fixes.contains(fix) { fixes.append(fix) }
    }
    return fixes
  }

  /// The advice for a task that an effect has started and not awaited.
  private static let leftBehind =
    "Or let the feature cancel the task that the effect has left behind. Cancelling the effect does not cancel that task."

  /// Returns the ways to make an effect end before the test does.
  private func fixes(for effect: EffectSnapshot) -> [String] {
    let cancellation =
      "the input that cancels it, or cancel all effects at the end of the test:\n\n"
      + code(["await store.cancelInFlightEffects()"])
    return switch effect.waitingOn {
    case .sleep(_, let remaining) where effect.hasReturned:
      [paragraphs("Advance the clock:", code([advance(remaining)])), Self.leftBehind]
    case .call(let call, _) where effect.hasReturned: ["Answer '\(call)'.", Self.leftBehind]
    case .stream(let stream) where effect.hasReturned: ["Finish '\(stream)'.", Self.leftBehind]
    case .change where effect.hasReturned: ["Change the source, and assert what follows.", Self.leftBehind]
    case .sleep, .call, .stream, .change:
      [effect.wakingAdvice.map { "Either \($0). Or send \(cancellation)" } ?? "Send \(cancellation)"]
    case .task(let other): ["Let \(other) continue or end."]
    case .cancellation: ["Let its work check whether its task is cancelled."]
    case .outside where !effect.hasTasks:
      [
        "Let the operation run until the last message is sent. Then release the sender, and each closure that captures it."
      ]
    case .outside where effect.realSleep != nil:
      [
        "Let it sleep on the clock of the dependency '\\.continuousClock', which the test advances. Or send \(cancellation)"
      ]
    case .outside: ["Let the work that it waits for end within 'store.timeout'. Or send \(cancellation)"]
    }
  }
}

extension EffectSnapshot {
  /// The step that lets the effect continue; nil if none does, or if it only makes the effect send again, like a timer.
  ///
  /// It is no code, as the test must also assert what follows.
  fileprivate var wakingAdvice: String? {
    switch waitingOn {
    case .sleep(_, let remaining) where feedbackCount <= 1:
      "advance the clock by \(remaining.text), and assert what follows"
    case .call(let call, hangs: false): "answer '\(call)', and assert what follows"
    case .stream(let stream): "finish '\(stream)', and assert what follows"
    default: nil
    }
  }
}
