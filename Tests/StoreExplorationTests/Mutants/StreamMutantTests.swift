import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

@Suite struct StreamMutantTests {
  /// Returns the mutants of a test's streams that it doesn't notice.
  private func survivors(of test: @escaping () async throws -> Void) async throws -> [String] {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Ticker.self)))
    try await scope.run(TestBody(test), name: "test", site: CallSite())
    return scope.report.survivors.map(\.text).filter { $0.contains("first element") }
  }

  @Test func `a test that asserts each element notices a lost, a doubled and a failing one`() async throws {
    let survivors = try await survivors {
      let store = Ticker.store()
      store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
      let prices = store.gate("prices", at: \.quotes.prices)
      await store.send(.watch("A"))
      await store.receive(.name("ACME")) { $0.name = "ACME" }
      await prices.yield(1)
      await store.receive(.price(1)) { $0.price = 1 }
      await store.send(.stop)
      await store.finish()
    }
    #expect(survivors.isEmpty)
  }

  @Test func `a test that asserts nothing notices none of them`() async throws {
    let survivors = try await survivors {
      let store = Ticker.store()
      store.exhaustivity = .off
      store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
      let prices = store.gate("prices", at: \.quotes.prices)
      await store.send(.watch("A"))
      await prices.yield(1)
      await store.cancelInFlightEffects(strict: false)
      await store.finish()
    }
    #expect(
      Set(survivors.map { $0.drop { $0 != ":" } }) == [
        #": the effect "prices" got no first element"#, #": the effect "prices" got its first element twice"#,
        #": the effect "prices" got an error instead of its first element"#,
      ]
    )
  }

  @Test func `an effect that reads no stream has no such mutant`() async throws {
    let survivors = try await survivors {
      let store = Ticker.store()
      store.exhaustivity = .off
      store.gate("name", at: \.quotes.name) { _ in [.success("ACME")] }
      store.gate("prices", at: \.quotes.prices)
      await store.send(.watch("A"))
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(survivors.isEmpty)
  }
}
