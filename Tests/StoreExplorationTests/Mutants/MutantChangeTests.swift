import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The mutants of a start effect, and of feedback that an effect or the feature itself sends.
@Suite struct MutantChangeTests {
  /// Returns the mutants that a test doesn't notice.
  private func survivors(of test: TestBody) async throws -> [String] {
    let scope = MutationScope(MutationScope.Options(feature: FeatureMatch(type: Beacon.self)))
    try await scope.run(test, name: "test", site: CallSite())
    #expect(scope.report.refused.isEmpty)
    return scope.report.survivors.map(\.text)
  }

  @Test func `a test that asserts the start and each feedback notices all mutants`() async throws {
    let survivors = try await survivors(
      of: TestBody {
        let store = TestStore(initialState: Beacon.State()) { Beacon() }
        await store.receive(.lit) { $0.isLit = true }
        await store.receive(.counted) { $0.count = 1 }
        await store.receive(.warm) { $0.heat = 5 }
        await store.send(.dim) { $0.isLit = false }
        await store.finish()
      }
    )
    #expect(survivors == [])
  }

  @Test func `a feedback that gets lost takes no other one of its effect along`() async throws {
    let survivors = try await survivors(
      of: TestBody {
        let store = TestStore(initialState: Beacon.State()) { Beacon() }
        store.exhaustivity = .off
        await store.receive(.warm) { $0.heat = 5 }
        await store.finish()
      }
    )
    #expect(survivors.contains("In every mode: the feedback .lit was not delivered"))
    #expect(!survivors.contains("In every mode: the feedback .warm was not delivered"))
  }
}

/// A beacon that lights up and gets warm at its start, and counts how often it has been lit.
private struct Beacon: Reducer {
  struct State: Equatable {
    var isLit = false
    var count = 0
    var heat = 0
  }
  enum Input { case dim }
  enum Feedback: Equatable { case lit, counted, warm }

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("light") { send in
      await send(.lit)
      await send(.warm)
    }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dim): state.isLit = false
    case .feedback(.lit):
      state.isLit = true
      return .feedback(.counted)
    case .feedback(.counted): state.count += 1
    case .feedback(.warm): state.heat = 5
    }
    return .none
  }
}
