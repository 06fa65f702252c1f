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

  /// Where an effect comes from, seen from the situation before the step that it came out of.
  enum Origin: Hashable {
    /// It ran there, at this place among those that ran, and has done nothing since.
    case unchanged(Int)

    /// It ran there, and has gone on.
    case progressed(Int)

    /// It ran there, and was cancelled.
    case cancelled(Int)

    /// The step has started it, as the first, the second, and so on.
    case started(Int)

    /// Nothing runs in it: it is the interval of a throttled id that has begun.
    case opened
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
    let chains: [ChainKey]
  }

  /// What tells chains from each other.
  struct ChainKey: Hashable {
    /// What is still to start.
    let shapes: [EffectShape]

    /// The ids that end it, from the innermost outwards. They need not be all of those that end what it waits for.
    let ids: [EffectIdentifier]
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

  /// Which of the effects of the situation before it was, if it was one.
  var origin: Origin

  /// Makes an effect that has done nothing.
  init(
    _ kind: Kind,
    _ description: EffectDescription,
    scope: SpaceScope?,
    chain: SpaceChain<Feature>?,
    responses: [Response<Feature.Feedback>] = [],
    origin: Origin
  ) {
    self.kind = kind
    self.description = description
    self.scope = scope
    self.chain = chain
    self.responses = responses
    self.origin = origin
    key = Key(
      kind: kind,
      work: WorkShape(description),
      ids: identifiers(of: scope),
      chains: sequence(first: chain) { $0?.outer }.compactMap { chain in
        chain.map { ChainKey(shapes: $0.shapes, ids: identifiers(of: $0.place.scope)) }
      }
    )
    keyHash = key.hashValue
  }

  /// The same effect with something else that waits for its end.
  func waited(for chain: SpaceChain<Feature>?) -> Self {
    var effect = Self(kind, description, scope: scope, chain: chain, responses: responses, origin: origin)
    (effect.choice, effect.position) = (choice, position)
    return effect
  }

  /// What is left of it when it is cancelled, and a chain waits for its end.
  func cancelled(waitedFor chain: SpaceChain<Feature>) -> Self {
    var origin = origin
    switch origin {
    case .unchanged(let index), .progressed(let index): origin = .cancelled(index)
    case .cancelled, .started, .opened: break
    }
    return Self(.ending, description, scope: chain.place.scope, chain: chain, origin: origin)
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

/// The ids of a scope and of those around it, from the innermost outwards.
private func identifiers(of scope: SpaceScope?) -> [EffectIdentifier] {
  sequence(first: scope) { $0?.parent }.compactMap { $0?.id }
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
    guard let child = childIdentifier(children.map(\.place)) else { return id }
    return EffectIdentifier(ChildIdentifier(child: child, id: id))
  }
}

/// The id of everything that runs for the child at the end of a way, as in a store; nil if the way leads nowhere.
func childIdentifier(_ way: [any ChildPlace]) -> EffectIdentifier? {
  way.reduce(nil) { parent, place in EffectIdentifier(ChildPath(key: place.key, parent: parent)) }
}
