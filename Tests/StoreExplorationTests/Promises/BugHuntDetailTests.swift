import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// A badge that is new for a while.
private struct Badges: Reducer {
  struct Badge: Equatable {
    var text: String
    var isNew = true
  }

  struct State: Equatable { var badge: Badge? = Badge(text: "", isNew: false) }

  enum Input: Sendable { case marked(String) }
  enum Feedback: Sendable { case seen }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.marked(let text)):
      state.badge = Badge(text: text)
      return .run("fade") { [clock] send in
        try await clock.sleep(for: .seconds(2))
        await send(.seen)
      }
    case .feedback(.seen):
      state.badge?.isNew = false
      return .none
    }
  }
}

/// A toast that can be shown once something is loaded.
private struct LateToast: Reducer {
  struct State: Equatable {
    var isLoading = false
    var isReady = false
    var hasToast = false
  }

  enum Input: Sendable { case opened, shown }
  enum Feedback: Sendable { case loaded, dismissed }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      state.isLoading = true
      return timer("load", .loaded)
    case .input(.shown):
      state.hasToast = true
      return timer("toast", .dismissed)
    case .feedback(.loaded): state = State(isReady: true)
    case .feedback(.dismissed): state.hasToast = false
    }
    return .none
  }

  private func timer(_ name: String, _ feedback: Feedback) -> Effect<Feedback, Never> {
    .run("\(name)") { [clock] send in
      try await clock.sleep(for: .seconds(2))
      await send(feedback)
    }
  }
}

/// A toast that can be shown once what the store loads at its start is there.
private struct StartedToast: Reducer {
  struct State: Equatable {
    var isReady = false
    var hasToast = false
  }

  enum Input: Sendable { case shown }
  enum Feedback: Sendable { case loaded, dismissed }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> { timer("load", .loaded) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shown):
      state.hasToast = true
      return timer("toast", .dismissed)
    case .feedback(.loaded): state.isReady = true
    case .feedback(.dismissed): state.hasToast = false
    }
    return .none
  }

  private func timer(_ name: String, _ feedback: Feedback) -> Effect<Feedback, Never> {
    .run("\(name)") { [clock] send in
      try await clock.sleep(for: .seconds(2))
      await send(feedback)
    }
  }
}

/// A load, and two pauses behind it that end at the same time, of which the later one decides.
private struct LoadedRace: Reducer {
  struct State: Equatable {
    var isRunning = false
    var winner: String?
  }

  enum Input: Sendable { case started }
  enum Feedback: Sendable { case loaded, ended(String) }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      guard !state.isRunning else { return .none }
      state = State(isRunning: true)
      return .run("load") { send in
        _ = try await load(0)
        await send(.loaded)
      }
    case .feedback(.loaded): return .merge(pause("slow"), pause("fast"))
    case .feedback(.ended(let name)):
      state.isRunning = state.winner == nil
      state.winner = name
    }
    return .none
  }

  private func pause(_ name: String) -> Effect<Feedback, Never> {
    .run("\(name)") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.ended(name))
    }
  }
}

/// A load with a limit of time that ends at the same time, after which the spinner stays.
private struct TimedLoad: Reducer {
  struct State: Equatable {
    var isLoading = false
    var hasTimedOut = false
    var choice = 0
  }

  enum Input: Sendable { case started, next }
  enum Feedback: Sendable { case loaded, timedOut }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      state.isLoading = true
      return .merge(timer("load", .loaded), timer("limit", .timedOut)).cancellable(id: "work")
    case .input(.next):
      state.choice += 1
      return .none
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.timedOut): state.hasTimedOut = true
    }
    return .cancel(id: "work")
  }

  private func timer(_ name: String, _ feedback: Feedback) -> Effect<Feedback, Never> {
    .run("\(name)") { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(feedback)
    }
  }
}

/// The findings of a search for bugs, one by one.
@Suite struct BugHuntDetailTests {
  @Test func `each finding counts once, unless it is excepted`() {
    var found = FoundBugs(except: ["a is lost", "d is lost"], of: ["d is lost"])
    found.add(["a is lost", "b is lost", "c is lost"].map { BugReport.Finding($0) })
    found.add(["c is lost", "b is lost"].map { BugReport.Finding($0) })
    #expect(found.findings.map(\.complaint) == ["b is lost", "c is lost"])
    #expect(found.excepted == ["a is lost", "d is lost"])
  }

  @Test func `a promise that other steps break as well is one finding`() {
    func finding(_ complaint: String) -> BugReport.Finding {
      BugReport.Finding(
        Promises.Promise(
          text: "no input cancels a running save",
          code: nil,
          support: 1,
          exceptions: 1,
          complaint: complaint,
          trace: [],
          steps: [],
          path: []
        )
      )
    }
    var found = FoundBugs(except: [], of: [])
    found.add([finding(".linkOpened(1), .linkOpened(2) cancels save")])
    found.add([finding(".linkOpened(1) cancels save")])
    #expect(found.findings.map(\.complaint) == [".linkOpened(1), .linkOpened(2) cancels save"])
  }

  /// Looks for timers that wake too early, and for nothing else.
  private func earlyWakes<Feature: Reducer>(
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    store makeStore: @escaping () -> TestStore<Feature>
  ) async throws -> [BugReport.Finding] where Feature.State: Equatable {
    let site = CallSite(#_sourceLocation)
    let exploration = try await LiveExploration.explore(makeStore, inputs, within: SpaceBounds(), site, isolation: nil)
    return try await EarlyWakeHunt(exploration, of: "Feature", at: site)
      .run(until: .now.advanced(by: .seconds(600)), isolation: nil).findings
  }

  @Test func `a timer that wakes too early for a part of an optional is a finding`() async throws {
    let findings = try await earlyWakes { _ in
      [.marked("a")]
    } store: {
      TestStore(initialState: Badges.State()) { Badges() }
    }
    #expect(
      findings.map(\.complaint) == [
        #"fade, which started before .marked("a"), wakes too early for it: badge?.isNew: true -> false"#
      ]
    )
  }

  @Test func `a timer that wakes too early is found behind other waits`() async throws {
    let findings = try await earlyWakes {
      $0.isReady ? [.shown] : $0.isLoading ? [] : [.opened]
    } store: {
      TestStore(initialState: LateToast.State()) { LateToast() }
    }
    #expect(
      findings.first?.trace.filter { $0.contains(". ") } == [
        "  1. send .opened", "  2. 2 s pass", "  3. send .shown", "  4. 1 s passes", "  5. send .shown",
        "  6. 1 s passes",
      ]
    )
  }

  @Test func `a timer that wakes too early is found behind the start of the store`() async throws {
    let findings = try await earlyWakes {
      $0.isReady ? [.shown] : []
    } store: {
      TestStore(initialState: StartedToast.State()) { StartedToast() }
    }
    #expect(
      findings.first?.trace.filter { $0.contains(". ") } == [
        "  1. 2 s pass", "  2. send .shown", "  3. 1 s passes", "  4. send .shown", "  5. 1 s passes",
      ]
    )
  }

  @Test func `a page says how many inputs start an effect that sleeps`() async throws {
    var report: BugReport?
    let attachments = try await recordingAttachments {
      report = try await findBugs(inputs: [.marked("a")], within: .zero) {
        TestStore(initialState: Badges.State()) { Badges() }
      }
    }
    #expect(report?.tried.contains("effects that start a second time while they sleep: 1 input") == true)
    #expect(attachments.first { $0.name == "bugs.txt" }?.text == report.map { "\($0)" })
  }

  @Test func `a path that goes on differently a second time is left out`() async throws {
    let isOver = Atomic(false)
    var report: BugReport?
    let reports = try await recordingReports {
      report = try await findBugs(
        .situations("it stays below two") { space in
          isOver.store(true, ordering: .relaxed)
          return space.state < 2
        },
        inputs: { $0 < 2 ? [1] : [] },
        within: .zero
      ) {
        TestStore(initialState: 0) {
          Reduce { state, number in
            state += isOver.load(ordering: .relaxed) ? 0 : number
            return .none
          }
        }
      }
    }
    let tried = "a path that went on differently a second time, and is left out: not so: it stays below two"
    #expect(report?.tried.contains(tried) == true, "\(report?.tried ?? [])")
    #expect(reports.map(\.headline) == [])
  }

  @Test func `the path of a finding in another order leaves the answers to the reader`() async throws {
    let reports = try await recordingReports {
      try await findBugs(inputs: [.started], within: .zero) {
        let store = TestStore(initialState: LoadedRace.State()) { LoadedRace() }
        store.gate("load", at: \.suspectLoad) { _ in [.success([1])] }
        store.always("the fast one wins") { $0.isRunning || $0.winner != "slow" }
        return store
      }
    }
    let details = reports.map(\.details).joined()
    #expect(details.contains("  1. send .started\n"), "\(reports)")
    #expect(details.contains("  2. 1 s passes\n"), "\(reports)")
  }

  @Test func `a mode that nothing ends in another order is a finding`() async throws {
    var report: BugReport?
    _ = try await recordingReports {
      report = try await findBugs(
        inputs: { $0.isLoading ? $0.choice < 3 ? [.next] : [] : $0.choice == 0 ? [.started] : [] },
        within: .zero
      ) {
        TestStore(initialState: TimedLoad.State()) { TimedLoad() }
      }
    }
    #expect(report?.report.isComplete == true)
    #expect(report?.findings.map(\.complaint) == ["nothing ends isLoading but an input"])
  }
}
