import StoreCore

/// A pending effect or interval in a situation, with the progress of its response.
struct PendingEffect<Feature: Reducer> {
  /// The kind of a pending effect.
  enum Kind: Hashable {
    /// Work, which proceeds by one of its responses.
    case work

    /// A wait, which may end at any time.
    case wait

    /// The interval of a throttled id, which may end at any time.
    case interval(EffectIdentifier)

    /// Cancelled work that a chain waits for.
    case ending
  }

  /// The content that determines the future of the effect, without the engine's numbers.
  private struct Key: Hashable {
    let kind: Kind
    let work: WorkShape

    /// The ids that cancel the effect, from the innermost outwards; none once it is cancelled.
    let ids: [EffectIdentifier]

    /// The effects that follow at its end, from the innermost chain outwards.
    let chains: [EffectOutline]

    /// The ids that cancel each chain, which may be a subset of those that cancel the effect.
    let chainIds: [[EffectIdentifier]]
  }

  /// The engine's number of the effect or the interval.
  let number: Int

  let kind: Kind
  let description: EffectDescription

  /// The engine's numbers of the chains that wait for its end, from the innermost outwards.
  let chains: [Int]

  /// The comparable content, without its progress.
  private let key: Key

  let keyHash: Int

  /// The possible responses.
  var responses: [Response<Feature.Feedback>]

  /// The index of the chosen response; nil if none is chosen.
  var choice: Int?

  /// The number of feedbacks sent so far in the response.
  var position = 0

  /// Its index among the effects before the step; nil if it proceeded in the step.
  var origin: Int?

  init(
    _ kind: Kind,
    number: Int,
    _ description: EffectDescription,
    in effects: EffectEngine,
    responses: [Response<Feature.Feedback>] = []
  ) {
    self.kind = kind
    self.number = number
    self.description = description
    self.responses = responses
    var waiting: [EffectEngine.WaitingChain] = []
    var ids: [EffectIdentifier] = []
    switch kind {
    case .interval: break
    case .work, .wait:
      waiting = effects.waitingChains(for: number)
      ids = effects.identifiers(of: number)
    case .ending: waiting = effects.waitingChains(for: number)
    }
    chains = waiting.map(\.number)
    key = Key(
      kind: kind,
      work: WorkShape(description),
      ids: ids,
      chains: waiting.map { EffectOutline($0.rest) },
      chainIds: waiting.map(\.identifiers)
    )
    keyHash = key.hashValue
  }

  /// Returns the effect after a cancellation, which leaves nothing of its response.
  func ending(in effects: EffectEngine) -> Self {
    var effect = Self(.ending, number: number, description, in: effects, responses: responses)
    effect.origin = kind == .ending ? origin : nil
    return effect
  }

  /// The effect as properties and responses see it.
  var running: RunningEffect { RunningEffect(description, under: key.ids) }

  /// Whether the effect is work or a wait, which properties can query.
  var isShown: Bool { kind == .work || kind == .wait }

  func isEffect(_ number: Int) -> Bool {
    if case .interval = kind { false } else { self.number == number }
  }

  func isInterval(_ number: Int) -> Bool {
    if case .interval = kind { self.number == number } else { false }
  }

  /// Whether the effect must proceed while it runs.
  var isForced: Bool {
    guard kind == .work else { return true }
    guard let choice else { return !responses.contains { $0.feedbacks.isEmpty && $0.end == .neverCompletes } }
    return position < responses[choice].feedbacks.count || responses[choice].end != .neverCompletes
  }

  /// Whether another effect has the same future, apart from the identity of chains.
  func hasSameFuture(as other: Self) -> Bool {
    keyHash == other.keyHash && choice == other.choice && position == other.position && key == other.key
  }
}
