import StoreCore

/// An effect that runs in a situation, with all that decides what can still come of it.
struct PendingEffect<Feature: Reducer> {
  /// What kind of thing runs.
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

  /// What tells effects from each other that run.
  struct Key: Hashable {
    /// What kind of thing runs.
    let kind: Kind

    /// What the work is.
    let work: WorkShape

    /// The ids that it can be cancelled under, from the innermost outwards.
    let ids: [EffectIdentifier]

    /// What follows at its end, from the innermost chain outwards.
    let chains: [[EffectShape]]
  }

  /// What kind of thing runs.
  let kind: Kind

  /// What can be said of it.
  let description: EffectDescription

  /// The innermost id that it can be cancelled under.
  let scope: SpaceScope?

  /// What waits for its end.
  let chain: SpaceChain<Feature>?

  /// What tells it from others, without how far it has come.
  let key: Key

  /// The hash of the key.
  let keyHash: Int

  /// In which ways it can go on.
  let responses: [Response<Feature.Feedback>]

  /// Which of its ways it has taken; nil if it has taken none.
  var choice: Int?

  /// How much it has sent on that way.
  var position = 0

  /// Which of the effects of the situation before it was; -1 if it is new.
  var origin = -1

  /// Makes an effect that has done nothing.
  init(
    _ kind: Kind,
    _ description: EffectDescription,
    scope: SpaceScope?,
    chain: SpaceChain<Feature>?,
    responses: [Response<Feature.Feedback>] = []
  ) {
    self.kind = kind
    self.description = description
    self.scope = scope
    self.chain = chain
    self.responses = responses
    key = Key(
      kind: kind,
      work: WorkShape(description),
      ids: sequence(first: scope) { $0?.parent }.compactMap { $0?.id },
      chains: sequence(first: chain) { $0?.outer }.compactMap { $0?.shapes }
    )
    keyHash = key.hashValue
  }

  /// Whether it is work, or a wait, that somebody may ask for.
  var isShown: Bool {
    switch kind {
    case .work, .wait: true
    case .interval, .ending: false
    }
  }

  /// Whether it is bound to go on while it runs.
  var isForced: Bool {
    guard kind == .work else { return true }
    guard let choice else { return !responses.contains { $0.feedbacks.isEmpty && $0.end == .hangs } }
    return position < responses[choice].feedbacks.count || responses[choice].end != .hangs
  }

  /// Whether another effect has the same to come, chains left aside.
  func resembles(_ other: Self) -> Bool {
    keyHash == other.keyHash && choice == other.choice && position == other.position && key == other.key
  }
}

/// The stretch of an effect under one id.
final class SpaceScope {
  /// The id.
  let id: EffectIdentifier

  /// The scope around it.
  let parent: SpaceScope?

  /// The way to the child whose effects it holds, if it is there for one.
  let way: [any ChildPlace]?

  /// How often the id had been cancelled when the scope began, in the same step.
  let cancellations: Int

  /// The step in which the scope began.
  let step: Int

  /// Begins a scope.
  init(_ id: EffectIdentifier, parent: SpaceScope?, way: [any ChildPlace]? = nil, cancellations: Int, step: Int) {
    self.id = id
    self.parent = parent
    self.way = way
    self.cancellations = cancellations
    self.step = step
  }

  /// Whether the scope is that of an id, or lies within one.
  func isWithin(_ id: EffectIdentifier) -> Bool { self.id == id || parent?.isWithin(id) ?? false }
}

/// What is still to start, one after another, when what runs now has ended.
final class SpaceChain<Feature: Reducer> {
  /// What is still to start.
  let rest: ArraySlice<EffectNode<Feature.Feedback, Feature.Output>>

  /// Where it starts. Its chain is the one around this one.
  let place: SpacePlace<Feature>

  /// What tells the rest from another.
  let shapes: [EffectShape]

  /// Makes a chain.
  init(_ rest: ArraySlice<EffectNode<Feature.Feedback, Feature.Output>>, _ place: SpacePlace<Feature>) {
    self.rest = rest
    self.place = place
    shapes = rest.map(EffectShape.init)
  }

  /// The chain that waits for the end of this one.
  var outer: SpaceChain? { place.chain }
}

/// Where an effect starts.
struct SpacePlace<Feature: Reducer> {
  /// The innermost id around it.
  var scope: SpaceScope?

  /// The chain that waits for it.
  var chain: SpaceChain<Feature>?

  /// The children around it, from the outermost inwards, each with the scope around it.
  var children: [(place: any ChildPlace, outerScope: SpaceScope?)] = []

  /// Whether one of those is not there any more.
  var isGone = false

  /// An id as it is known outside of the children.
  func identifier(_ id: EffectIdentifier) -> EffectIdentifier {
    children.isEmpty ? id : EffectIdentifier(PlacedIdentifier(way: children.map(\.place.key), id: id))
  }
}

/// An id of a child, or that of everything which runs for it.
private struct PlacedIdentifier: Hashable, Sendable {
  /// The places on the way to the child.
  let way: [ChildKey]

  /// The id as the child knows it; nil for everything.
  let id: EffectIdentifier?
}

/// The id of everything that runs for a child.
func childIdentifier(_ way: [any ChildPlace]) -> EffectIdentifier {
  EffectIdentifier(PlacedIdentifier(way: way.map(\.key), id: nil))
}
