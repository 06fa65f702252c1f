import StoreCore
import StoreExploration
import StoreTesting

extension Benchmark {
  /// The cost of a mutant, which is a whole run of its test.
  static let mutants = [
    Benchmark("checkMutants: one mutant of a test of ten steps", against: nil, reach: .milliseconds(1)) { count in
      await time(of: count) {
        let report = try? await checkMutants(of: Search.self, minimumScore: 0) {
          let store = makeSearchStore()
          await assertSearch(for: "swift", in: store)
          await assertSearch(for: "store", in: store)
          await store.finish()
        }
        return report?.runs ?? 0
      }
    }
  ]
}
