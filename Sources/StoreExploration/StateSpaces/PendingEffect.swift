import StoreCore

/// Something that goes on in a situation: an effect of the engine, and how far the outside has answered it, or an interval.
struct PendingEffect<Feature: Reducer> {
  /// What kind of thing goes on.
  enum Kind: Hashable {
    /// Work, which goes on as one of its responses says.
    case work

    /// A wait, which ends at any time.
    case wait

    /// The interval of a throttled id, which ends at any time.
    case interval(EffectIdentifier)

    /// Cancelled work for whose end a chain waits.
    case ending
  }

  /// All that decides what can still come of it, numbers left aside.
  private struct Key: Hashable {
    let kind: Kind
    let work: WorkShape

    /// The ids that it can be cancelled under, from the innermost outwards.
    let ids: [EffectIdentifier]

    /// What follows at its end, from the innermost chain outwards, and under which ids that can be cancelled.
    let chains: [EffectOutline]

    /// The ids that end the chains. They need not be all of those that end what they wait for.
    let chainIds: [[EffectIdentifier]]
  }

  /// The engine's number for the effect or the interval.
  let number: Int

  let kind: Kind
  let description: EffectDescription

  /// The chains that wait for its end, by the engine's numbers, from the innermost outwards.
  let chains: [Int]

  /// What tells it from others, without how far it has come.
  private let key: Key

  let keyHash: Int

  /// In which ways it can go on.
  let responses: [Response<Feature.Feedback>]

  /// Which of its ways it has taken; nil if it has taken none.
  var choice: Int?

  /// How much it has sent on that way.
  var position = 0

  /// Its place among what went on before the step, if it has done nothing in the step.
  var origin: Int?

  init(
    _ kind: Kind,
    _ number: Int,
    _ description: EffectDescription,
    in effects: EffectMachine,
    responses: [Response<Feature.Feedback>] = []
  ) {
    self.kind = kind
    self.number = number
    self.description = description
    self.responses = responses
    var waiting: [EffectMachine.WaitingChain] = []
    var ids: [EffectIdentifier] = []
    switch kind {
    case .interval: break
    case .work, .wait:
      waiting = effects.waitingChains(for: number)
      ids = effects.identifiers(of: number)
    case .ending:
      waiting = effects.waitingChains(for: number)
      ids = waiting.first?.identifiers ?? []
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

  /// The same as it is after a cancellation.
  func updated(_ kind: Kind, in effects: EffectMachine) -> Self {
    var effect = Self(kind, number, description, in: effects, responses: responses)
    (effect.choice, effect.position) = kind == .ending ? (nil, 0) : (choice, position)
    effect.origin = kind == self.kind ? origin : nil
    return effect
  }

  /// Whether it is work, or a wait, that somebody may ask for.
  var isShown: Bool { kind == .work || kind == .wait }

  /// Whether it is an effect of the engine, with this number.
  func isEffect(_ number: Int) -> Bool {
    if case .interval = kind { false } else { self.number == number }
  }

  /// Whether it is an interval, with this number.
  func isInterval(_ number: Int) -> Bool {
    if case .interval = kind { self.number == number } else { false }
  }

  /// Whether it is bound to go on while it runs.
  var isForced: Bool {
    guard kind == .work else { return true }
    guard let choice else { return !responses.contains { $0.feedbacks.isEmpty && $0.end == .neverCompletes } }
    return position < responses[choice].feedbacks.count || responses[choice].end != .neverCompletes
  }

  /// Whether another effect has the same to come, the identity of chains left aside.
  func resembles(_ other: Self) -> Bool {
    keyHash == other.keyHash && choice == other.choice && position == other.position && key == other.key
  }
}
