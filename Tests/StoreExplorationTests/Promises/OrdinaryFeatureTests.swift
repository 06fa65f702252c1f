import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// A load that refreshes a token first, and a sign-out that ends both.
private struct SignedIn: Reducer {
  struct State: Equatable {
    var token: Int?
    var rows: [Int] = []
    var isLoading = false
    var hasFailed = false
    var hasRefreshed = false
  }

  enum Input: Sendable { case loadTapped, signedOut }
  enum Feedback: Sendable { case refreshed(Int), loaded([Int]), failed }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      state.hasRefreshed = state.token == nil
      return state.token.map(fetch) ?? refresh
    case .input(.signedOut):
      state = State()
      return .cancel(id: "work")
    case .feedback(.refreshed(let token)):
      state.token = token
      return fetch(token)
    case .feedback(.loaded(let rows)):
      state.rows = rows
      state.isLoading = false
    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
    }
    return .none
  }

  private var refresh: Effect<Feedback, Never> {
    .run("refresh") { [load] send in
      await send(.refreshed(try await load(0)[0]))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "work")
  }

  private func fetch(_ token: Int) -> Effect<Feedback, Never> {
    .run("fetch", of: token) { [load] send in
      await send(.loaded(try await load(token)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "work")
  }
}

/// Suspects in features as apps have them: texts as errors, dictionaries, calls that return nothing.
@Suite struct OrdinaryFeatureTests {
  struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let complaint: String
    let promises: @Sendable (_ isFixed: Bool) async throws -> Promises

    static let all = [
      Planted(
        testDescription: "a retry that is dead on the last page",
        complaint: ".retryTapped does nothing, though error != nil, and nothing runs"
      ) { try await PagedList.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a delivered message in a dictionary that turns into failed",
        complaint: "expiry, which started before .delivered, ends messages[\"a\"] == .delivered"
      ) { try await Delivery.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a link that discards a running save",
        complaint: ".linkOpened(\"b\") cancels save, which .saveTapped respects"
      ) { try await Editor.space(isFixed: $0).promises() },
      Planted(
        testDescription: "a debounced effect that the end of its query leaves waiting",
        complaint: "debounce, which started before .cleared, ends found.isEmpty"
      ) { try await Suggestions.space(isFixed: $0).promises() },
    ]
  }

  @Test(arguments: Planted.all) func `a planted bug is the first suspect`(_ planted: Planted) async throws {
    #expect(try await planted.promises(false).suspects.first?.complaint == planted.complaint)
  }

  @Test(arguments: Planted.all) func `a feature without the bug has no suspect`(_ planted: Planted) async throws {
    #expect(try await planted.promises(true).suspects.map(\.complaint) == [])
  }

  @Test func `an input that doesn't start work twice says nothing of what may cancel it`() async throws {
    let space = try await StateSpace(inputs: [.loadTapped, .signedOut]) {
      let store = TestStore(initialState: SignedIn.State()) { SignedIn() }
      store.gate("load", at: \.suspectLoad) { [.success([$0 + 1]), .failure(SuspectClient.Offline())] }
      return store
    }
    #expect(space.promises().suspects.map(\.complaint) == [])
  }

  @Test func `a mode that an answer continues is no wait for it, and a result is missing before it comes`() async throws
  {
    let space = try await Training.space()
    #expect(space.check(.sometimes("it counts") { $0.seconds > 0 }).isComplete)
    #expect(space.promises().suspects.map(\.complaint) == [])
  }

  @Test(arguments: [true, false])
  func `a mode promises the work that it begins with, unless it goes on when the work has ended`(endsByItself: Bool) {
    struct Screen { let (isOpen, number): (Bool, Int) }
    let situations = (0...12).map { number in
      PromiseFacts.Situation(
        of: Screen(isOpen: number > 0, number: number),
        running: (1...10).contains(number) ? ["load"] : []
      )
    }
    let steps = [
      PromiseFacts.Step(from: 0, to: 1, number: 0, input: "open", started: ["load"]),
      PromiseFacts.Step(from: 1, to: 11, number: 0, input: endsByItself ? nil : "stop"),
      PromiseFacts.Step(from: 2, to: 12, number: 0, input: endsByItself ? nil : "stop"),
    ]
    let facts = PromiseFacts(by: situations, steps)
    let complaints = RunningModes().candidates(in: facts).map(\.complaint)
    #expect(complaints.contains("isOpen, though load doesn't run") == !endsByItself)
  }

  @Test func `a search for bugs has inputs that depend on the state`() async throws {
    let report = try await findBugs(inputs: { $0.waiting.isEmpty ? [.added("a")] : [] }, store: Queue.makeStore)
    #expect(report.tried.first == "the real feature: 2 states, 2 edges, depth 1, 0 dead ends, complete")
  }

  @Test func `a search for bugs asks a reducer for nothing that would end the process`() async throws {
    let report = try await findBugs(
      inputs: [.added("a"), .added("b")],
      within: .seconds(7_200),
      store: Queue.makeStore
    )
    #expect(report.findings.map(\.complaint) == [])
    #expect(
      report.tried.contains { $0.hasPrefix("changes of the feature: ") && !$0.hasPrefix("changes of the feature: 0") }
    )
  }

  @Test func `an input that removes an element may cancel its work`() async throws {
    let space = try await Parcels.space()
    #expect(space.check(.sometimes("one is on its way") { $0.isRunning("deliver") }, suspects: false).isComplete)
    #expect(space.promises().suspects.map(\.complaint) == [])
  }

  @Test func `a search that meets a limit says what grows, and takes no unexplored state for a dead end`() async throws
  {
    let report = try await findBugs(
      inputs: [.counted, .selected(1), .selected(2), .selected(3)],
      within: .seconds(7_200),
      bounds: SpaceBounds(states: 40),
      store: Meter.makeStore
    )
    #expect(report.report.deadEnds == 0)
    let stop = "the exploration stopped at 40 states: count has "
    #expect(report.tried.contains { $0.hasPrefix(stop) && $0.hasSuffix(" values") }, "\(report.tried)")
    #expect(report.promises.unjudged == [".selected(1) and 2 others like it, which never did anything"])
  }

  @Test func `a kind of promise that is about nothing is not judged`() async throws {
    let promises = try await Parcels.space().promises(.situations("a lost parcel is sent again") { _ in nil })
    #expect(promises.unjudged.first == #""a lost parcel is sent again", which is about nothing that happened"#)
  }

  @Test func `a name is a literal in code`() {
    #expect(SpaceAtom(subject: #"load "x""#, kind: .running).code == #"$0.isRunning("load \"x\"")"#)
  }
}
