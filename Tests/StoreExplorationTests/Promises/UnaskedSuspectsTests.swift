import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// Pages that load once at a time, each by itself.
private struct Pages: Reducer {
  struct Page: Equatable, Identifiable {
    let id: Int
    var isLoading = false
  }

  struct State: Equatable { var pages: IdentifiedArray<Page> = [Page(id: 1), Page(id: 2)] }

  enum Input: Sendable { case loadTapped(Int) }
  enum Feedback: Sendable { case page(Int, ChildFeedback<PageReducer>) }

  struct PageReducer: Reducer {
    enum Input: Sendable { case loadTapped }
    enum Feedback: Sendable { case loaded }

    @Dependency(\.suspectLoad) private var load

    func reduce(message: Message<Input, Feedback>, into state: inout Page) -> Effect<Feedback, Never> {
      switch message {
      case .input(.loadTapped):
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .run("load") { [load] send in
          _ = try? await load(0)
          await send(.loaded)
        }
      case .feedback(.loaded): state.isLoading = false
      }
      return .none
    }
  }

  private let pages = ScopeEach<Pages, PageReducer>(\.pages, feedback: Feedback.page) { PageReducer() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loadTapped(let id)): pages.reduce(.input(.loadTapped), id: id, into: &state)
    case .feedback(.page(let id, .feedback(let feedback))): pages.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

/// Suspects that searches report without being asked.
@Suite struct UnaskedSuspectsTests {
  /// A search of the account, in which the answer to a load may come after the log-out.
  struct Search: Sendable, CustomTestStringConvertible {
    let testDescription: String

    let run: @Sendable (_ isFixed: Bool, _ suspects: Bool) async throws -> Void

    static let all = [
      Search(testDescription: "sequences") { isFixed, suspects in
        await checkSequences(suspects: suspects) {
          makeStore(isFixed: isFixed)
        } commands: {
          Command.send(.loggedIn("Ada"))
          Command.send(.reloadTapped)
          Command.send(.loggedOut)
        }
      },
      Search(testDescription: "orders") { isFixed, suspects in
        try await explore(suspects: suspects) {
          let store = makeStore(isFixed: isFixed)
          store.exhaustivity = .off
          for _ in 0..<2 {
            await store.send(.loggedIn("Ada"))
            await store.send(.loggedOut)
          }
          await store.finish()
        }
      },
      Search(testDescription: "mutants") { isFixed, suspects in
        try await checkMutants(of: Account.self, minimumScore: 0, suspects: suspects) {
          let store = TestStore(initialState: Account.State()) { Account(isFixed: isFixed) }
          let profile = store.gate("profile", at: \.suspectLoad)
          store.exhaustivity = .off
          for answersLate in [false, false, false, true] {
            await store.send(.loggedIn("Ada"))
            await profile.succeed(with: [1])
            await store.send(.reloadTapped)
            if !answersLate { await profile.succeed(with: [2]) }
            await store.send(.loggedOut)
            if answersLate, !isFixed { await profile.succeed(with: [1]) }
          }
          await store.finish()
        }
      },
      Search(testDescription: "a space") { isFixed, suspects in
        try await makeSpace(isFixed: isFixed)
          .check(.always("a load that shows runs") { !$0.isLoading || $0.isRunning("profile") }, suspects: suspects)
      },
    ]

    static func makeSpace(isFixed: Bool) async throws -> StateSpace<Account> {
      try await StateSpace(inputs: [.loggedIn("Ada"), .reloadTapped, .loggedOut]) { makeStore(isFixed: isFixed) }
    }

    private static func makeStore(isFixed: Bool) -> TestStore<Account> {
      let store = TestStore(initialState: Account.State()) { Account(isFixed: isFixed) }
      store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }

  private func headlines(_ body: () async throws -> Void) async rethrows -> [String] {
    try await recordingReports(body).map { ($0.isWarning ? "warning: " : "") + $0.headline }
  }

  @Test(arguments: Search.all) func `a search warns of a late answer`(_ search: Search) async throws {
    #expect(
      try await headlines { try await search.run(false, true) } == [
        "warning: Account may have a bug: profile, which started before .loggedOut, ends profile == nil."
      ]
    )
  }

  @Test(arguments: Search.all) func `a warning shows the path from the start`(_ search: Search) async throws {
    let reports = try await recordingReports { try await search.run(false, true) }
    #expect(reports.map { $0.details.contains(" 1. send .loggedIn(\"Ada\")") } == [true])
  }

  @Test(arguments: Search.all) func `a parameter turns it off`(_ search: Search) async throws {
    #expect(try await headlines { try await search.run(false, false) } == [])
  }

  @Test(arguments: Search.all) func `a feature without the bug has no warning`(_ search: Search) async throws {
    #expect(try await headlines { try await search.run(true, true) } == [])
  }

  @Test func `a space that fails warns of nothing`() async throws {
    let account = try await Search.makeSpace(isFixed: false)
    let headlines = await headlines { account.check(.sometimes("three effects run") { $0.running.count == 3 }) }
    #expect(headlines == ["Account violates \"three effects run\": no state fulfils it."])
  }

  @Test func `elements that work at the same time do it once each`() async throws {
    let headlines = await headlines {
      await checkSequences {
        let store = TestStore(initialState: Pages.State()) { Pages() }
        store.gate("load", at: \.suspectLoad) { _ in [.success([1])] }
        return store
      } commands: {
        Command.send(.loadTapped(1))
        Command.send(.loadTapped(2))
      }
    }
    #expect(headlines == [])
  }
}
