import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Calls each of some gates at its start.
private struct PatientInquiry: Reducer {
  let gates: [Gate<Int, Int, Never>]

  func start(from state: Int) -> Effect<Never, Never> {
    let effects: [Effect<Never, Never>] = gates.map { gate in
      .run(gate.name) { _ in _ = await gate(1) }
    }
    return .merge(effects)
  }

  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> { .none }
}

/// A real store that an exploration drives.
@Suite struct DrivenStoreTests {
  @Test func `waiting calls are listed in the order of the names of their gates`() async throws {
    let names = ["echo", "bravo", "delta", "alpha", "charlie"]
    let gates = names.map { name in Gate<Int, Int, Never>(name) { number in [.success(number)] } }
    func makeStore() -> TestStore<PatientInquiry> { TestStore(initialState: 0) { PatientInquiry(gates: gates) } }
    let listed = try await DrivenStore<PatientInquiry>.withNewStore(makeStore, at: CallSite()) { driven in
      await driven.begin()
      return driven.calls.map(\.gate)
    }
    #expect(listed == ["alpha", "bravo", "charlie", "delta", "echo"])
  }

  @Test(arguments: [(nil, 1_000), (50, 50)] as [(Int?, Int)])
  func `a step has a thousand jobs at most, unless the store has a limit of its own`(
    own: Int?,
    limit: Int
  ) async throws {
    func makeStore() -> TestStore<PatientInquiry> {
      let store = TestStore(initialState: 0) { PatientInquiry(gates: []) }
      if let own { store.stepLimit = own }
      return store
    }
    let found = try await DrivenStore<PatientInquiry>.withNewStore(makeStore, at: CallSite()) { driven in
      await driven.begin()
      return driven.session.stepLimit
    }
    #expect(found == limit)
  }
}
