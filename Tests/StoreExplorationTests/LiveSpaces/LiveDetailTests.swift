import Dispatch
import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import StoreExploration

/// An effect that has captured a value of the state.
private struct Draft: Reducer {
  struct State: Equatable {
    var text = ""
    var saved: String?
  }

  enum Input { case typed, save }
  enum Feedback { case saved(String) }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed): state.text = "a"
    case .input(.save):
      guard state.saved == nil else { return .none }
      return .run("save") { [text = state.text] send in
        try await clock.sleep(for: .seconds(1))
        await send(.saved(text))
      }
      .cancellable(id: "save", cancelInFlight: true)
    case .feedback(.saved(let text)): state.saved = text
    }
    return .none
  }
}

/// An effect that tries three times, and sends nothing in between.
private struct Retry: Reducer {
  struct State: Equatable { var hasFailed = false }

  enum Input { case start }
  enum Feedback { case failed }

  /// Between the tries, or instead of them.
  enum Pauses: CaseIterable { case none, between, only }

  let pauses: Pauses

  @Dependency(\.suspectLoad) var load
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.start):
      guard !state.hasFailed else { return .none }
      return .run("retry") { send in
        for _ in 1...3 {
          if pauses != .only, (try? await load(0)) != nil { return }
          if pauses != .none { try await clock.sleep(for: .seconds(1)) }
        }
        await send(.failed)
      }
      .cancellable(id: "retry", cancelInFlight: true)
    case .feedback(.failed): state.hasFailed = true
    }
    return .none
  }
}

/// An effect that goes on with each change of a source, and sends something else the third time.
private struct Listener: Reducer {
  struct State: Equatable {
    var isListening = false
    var isDone = false
  }

  enum Input { case listen, change }
  enum Feedback { case seen, done }

  let source: Source<Bool>

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.listen):
      guard !state.isListening else { return .none }
      state.isListening = true
      return .run("listen") { send in
        var count = 0
        for await _ in source.values {
          count += 1
          if count == 3 { return await send(.done) }
          await send(.seen)
        }
      }
    case .input(.change): return .update(source) { $0.toggle() }
    case .feedback(.seen): break
    case .feedback(.done): state.isDone = true
    }
    return .none
  }
}

/// A list that two inputs load in the same way.
private struct Reload: Reducer {
  struct State: Equatable { var isLoading = false }

  enum Input { case appeared, pulled }
  enum Feedback { case loaded }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input:
      state.isLoading = true
      return .run("load") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded)
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .feedback(.loaded): state.isLoading = false
    }
    return .none
  }
}

/// A pause that gets longer each time, which the state doesn't show.
private struct Patience: Reducer {
  enum Input { case start }
  enum Feedback { case ended }

  let duration: @Sendable () -> Duration

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into isPausing: inout Bool) -> Effect<Feedback, Never> {
    switch message {
    case .input(.start):
      guard !isPausing else { return .none }
      isPausing = true
      return .run("pause") { send in
        try await clock.sleep(for: duration())
        await send(.ended)
      }
    case .feedback(.ended): isPausing = false
    }
    return .none
  }
}

/// Two tickers that each input starts again.
private struct Tickers: Reducer {
  enum Input { case start }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> {
    .merge(ticker("first"), ticker("second"))
  }

  private func ticker(_ name: String) -> Effect<Never, Never> {
    .run("\(name)") { _ in while true { try await clock.sleep(for: .seconds(1)) } }
  }
}

/// What distinguishes situations that look alike.
struct LiveDetailTests {
  @Test func `effects that have captured different values are different`() async throws {
    let space = try await StateSpace(inputs: [.typed, .save]) {
      TestStore(initialState: Draft.State()) { Draft() }
    }
    let report = space.check(
      .sometimes("an older text is saved") { $0.text == "a" && $0.saved == "" },
      .sometimes("the text is saved") { $0.saved == "a" },
      suspects: false
    )
    #expect(report.isComplete)
  }

  @Test(arguments: Retry.Pauses.allCases) fileprivate func `an effect is followed through its loop`(
    _ pauses: Retry.Pauses
  )
    async throws
  {
    let space = try await StateSpace(inputs: [.start]) {
      let store = TestStore(initialState: Retry.State()) { Retry(pauses: pauses) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
    let report = space.check(.sometimes("it fails for good") { $0.hasFailed }, suspects: false)
    #expect(report.isComplete)
  }

  @Test func `an effect is the same, from the one input or the other`() async throws {
    let space = try await StateSpace(inputs: [.appeared, .pulled]) {
      TestStore(initialState: Reload.State()) { Reload() }
    }
    let report = space.check(suspects: false)
    #expect(report.description == "2 states, 5 edges, depth 1, 0 dead ends, complete")
  }

  @Test func `an effect that waits for another time than before makes the space incomplete`() async throws {
    let space = try await StateSpace(inputs: [.start]) {
      let count = Atomic(0)
      return TestStore(initialState: false) {
        Patience { .seconds(count.add(1, ordering: .relaxed).newValue) }
      }
    }
    var report = SpaceReport()
    _ = await recordingFailures { report = space.check(suspects: false) }
    #expect(report.cut == "where situations that look alike went on differently: after .start")
  }

  @Test func `an effect that runs more and more often is named, the oldest first`() async throws {
    let space = try await StateSpace(inputs: [.start]) { TestStore(initialState: 0) { Tickers() } }
    var report = SpaceReport()
    _ = await recordingFailures { report = space.check(suspects: false) }
    #expect(report.cut == "where first would run more than twice at a time")
  }

  @Test(arguments: [(1, "at 1 running effect"), (2, "at 2 running effects")])
  func `a space ends where more effects would run than its limit`(limit: Int, cut: String) async throws {
    let bounds = SpaceBounds(runningEffects: limit)
    let space = try await StateSpace(inputs: [.start], bounds: bounds) { TestStore(initialState: 0) { Tickers() } }
    var report = SpaceReport()
    _ = await recordingFailures { report = space.check(suspects: false) }
    #expect(report.cut == cut)
    #expect(report.states == limit)
  }

  @Test func `an exploration in a task that is cancelled says so`() async throws {
    let report = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let space = try await StateSpace(inputs: [.appeared, .pulled]) {
        TestStore(initialState: Reload.State()) { Reload() }
      }
      var report = SpaceReport()
      _ = await recordingFailures { report = space.check(suspects: false) }
      return report
    }
    .value
    #expect(report.cut == "when its task was cancelled")
  }

  @Test func `an effect that an input lets go on is followed`() async throws {
    let space = try await StateSpace(inputs: [.listen, .change]) {
      TestStore(initialState: Listener.State()) { Listener(source: Source(false)) }
    }
    let report = space.check(.sometimes("it is done") { $0.isDone }, suspects: false)
    #expect(report.isComplete)
  }
}

/// Searches of a test that belongs to the main actor.
@MainActor @Suite struct MainActorSpaceTests {
  private static let key = DispatchSpecificKey<Bool>()

  /// Whether the code runs on the main actor. The main queue has no thread of its own everywhere.
  private static var isOnMain: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  init() { DispatchQueue.main.setSpecific(key: Self.key, value: true) }

  private func makeStore(_ note: (Bool) -> Void) -> TestStore<Account> {
    note(Self.isOnMain)
    let store = TestStore(initialState: Account.State()) { Account(isFixed: true) }
    store.gate("profile", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
    return store
  }

  @Test func `a space makes its stores on the actor of the test`() async throws {
    var places: Set<Bool> = []
    let space = try await StateSpace { _ in
      places.insert(Self.isOnMain)
      return [.loggedIn("Ada"), .loggedOut]
    } store: {
      makeStore { places.insert($0) }
    }
    #expect(space.check(suspects: false).isComplete)
    #expect(places == [true])
  }

  @Test func `a search for bugs makes its stores on the actor of the test`() async throws {
    var places: Set<Bool> = []
    try await findBugs(
      inputs: { _ in
        places.insert(Self.isOnMain)
        return [.loggedIn("Ada"), .loggedOut]
      },
      within: .seconds(600)
    ) {
      makeStore { places.insert($0) }
    }
    #expect(places == [true])
  }

  @Test func `a suite is written on the actor of the test`() async throws {
    var places: Set<Bool> = []
    let request = SuiteRequest(
      runs: 100,
      steps: 10,
      site: CallSite(),
      makeStore: { makeStore { places.insert($0) } },
      commands: [Command.send(.loggedIn("Ada")), Command.send(.loggedOut)]
    )
    let ways = try #require(try await request.ways(for: "The suite"))
    let suite = try await SuiteWriter(ways: ways).suite(named: "Suite", isolation: MainActor.shared)
    #expect(suite.pairCount > 0)
    #expect(places == [true])
  }
}
