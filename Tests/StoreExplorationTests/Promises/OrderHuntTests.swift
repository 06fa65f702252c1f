import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// Two pauses from the start of the store that end at the same time, of which the later one decides.
private struct StartedRace: Reducer {
  struct State: Equatable {
    var isRunning = true
    var winner: String?
  }

  enum Input: Sendable { case stopped }
  enum Feedback: Sendable { case ended(String) }

  var names = ["slow", "fast"]

  @Dependency(\.continuousClock) private var clock

  init(_ suffix: String = "") { names = names.map { $0 + suffix } }

  func start(from state: State) -> Effect<Feedback, Never> { .merge(names.map(pause)) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    guard case .feedback(.ended(let name)) = message else { return .none }
    state.isRunning = state.winner == nil
    state.winner = name
    return .none
  }

  private func pause(_ name: String) -> Effect<Feedback, Never> {
    .run("\(name)") { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.ended(name))
    }
  }
}

/// The search for what depends on the order of things that happen at the same time.
@Suite struct OrderHuntTests {
  private let site = CallSite(#_sourceLocation)

  /// Explores a feature, and makes the search for its orders.
  private func hunt<Feature: Reducer>(
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    store makeStore: @escaping () -> TestStore<Feature>
  ) async throws -> OrderHunt<Feature> where Feature.State: Equatable {
    let exploration = try await LiveExploration.explore(makeStore, inputs, within: SpaceBounds(), site, isolation: nil)
    return OrderHunt(exploration, exploration.result.space, at: site)
  }

  /// Runs a search along its own paths.
  private func run<Feature: Reducer>(_ hunt: OrderHunt<Feature>) async -> (
    findings: [BugReport.Finding], tried: String
  ) where Feature.State: Equatable {
    await hunt.run(along: hunt.scripts, until: .now.advanced(by: .seconds(600)), isolation: nil)
  }

  private func makeRace() -> TestStore<StartedRace> {
    let store = TestStore(initialState: StartedRace.State()) { StartedRace() }
    store.always("the fast one wins") { $0.isRunning || $0.winner != "slow" }
    return store
  }

  @Test func `five paths are enough`() async throws {
    let hunt = try await hunt {
      $0 == 0 ? Array(1...8) : []
    } store: {
      TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { message, state in
          if case .input(let number) = message { state = number }
          return .none
        }
      }
    }
    #expect(hunt.scripts.map(\.steps.count) == [1, 1, 1, 1, 1])
  }

  @Test func `the effects of the start take part in the orders`() async throws {
    let found = await run(try await hunt({ _ in [] }, store: makeRace))
    let complaint =
      "in another order of what happens at the same time, \"the fast one wins\" does not hold after .ended(\"slow\")"
    #expect(found.findings.map(\.complaint).contains(complaint), "\(found)")
  }

  @Test func `a feature that goes on differently in the same order is a finding`() async throws {
    let isOver = Atomic(false)
    let count = Atomic(0)
    let hunt = try await hunt({ _ in [] }) {
      let run = isOver.load(ordering: .relaxed) ? count.add(1, ordering: .relaxed).newValue : 0
      return TestStore(initialState: StartedRace.State()) { StartedRace(" \(run)") }
    }
    isOver.store(true, ordering: .relaxed)
    let complaints = await run(hunt).findings.map(\.complaint)
    #expect(complaints.contains("it went on differently in two runs of the same order"), "\(complaints)")
  }

  private func makeAccount() -> TestStore<Account> {
    let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
    store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
    return store
  }

  @Test func `suspects of some orders are no findings if the whole space is known`() async throws {
    let inputs: [Account.Input] = [.loggedIn("Ada"), .reloadTapped, .loggedOut]
    let hunt = try await hunt({ _ in inputs }, store: makeAccount)
    #expect(!hunt.scripts.isEmpty)
    #expect(await run(hunt).findings.map(\.complaint) == [])
  }

  /// Runs a search in a task that is cancelled before.
  private func triedWhenCancelled() async throws -> String {
    let hunt = try await hunt({ _ in [] }, store: makeRace)
    withUnsafeCurrentTask { $0?.cancel() }
    return await run(hunt).tried
  }

  @Test func `a cancelled search tries no order`() async throws {
    async let line = triedWhenCancelled()
    let tried = try await line
    #expect(tried == "orders of what happens at the same time: 0 of 0 paths")
  }
}
