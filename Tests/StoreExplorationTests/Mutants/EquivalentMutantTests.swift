import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

@Suite("Equivalent mutants") struct EquivalentMutantTests {
  /// The mutation report of the test of a door, with a state space or without one.
  private func report(withSpace: Bool) async throws -> MutationReport {
    var options = MutationScope.Options(feature: FeatureMatch(type: Door.self))
    if withSpace {
      options.judge = {
        SpaceJudge(
          space: StateSpace(initialState: Door.State(), inputs: [.open, .close]) { Door() },
          reader: TransitionReader { StateDiagram.mode(of: $0) }
        )
      }
    }
    let scope = MutationScope(options)
    let test = TestBody {
      let store = TestStore(initialState: Door.State()) { Door() }
      await store.send(.open) { $0.isOpen = true }
      await store.send(.close) { $0.isOpen = false }
      await store.finish()
    }
    try await scope.run(test, name: "door", site: CallSite())
    return scope.report
  }

  @Test("a mutant without a difference in a state space is equivalent, and other mutants stay survivors")
  func space() async throws {
    let plain = try await report(withSpace: false)
    let judged = try await report(withSpace: true)
    let idle = "In \"isOpen\", on .input(.close): the cancellation of bell was left out"
    let twice = "In \"(any)\""
    #expect(!plain.survivors.contains { $0.text.hasPrefix(twice) })
    #expect(plain.equivalent.isEmpty)
    // The engine starts parts of a merged effect in order, and both are over at once.
    #expect(judged.equivalent == plain.survivors.map(\.text).filter { $0.contains("came before") })
    #expect(!judged.equivalent.isEmpty)
    #expect(!plain.survivors.map(\.text).contains(idle))
    #expect(judged.survivors.count == plain.survivors.count - judged.equivalent.count)
    #expect(judged.killed == plain.killed)
  }
}

/// A door that rings no bell.
private struct Door: Reducer {
  /// Whether it is open.
  struct State: Hashable {
    var isOpen = false
  }

  enum Input: Sendable {
    case open

    case close
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    state.isOpen = input == .open
    return .merge(.cancel(id: "bell"), .cancel(id: "light"))
  }
}
