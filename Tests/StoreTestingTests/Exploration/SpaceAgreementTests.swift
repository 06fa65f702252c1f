import StoreDependencies
import Testing

@testable import StoreCore
@testable import StoreTesting

@Suite("A state space does what a store does")
struct SpaceAgreementTests {
  /// Walks through a feature that was made up, on both sides, and says where the two part.
  private func disagreement(
    of feature: PlannedFeature,
    seed: UInt64,
    walks: Int = 6,
    steps: Int = 12
  ) async -> SpaceWalk<PlannedFeature>.Disagreement? {
    var table = SpaceTable<PlannedFeature>()
    let rules = SpaceRules<PlannedFeature>(
      reducer: { feature },
      inputs: { _ in [0, 1, 2] },
      responses: { EffectPlan.answers(to: $0.payload as? Int ?? 0) },
      canonical: nil,
      dependencies: { _ in }
    )
    var random = ExplorationRandom(seed: seed)
    var worst: SpaceWalk<PlannedFeature>.Disagreement?
    for _ in 0..<walks {
      do {
        var walk = try await SpaceWalk(from: PlannedFeature.State(), rules) { feature }
        do {
          for _ in 0..<steps {
            walk.join(&table)
            // More would only take longer.
            guard walk.point.effects.count < 7, let move = walk.moves.randomElement(using: &random) else { break }
            try await walk.take(move)
            if Int.random(in: 0..<4, using: &random) == 0 { try await walk.disturb(.random(using: &random) ? 1 : nil) }
          }
          await walk.close()
        } catch {
          await walk.close()
          throw error
        }
      } catch let found as SpaceWalk<PlannedFeature>.Disagreement {
        if found.description.count < worst?.description.count ?? .max { worst = found }
      } catch {
        worst = .init(description: "\(error)")
      }
    }
    return worst
  }

  @Test("with effects that nobody has thought of", arguments: Array<UInt64>(0..<10))
  func plans(block: UInt64) async {
    // With the usual effort some hundreds of walks, in a second or two; 'STORE_TESTING_EFFORT' says how many times that.
    let count = UInt64(max(1, 15 * ExplorationEffort.current.factor))
    for seed in block * count..<(block + 1) * count {
      var feature = PlannedFeature.random(seed)
      guard var found = await disagreement(of: feature, seed: seed) else { continue }
      // The smallest feature that still shows it says most.
      var tries = 0
      search: while tries < 600 {
        for simpler in feature.simpler {
          tries += 1
          guard tries < 600 else { break search }
          guard let next = await disagreement(of: simpler, seed: seed, walks: 12) else { continue }
          (feature, found) = (simpler, next)
          continue search
        }
        break
      }
      Issue.record("With the seed \(seed), \(feature):\n\n\(found)")
      return
    }
  }
}
