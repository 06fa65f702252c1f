import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Which mutants a state space may not prove equivalent.
@Suite("Judges of mutants by a state space") struct SpaceJudgeTests {
  /// Returns the report of a test that is judged by a space without a gap.
  private func report<Feature: Reducer>(
    of test: @escaping () async -> Void,
    space: @escaping @Sendable () -> StateSpace<Feature>
  ) async throws -> MutationReport where Feature.State: Hashable {
    var options = MutationScope.Options(feature: FeatureMatch(type: Feature.self))
    options.judge = { SpaceJudge(space: space(), reader: .usual) }
    let scope = MutationScope(options)
    try await scope.run(TestBody(test), name: "test", site: CallSite())
    let report = scope.report
    #expect(report.gap == nil)
    return report
  }

  /// The mutants of a gong that a space proves equivalent.
  private func equivalents(canBeSilenced: Bool, states: Int) async throws -> [String] {
    try await report {
      let store = TestStore(initialState: Gong.State()) { Gong(canBeSilenced: canBeSilenced) }
      store.exhaustivity = .off
      await store.send(.ring)
      await store.finish()
    } space: {
      StateSpace<Gong>(
        initialState: Gong.State(),
        inputs: [.ring, .knock, .silence],
        bounds: SpaceBounds(states: states)
      ) {
        Gong(canBeSilenced: canBeSilenced)
      } responses: { _ in
        [.ends]
      }
    }
    .equivalent
  }

  private let uncancellable = "In \"(no flag)\", on .input(.ring): the effect with the id gong could not be cancelled"

  @Test func `a mutant whose change shows in a later step is not equivalent`() async throws {
    #expect(try await equivalents(canBeSilenced: false, states: 100) == [uncancellable])
    #expect(try await equivalents(canBeSilenced: true, states: 100) == [])
  }

  @Test func `a mutant with more situations than a space may have is not equivalent`() async throws {
    // The gong rings with and without its id in the mutant.
    #expect(try await equivalents(canBeSilenced: false, states: 4) == [uncancellable])
    #expect(try await equivalents(canBeSilenced: false, states: 3) == [])
  }

  @Test func `a space has no time, and shows that an interval is gone`() async throws {
    let report = try await report {
      let store = TestStore(initialState: Chime.State()) { Chime() }
      store.exhaustivity = .off
      await store.send(.ring)
      await store.finish()
    } space: {
      StateSpace<Chime>(initialState: Chime.State(), inputs: [.ring]) { Chime() }
    }
    #expect(report.equivalent == [])
    let survivors = report.survivors.map(\.text).filter { $0.contains("the throttle ") }
    #expect(
      survivors == [
        "In \"isOn\", on .input(.ring): the throttle lasted half as long",
        "In \"isOn\", on .input(.ring): the throttle lasted twice as long",
        "In \"isOn\", on .input(.ring): the throttle let another effect of its interval through",
        "In \"isOn\", on .input(.ring): the throttle was left out",
      ]
    )
  }

  @Test func `a mutant with an effect to which a space has no response is not equivalent`() async throws {
    let report = try await report {
      let store = TestStore(initialState: Order.State()) { Order() }
      store.exhaustivity = .off
      await store.send(.load(1))
      await store.send(.load(2))
      await store.finish()
    } space: {
      StateSpace<Order>(initialState: Order.State()) { state in
        state.isLoading ? [] : [.load(1)]
      } reducer: {
        Order()
      } responses: { effect in
        (effect.payload as? Int) == 1 ? [.ends] : []
      }
    }
    #expect(report.equivalent == [])
    let payload = "the effect \"load\" had the payload that another message gives it"
    #expect(report.survivors.map(\.text).contains("In \"(no flag)\", on .input(.load): \(payload)"))
  }
}

/// A gong that rings once, by either of two inputs.
private struct Gong: Reducer {
  let canBeSilenced: Bool

  struct State: Hashable { var hasRung = false }
  enum Input { case ring, knock, silence }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.silence): return canBeSilenced ? .cancel(id: "gong") : .none
    case .input(.ring), .input(.knock):
      guard !state.hasRung else { return .none }
      state.hasRung = true
      return .run("gong") { _ in }.cancellable(id: "gong")
    }
  }
}

/// A chime that sounds once in a second.
private struct Chime: Reducer {
  struct State: Hashable { var isOn = true }
  enum Input { case ring }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Int> {
    .output(1).throttle(id: "chime", for: .seconds(1), latest: false)
  }
}

/// A loader that knows whether it has loaded.
private struct Order: Reducer {
  struct State: Hashable { var isLoading = false }
  enum Input { case load(Int) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.load(let number)):
      state.isLoading = true
      return .run("load", of: number) { _ in }
    }
  }
}
