import StoreDependencies
import Testing

@testable import StoreCore
@testable import StoreExploration

/// What tells two effects apart in a state space, where no work runs.
@Suite struct EffectOutlineTests {
  private static let work = Effect<Int, Never>.run("work") { _ in }
  private static let rest = Effect<Int, Never>.run("rest") { _ in }

  /// Two effects that mean something else.
  enum Pair: CaseIterable {
    case names, payloads, feedbacks, identifiers, cancellationInFlight, cancelledIdentifiers, order, chain, orderInChain
    case cancellableWork, throttledWork, throttledIdentifiers, workOutsideChild
    case mergeInChain, chainInMerge, children, workOfChild, outsideChild

    fileprivate var effects: (Effect<Int, Never>, Effect<Int, Never>) {
      let (work, rest) = (EffectOutlineTests.work, EffectOutlineTests.rest)
      return switch self {
      case .names: (work, rest)
      case .payloads: (.run("work", of: 1) { _ in }, .run("work", of: 2) { _ in })
      case .feedbacks: (.feedback(1), .feedback(2))
      case .identifiers: (work.cancellable(id: 1), work.cancellable(id: 2))
      case .cancellationInFlight: (work.cancellable(id: 1), work.cancellable(id: 1, cancelInFlight: true))
      case .cancelledIdentifiers: (.cancel(id: 1), .cancel(id: 2))
      case .order: (.merge(work, .cancel(id: 1)), .merge(.cancel(id: 1), work))
      case .chain: (.merge(work, work), .concatenate(work, work))
      case .orderInChain: (.concatenate(work, .cancel(id: 1)), .concatenate(.cancel(id: 1), work))
      case .cancellableWork: (work.cancellable(id: 1), rest.cancellable(id: 1))
      case .throttledWork: (throttled(work, id: 1), throttled(rest, id: 1))
      case .workOutsideChild: (outsideChild(work), outsideChild(rest))
      case .throttledIdentifiers: (throttled(work, id: 1), throttled(work, id: 2))
      case .mergeInChain: (.concatenate(.merge(work, rest), rest), .concatenate(work, .merge(rest, rest)))
      case .chainInMerge: (.merge(.concatenate(work, rest), rest), .merge(work, .concatenate(rest, rest)))
      case .children: (inChild(work, 1), inChild(work, 2))
      case .workOfChild: (inChild(work, 1), inChild(rest, 1))
      case .outsideChild: (work, outsideChild(work))
      }
    }

    private func inChild(_ effect: Effect<Int, Never>, _ number: Int) -> Effect<Int, Never> {
      let key = ChildKey(site: CallSite(), keyPath: \[Int].first, identity: EffectIdentifier(number))
      return Effect(node: .child(effect.node, PlaceIn<[Int]>(key) { $0.first }))
    }

    private func outsideChild(_ effect: Effect<Int, Never>) -> Effect<Int, Never> {
      Effect(node: .outsideChild(effect.node))
    }

    private func throttled(_ effect: Effect<Int, Never>, id: Int) -> Effect<Int, Never> {
      effect.throttle(id: id, for: .seconds(1), latest: true)
    }
  }

  @Test(arguments: Pair.allCases) func `effects that mean something else have other outlines`(pair: Pair) {
    let (first, second) = pair.effects
    #expect(EffectOutline([first.node]) != EffectOutline([second.node]))
    #expect(EffectOutline([first.node]) == EffectOutline([first.node]))
  }
}
