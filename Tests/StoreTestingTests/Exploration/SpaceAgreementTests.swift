import StoreDependencies
import Testing

@testable import StoreCore
@testable import StoreTesting

@Suite("A state space does what a store does")
struct SpaceAgreementTests {
  /// What the space of a feature that was made up is made of.
  private func rules(of feature: PlannedFeature) -> SpaceRules<PlannedFeature> {
    SpaceRules(
      reducer: { feature },
      inputs: { _ in [0, 1, 2] },
      responses: { EffectPlan.answers(to: $0.payload as? Int ?? 0) },
      canonical: nil,
      dependencies: { _ in }
    )
  }

  /// Walks through a feature that was made up, on both sides, and says where the two part.
  private func disagreement(
    of feature: PlannedFeature,
    seed: UInt64,
    walks: Int = 6,
    steps: Int = 12
  ) async -> SpaceWalk<PlannedFeature>.Disagreement? {
    var table = SpaceTable<PlannedFeature>()
    let rules = rules(of: feature)
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

  @Test(
    "on each way of five steps, with effects that are easily taken for something else",
    arguments: [
      // A chain of a child that waits for what its parent does, and whose child leaves meanwhile.
      (EffectPlan.child(0, .chain([.said(.run(4)), .run(0)])), EffectPlan.none, PlannedFeature.Change.kid0),
      (.child(0, .child(0, .chain([.said(.run(4)), .run(0)]))), .none, .toy0),
      // An id that holds a chain, or only its first part.
      (.cancellable(.chain([.run(4), .run(0)]), 0, inFlight: false), .cancel(0), .none),
      (.chain([.cancellable(.run(4), 0, inFlight: false), .run(0)]), .cancel(0), .none),
      (.chain([.cancellable(.chain([.run(4), .run(0)]), 0, inFlight: true), .run(1)]), .cancel(0), .none),
      // An interval of a child whose parent cancels what has opened it, or whose child leaves.
      (
        .cancellable(.child(0, .throttle(.run(4), 0, latest: true, isInstant: false)), 1, inFlight: false), .cancel(1),
        .none
      ),
      (.child(0, .throttle(.run(4), 0, latest: true, isInstant: false)), .none, .kid0),
      (.throttle(.run(4), 0, latest: false, isInstant: true), .cancel(0), .none),
      // What cancels itself, on its way or before it.
      (.cancellable(.merge([.run(4), .cancel(0), .run(0)]), 0, inFlight: false), .none, .none),
      (.cancellable(.merge([.feedback(0), .cancel(0), .feedback(1)]), 0, inFlight: true), .run(0), .none),
      (.debounce(.chain([.run(4), .debounce(.run(0), 0), .output(1)]), 0), .cancel(0), .none),
    ]
  )
  func ways(first: EffectPlan, second: EffectPlan, change: PlannedFeature.Change) async throws {
    var feature = PlannedFeature()
    (feature.plans[0], feature.plans[1], feature.changes[1]) = (first, second, change)
    let rules = rules(of: feature)
    // The last input does nothing, so there are ways enough without it.
    var way: [Int]? = [0]
    while let moves = way {
      var walk = try await SpaceWalk(from: PlannedFeature.State(), rules) { feature }
      var counts: [Int] = []
      for number in moves + Array(repeating: 0, count: max(5 - moves.count, 0)) {
        let moves = walk.moves.filter { $0 != .input(2) }
        counts.append(moves.count)
        try await walk.take(moves[number])
      }
      await walk.close()
      // On to the next way, which differs as late as it can.
      var next = moves + Array(repeating: 0, count: max(5 - moves.count, 0))
      while let last = next.popLast() {
        guard last + 1 < counts[next.count] else { continue }
        next.append(last + 1)
        break
      }
      way = next.isEmpty ? nil : next
    }
  }

  @Test(
    "in each step of a spinner's space",
    arguments: [
      ([Spinner.Input.load, .cancel], 9), ([.chain, .cancel], 22), ([.debounce, .cancel], 12),
      ([.chain, .debounce, .load, .cancel], 52), ([.throttle, .cancel], 456),
    ]
  )
  func spinner(inputs: [Spinner.Input], steps: Int) async throws {
    let count = try await takeAll(from: Spinner.State(), inputs: { _ in inputs }) {
      Spinner()
    } responses: { _ in
      [.sends(false), .sends(true, false)]
    }
    #expect(count == steps)
  }

  @Test("in each step of a graph")
  func graph() async throws {
    let count = try await takeAll(from: -1, inputs: { _ in [] }) {
      Graph(start: -1)
    } responses: { effect in
      [-1: [0, 1], 0: [2], 1: [4], 2: [4], 4: [6, -1]][effect.payload as? Int ?? 0].map { $0.map { .sends($0) } } ?? [
        .ends
      ]
    }
    #expect(count == 8)
  }
}
