import StoreCore
import Testing

@testable import StoreExploration

/// What tells two effects apart in a state space, where no work runs.
@Suite struct EffectOutlineTests {
  private static let work = Effect<Int, Never>.run("work") { _ in }

  /// Two effects that mean something else.
  enum Pair: CaseIterable {
    case names, payloads, identifiers, cancellationInFlight, cancelledIdentifiers, order, chain

    fileprivate var effects: (Effect<Int, Never>, Effect<Int, Never>) {
      let work = EffectOutlineTests.work
      return switch self {
      case .names: (work, .run("rest") { _ in })
      case .payloads: (.run("work", of: 1) { _ in }, .run("work", of: 2) { _ in })
      case .identifiers: (work.cancellable(id: 1), work.cancellable(id: 2))
      case .cancellationInFlight: (work.cancellable(id: 1), work.cancellable(id: 1, cancelInFlight: true))
      case .cancelledIdentifiers: (.cancel(id: 1), .cancel(id: 2))
      case .order: (.merge(work, .cancel(id: 1)), .merge(.cancel(id: 1), work))
      case .chain: (.merge(work, work), .concatenate(work, work))
      }
    }
  }

  @Test(arguments: Pair.allCases) func `effects that mean something else have other outlines`(pair: Pair) {
    let (first, second) = pair.effects
    #expect(EffectOutline([first.node]) != EffectOutline([second.node]))
    #expect(EffectOutline([first.node]) == EffectOutline([first.node]))
  }
}
