import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Two pauses that end at the same time, of which the later one decides.
private struct Race: Reducer {
  struct State: Equatable {
    var isRunning = false
    var winner: String?
  }

  enum Input { case started }
  enum Feedback { case ended(String) }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      guard !state.isRunning else { return .none }
      state = State(isRunning: true)
      return .merge(pause("slow"), pause("fast"))
    case .feedback(.ended(let name)):
      state.isRunning = state.winner == nil
      state.winner = name
      return .none
    }
  }

  private func pause(_ name: String) -> Effect<Feedback, Never> {
    .run("\(name)") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.ended(name))
    }
  }
}

/// A counter that nothing bounds.
private struct Endless: Reducer {
  struct State: Equatable { var count = 0 }

  enum Input { case increased, decreased }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.increased): state.count += 1
    case .input(.decreased): state.count -= 1
    }
    return .none
  }
}

/// The search for bugs by everything at once.
@Suite struct BugHuntTests {
  /// Runs a search, and returns its report and what it reported.
  private func hunt(
    _ search: () async throws -> BugReport
  ) async throws -> (report: BugReport?, reports: [TestFailure]) {
    var report: BugReport?
    let reports = try await recordingReports { report = try await search() }
    return (report, reports)
  }

  @Test func `a page has the findings, what holds, and what was tried`() async throws {
    let (report, reports) = try await hunt {
      try await findBugs(inputs: [.loggedIn("Ada"), .reloadTapped, .loggedOut], within: .seconds(600)) {
        let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
        store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
        return store
      }
    }
    #expect(reports.map(\.isWarning) == [true])
    let page = try #require(report?.description)
    #expect(
      page.hasPrefix(
        """
        Suspected bugs, the worst first:

        1. profile, which started before .loggedOut, ends profile == nil.

        Expected: after .loggedOut, an older profile doesn't undo profile == nil.

              1. send .loggedIn("Ada")
        """
      )
    )
    #expect(
      page.hasSuffix(
        """
        Tried:

            • the real feature: 12 states, 48 edges, depth 4, 0 dead ends, complete
            • orders of what happens at the same time: 28 of 3 paths
            • coverage: 13 pairs of a mode and a message, in 3 modes; every message happened
            • changes of the feature: 3 of 40, a sample of 71, break what holds everywhere, which '.promises(of:)' can keep. Only a test can notice:
                In "(no flag)", on .input(.loggedIn): the message was ignored
                In "isLoading", on .input(.reloadTapped): "isLoading" became false
                In "(no flag)", on .input(.reloadTapped): the message was ignored
                In "hasFailed", on .input(.reloadTapped): the effect with the id profile could not be cancelled
                In "(no flag)", on .feedback(.loaded): "hasFailed" became true
        """
      )
    )
  }

  @Test func `changes that were left when the time was over are counted`() async throws {
    func makeStore() -> TestStore<Account> {
      let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
      store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
    func inputs(_: Account.State) -> [Account.Input] { [.loggedIn("Ada"), .reloadTapped, .loggedOut] }
    let site = CallSite(#_sourceLocation)
    let bounds = SpaceBounds()
    let exploration = try await LiveExploration.explore(makeStore, inputs, within: bounds, site, isolation: nil)
    let hunt = ChangeHunt(makeStore, inputs, knowing: exploration.result.space, at: site)
    let tried = try await hunt.run(until: .now, isolation: nil)
    #expect(
      tried
        == "changes of the feature: 0 of 0, a sample of 71, break what holds everywhere, which '.promises(of:)' can keep, and 40 more were left when the time was over"
    )
  }

  @Test func `an invariant that only another order breaks is a finding`() async throws {
    let (report, reports) = try await hunt {
      try await findBugs(inputs: [.started], within: .seconds(600)) {
        let store = TestStore(initialState: Race.State()) { Race() }
        store.always("the fast one wins") { $0.isRunning || $0.winner != "slow" }
        return store
      }
    }
    let complaint =
      "in another order of what happens at the same time, \"the fast one wins\" does not hold after .ended(\"slow\")."
    #expect(report?.findings.map { "\($0.complaint)." } == [complaint])
    #expect(reports.map(\.isWarning) == [true])
    #expect(
      reports.map(\.details) == [
        """
              1. send .started
              2. 1 s passes

        It shows only in some orders of what happens. A test with '.explore' that takes these steps tries all, and prints one.
        """
      ]
    )
  }

  @Test func `an invariant that the space breaks fails the test`() async throws {
    let (_, reports) = try await hunt {
      try await findBugs(inputs: [.started], within: .seconds(600)) {
        let store = TestStore(initialState: Race.State()) { Race() }
        store.always("the slow one wins") { $0.isRunning || $0.winner != "fast" }
        return store
      }
    }
    #expect(reports.map(\.isWarning) == [false])
  }

  @Test func `random walks go farther than a space that is too large`() async throws {
    let (report, reports) = try await hunt {
      try await findBugs(inputs: [.increased, .decreased], within: .seconds(600), bounds: SpaceBounds(depth: 3)) {
        TestStore(initialState: Endless.State()) { Endless() }
      }
    }
    #expect(reports.map(\.headline) == [])
    let tried = try #require(report?.tried)
    #expect(tried.dropFirst().first?.hasPrefix("the exploration stopped at a depth of 3: count has ") == true)
    #expect(tried.contains { $0.hasPrefix("random walks from the start: ") && !$0.hasSuffix(": 0 more states") })
  }

  @Test func `a search ends within its time`() async throws {
    let (report, _) = try await hunt {
      try await findBugs(inputs: [.increased, .decreased], within: .zero, bounds: SpaceBounds(depth: 10_000)) {
        TestStore(initialState: Endless.State()) { Endless() }
      }
    }
    let stop = "the exploration stopped when its time was over"
    #expect(report?.tried.contains { $0.hasPrefix(stop) } == true)
  }

  @Test func `a small feature is searched to its end without any time`() async throws {
    func search(within time: Duration) async throws -> BugReport? {
      try await hunt {
        try await findBugs(inputs: [.loggedIn("Ada"), .reloadTapped, .loggedOut], within: time) {
          let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
          store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
          return store
        }
      }
      .report
    }
    let (hurried, usual) = (try #require(try await search(within: .zero)), try await search(within: .seconds(600)))
    #expect(!hurried.findings.isEmpty)
    #expect(hurried.promises.report.isComplete)
    #expect(hurried.findings.map(\.complaint) == usual?.findings.map(\.complaint))
    // Only the changes of the feature, of which nothing is found, are left when the time is over.
    #expect(hurried.tried.dropLast() == usual?.tried.dropLast())
  }

  @Test func `a project's own kind of promise is a finding`() async throws {
    let (report, reports) = try await hunt {
      try await findBugs(
        .steps("it counts down only from above zero") { before, message, _ in
          if case .input(.decreased) = message { before.count > 0 } else { nil }
        },
        inputs: { $0.count < 5 ? [.increased, .decreased] : [.decreased] },
        within: .seconds(600),
        bounds: SpaceBounds(depth: 6)
      ) {
        TestStore(initialState: Endless.State(count: 4)) { Endless() }
      }
    }
    #expect(report?.findings.first?.complaint == "not so: it counts down only from above zero")
    #expect(reports.first?.headline == "Endless may have a bug: not so: it counts down only from above zero.")
  }

  /// Searches a feature with a late answer, with exceptions.
  private func huntAccount(except exceptions: [String]) async throws -> (report: BugReport?, reports: [TestFailure]) {
    try await hunt {
      try await findBugs(inputs: [.loggedIn("Ada"), .loggedOut], within: .seconds(600), except: exceptions) {
        let store = TestStore(initialState: Account.State()) { Account(isFixed: false) }
        store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
        return store
      }
    }
  }

  @Test(arguments: [
    "after .loggedOut, an older profile doesn't undo profile == nil",
    "profile, which started before .loggedOut, ends profile == nil.",
  ])
  func `an exception is no finding, as a promise or as printed`(_ text: String) async throws {
    let (report, reports) = try await huntAccount(except: [text])
    #expect(report?.findings.map(\.complaint) == [])
    #expect(reports.map(\.headline) == [])
  }

  @Test func `an exception that excepts nothing is a warning`() async throws {
    let (_, reports) = try await huntAccount(except: [
      "after .loggedOut, an older profile doesn't undo profile == nil", "no such thing",
    ])
    #expect(reports.map(\.kind) == [.misuse])
    #expect(reports.map(\.isWarning) == [true])
    #expect(reports.map(\.headline) == [#"Account has no finding that is excepted by "no such thing"."#])
  }
}
