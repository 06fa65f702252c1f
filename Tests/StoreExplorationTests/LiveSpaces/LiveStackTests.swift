import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A stack of screens, one of which may be marked. The mark stays when the screen is popped.
private struct Marks: Reducer {
  struct State: Equatable {
    var path: Stack<Int> = []
    var marked: ScreenID?
  }

  enum Input { case push, pop, mark }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.push): if state.path.isEmpty { state.path.push(0) }
    case .input(.pop): state.path.pop()
    case .input(.mark): state.marked = state.path.ids.last
    }
    return .none
  }
}

/// A list in a screen that two inputs load in the same way.
private struct LoadedScreens: Reducer {
  struct State: Equatable {
    var path: Stack<Int> = [0]
    var isLoading = false
  }

  enum Input { case appeared, pulled }
  enum Feedback { case loaded }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      state.isLoading = true
      return .run("load", of: "all") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded)
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .feedback(.loaded): state.isLoading = false
    }
    return .none
  }
}

/// Spaces of real stacks, whose ids never come back.
struct LiveStackTests {
  @Test func `the space of a stack ends though each screen has a new id`() async throws {
    let space = try await StateSpace { state in
      (state.path.count < 2 ? [.tickingTapped] : []) + [.pathChanged(state.path.ids.dropLast())]
    } store: {
      TestStore(initialState: FormStack.State()) { FormStack() }
    }
    let report = space.check(
      .always("each screen ticks") { space in space.running.count == space.path.count },
      .always("the effect of a screen runs in it") { space in
        space.path.ids.allSatisfy { space.isRunning("tick", inChild: $0) }
      },
      .sometimes("two screens tick together") { $0.path.screens.map { $0.ticking?.isOdd } == [true, true] },
      .sometimes("one screen ticks after another") { $0.path.screens.map { $0.ticking?.isOdd } == [true, false] }
    )
    #expect(report.isComplete)
    #expect(report.states == 7)
    #expect(space.promises().suspects.map(\.complaint) == [])
  }

  @Test func `an id that a state remembers differs from that of the screen`() async throws {
    // A search that took each id for another one would find more states.
    let space = try await StateSpace(inputs: [.push, .pop, .mark], bounds: SpaceBounds(states: 8)) {
      TestStore(initialState: Marks.State()) { Marks() }
    }
    let report = space.check(
      .sometimes("the screen is marked") { $0.marked != nil && $0.marked == $0.path.ids.last },
      .sometimes("another screen was marked") { !$0.path.isEmpty && $0.marked != nil && $0.marked != $0.path.ids.last }
    )
    #expect(report.isComplete)
    #expect(report.states == 5)
  }

  @Test func `an effect that is about a value is the same, from the one input or the other`() async throws {
    let space = try await StateSpace(inputs: [.appeared, .pulled]) {
      TestStore(initialState: LoadedScreens.State()) { LoadedScreens() }
    }
    #expect(space.check(suspects: false).description == "2 states, 5 edges, depth 1, 0 dead ends, complete")
  }

  @Test func `a finding's path has the ids of one run`() async throws {
    var report: BugReport?
    let reports = try await recordingReports {
      report = try await findBugs(
        .situations("a mark is of an open screen") { space in
          space.marked.map { space.path.ids.contains($0) }
        },
        inputs: [.pop, .push, .mark]
      ) {
        TestStore(initialState: Marks.State()) { Marks() }
      }
    }
    #expect(reports.map(\.headline) == ["Marks may have a bug: not so: a mark is of an open screen."])
    let finding = try #require(report?.findings.first)
    #expect(
      finding.trace == [
        "  1. send .push", "       path[0]: inserted 0", "  2. send .mark", "       marked: nil -> 0",
        "  3. send .pop", "       path[0]: removed 0",
      ]
    )
    #expect(
      finding.test == [
        "store.exhaustivity = .strict", "await store.send(.push) { $0.path[0] = 0 }",
        "await store.send(.mark) { $0.marked = 0 }", "await store.send(.pop) { $0.path[0] = nil }",
        "await store.finish()",
      ]
    )
  }
}
