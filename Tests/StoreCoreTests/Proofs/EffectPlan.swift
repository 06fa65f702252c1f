import StoreDependencies
import TestSupport

@testable import StoreCore

/// An effect as data, which `node` turns into an effect.
indirect enum EffectPlan: Hashable, Sendable {
  case none

  /// Work that its number identifies.
  case run(Int)

  case output(Int)
  case feedback(Int)
  case cancel(Int)
  case merge([EffectPlan]), chain([EffectPlan])
  case cancellable(EffectPlan, Int, inFlight: Bool)

  /// A debounced or a throttled effect. An instant throttle has an interval of zero.
  case debounce(EffectPlan, Int), throttle(EffectPlan, Int, latest: Bool, isInstant: Bool)

  case mapped(EffectPlan)

  /// An effect of the child with a number. Within another such effect, it belongs to a grandchild.
  case child(Int, EffectPlan)

  /// The parent's reaction to an output of a child.
  case outsideChild(EffectPlan)
}

extension EffectPlan {
  private static let site = CallSite(fileID: "Plans/Plan.swift", filePath: "Plan.swift", line: 1, column: 1)

  /// Returns the effect of the plan.
  ///
  /// - Parameter depth: The number of child effects around this one.
  func node(depth: Int = 0) -> EffectNode {
    switch self {
    case .none: .none
    // All work is made on one line, so that only its number identifies it.
    case .run(let number): Effect<Int, Int>.run("w", of: number) { _ in }.node
    case .output(let number): .output(number)
    case .feedback(let number): Effect<Int, Int>.feedback(number).node
    case .cancel(let id): .cancel(EffectIdentifier(id))
    case .merge(let plans): .merge(plans.map { $0.node(depth: depth) })
    case .chain(let plans): .concatenate(plans.map { $0.node(depth: depth) })
    case .cancellable(let plan, let id, let inFlight):
      .cancellable(plan.node(depth: depth), id: EffectIdentifier(id), cancelInFlight: inFlight)
    case .debounce(let plan, let id):
      Effect<Int, Int>(node: plan.node(depth: depth)).debounce(id: id, for: .seconds(1)).node
    case .throttle(let plan, let id, let latest, let isInstant):
      Effect<Int, Int>(node: plan.node(depth: depth)).throttle(id: id, for: .seconds(isInstant ? 0 : 1), latest: latest)
        .node
    case .mapped(let plan):
      plan.node(depth: depth).map(feedback: { (feedback: Int) in feedback }, output: { .output($0) })
    case .child(let number, let plan): .child(plan.node(depth: depth + 1), Self.place(number, depth))
    case .outsideChild(let plan): .outsideChild(plan.node(depth: depth - 1))
    }
  }

  /// Returns the place of a child, or of a grandchild if the depth isn't zero.
  private static func place(_ number: Int, _ depth: Int) -> any ChildPlace {
    let identity = EffectIdentifier(number)
    return depth == 0
      ? PlaceIn<PlannedFeature.State>(ChildKey(site: site, keyPath: \PlannedFeature.State.kids, identity: identity)) {
        $0.kids[number]
      }
      : PlaceIn<PlannedFeature.Kid>(ChildKey(site: site, keyPath: \PlannedFeature.Kid.toys, identity: identity)) {
        $0.toys[number]
      }
  }
}

extension EffectPlan {
  /// Returns a random plan.
  ///
  /// - Parameters:
  ///   - random: The random number generator.
  ///   - size: The number of levels of parts that the plan may have.
  ///   - depth: The number of child effects around this one.
  ///   - feedback: The least number of a feedback in the plan.
  static func random(_ random: inout SplitMix64, size: Int, depth: Int = 0, feedback: Int) -> EffectPlan {
    func part(_ random: inout SplitMix64, depth inner: Int? = nil) -> EffectPlan {
      Self.random(&random, size: size - 1, depth: inner ?? depth, feedback: feedback)
    }
    func parts(_ random: inout SplitMix64) -> [EffectPlan] {
      (0..<Int.random(in: 2...3, using: &random)).map { _ in part(&random) }
    }
    let id = Int.random(in: 0..<2, using: &random)
    switch Int.random(in: 0..<(size > 0 ? 16 : 6), using: &random) {
    case 0, 1, 2: return .run(.random(in: 0..<5, using: &random))
    case 3: return depth == 0 ? .output(id) : .outsideChild(.output(id))
    case 4: return feedback < 4 ? .feedback(.random(in: feedback..<4, using: &random)) : .run(0)
    case 5: return .cancel(id)
    case 6, 7: return .merge(parts(&random))
    case 8, 9: return .chain(parts(&random))
    case 10: return .cancellable(part(&random), id, inFlight: .random(using: &random))
    case 11: return .debounce(part(&random), id)
    case 12:
      return .throttle(
        part(&random),
        id,
        latest: .random(using: &random),
        isInstant: id == 1 && .random(using: &random)
      )
    case 13: return .mapped(part(&random))
    default:
      if depth > 0, .random(using: &random) { return .outsideChild(part(&random, depth: depth - 1)) }
      return depth < 2 ? .child(id, part(&random, depth: depth + 1)) : .run(1)
    }
  }
}

/// A feature that returns a planned effect for each message, and adds or removes children.
struct PlannedFeature: Reducer {
  struct Kid: Hashable {
    var toys: [Int: Bool] = [0: true]
  }

  struct State: Hashable {
    /// The number of the latest message.
    var last = -1

    var kids: [Int: Kid] = [0: Kid()]
  }

  /// The child that a message adds, or removes if it exists. `toy0` and `toy1` are children of `kid0`.
  enum Change: Hashable, CaseIterable {
    case none
    case kid0, kid1
    case toy0, toy1
  }

  var first = EffectPlan.none

  /// The plan for each message: three inputs, then four feedbacks.
  var plans = [EffectPlan](repeating: .none, count: 7)

  var changes = [Change](repeating: .none, count: 7)

  func start(from state: State) -> Effect<Int, Int> { Effect(node: first.node()) }

  func reduce(message: Message<Int, Int>, into state: inout State) -> Effect<Int, Int> {
    let number =
      switch message {
      case .input(let input): input
      case .feedback(let feedback): 3 + feedback
      }
    state.last = number
    switch changes[number] {
    case .none: break
    case .kid0: toggle(0, in: &state.kids, Kid())
    case .kid1: toggle(1, in: &state.kids, Kid())
    case .toy0: state.kids[0].map { toggle(0, in: &state.kids[0, default: $0].toys, true) }
    case .toy1: state.kids[0].map { toggle(1, in: &state.kids[0, default: $0].toys, true) }
    }
    return Effect(node: plans[number].node())
  }
}

/// Removes a child if it exists, or adds it.
private func toggle<Child>(_ number: Int, in children: inout [Int: Child], _ child: Child) {
  if children.removeValue(forKey: number) == nil { children[number] = child }
}

extension PlannedFeature {
  static func random(_ seed: UInt64) -> Self {
    var random = SplitMix64(seed: seed)
    var feature = Self()
    if seed % 4 == 0 { feature.first = .random(&random, size: 2, feedback: 0) }
    for number in 0..<7 {
      // A feedback leads only to feedback with higher numbers, so that every chain ends.
      feature.plans[number] = .random(&random, size: number < 3 ? 3 : 1, feedback: number < 3 ? 0 : number - 2)
      feature.changes[number] = Change.allCases.randomElement(using: &random) ?? .none
    }
    return feature
  }
}
