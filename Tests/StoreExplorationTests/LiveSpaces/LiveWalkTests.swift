import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization
import Testing

@testable import StoreExploration

/// A switch whose position is saved for a second.
private struct Switch: Reducer {
  struct State: Equatable {
    var isOn = false
    var isSaving = false
  }

  enum Input { case flip, save }
  enum Feedback { case saved }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.flip): state.isOn.toggle()
    case .input(.save):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.saved)
      }
    case .feedback(.saved): state.isSaving = false
    }
    return .none
  }
}

/// A radiator that warms up at its start.
private struct Radiator: Reducer {
  enum Input { case flip }

  @Dependency(\.continuousClock) var clock

  func start(from state: Bool) -> Effect<Never, Never> {
    .run("warm up") { _ in try await clock.sleep(for: .seconds(1)) }
  }

  func reduce(message: Message<Input, Never>, into isOn: inout Bool) -> Effect<Never, Never> {
    isOn.toggle()
    return .none
  }
}

/// Work that pauses twice.
private struct Stages: Reducer {
  enum Input { case start }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Never>, into hasStarted: inout Bool) -> Effect<Never, Never> {
    hasStarted = true
    return .run("work") { _ in
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(2))
    }
  }
}

/// A light that blinks for ever, and is bright from the third time on.
private struct Blinker: Reducer {
  enum Input { case touched }
  enum Feedback { case brightened }

  @Dependency(\.continuousClock) var clock

  func start(from state: Bool) -> Effect<Feedback, Never> {
    .run("blink") { send in
      for number in 1... {
        try await clock.sleep(for: .seconds(1))
        if number == 3 { await send(.brightened) }
      }
    }
  }

  func reduce(message: Message<Input, Feedback>, into isBright: inout Bool) -> Effect<Feedback, Never> {
    if case .feedback = message { isBright = true }
    return .none
  }
}

/// The runs of an exploration: how many stores it needs, and where they end.
@Suite struct LiveWalkTests {
  /// The walks by which an exploration doubts a small space.
  private let doubts = 2

  /// The walks by which it doubts that effects are the same that look alike.
  private let mergeWalks = 24

  /// Explores a feature, and returns the number of its stores.
  private func storeCount<Feature: Reducer>(
    _ inputs: @escaping (Feature.State) -> [Feature.Input],
    depth: Int = 100,
    store makeStore: @escaping () -> TestStore<Feature>
  ) async throws -> Int where Feature.State: Equatable {
    var count = 0
    let space = try await StateSpace(inputs: inputs, bounds: SpaceBounds(depth: depth)) {
      count += 1
      return makeStore()
    }
    #expect(space.check(suspects: false).isComplete)
    return count
  }

  private func makeCounter() -> TestStore<Reduce<Int, Int>> {
    TestStore(initialState: 0) {
      Reduce { state, number in
        state += number
        return .none
      }
    }
  }

  @Test func `one run takes all steps of a space that leads back everywhere`() async throws {
    let count = try await storeCount { _ in
      [0, 1, 2]
    } store: {
      TestStore(initialState: 0) {
        Reduce<Int, Int> { state, number in
          state = number
          return .none
        }
      }
    }
    #expect(count == 1 + doubts)
  }

  @Test(arguments: [(400, 1), (401, 2)])
  func `a run ends after 400 steps`(steps: Int, runs: Int) async throws {
    let count = try await storeCount({ $0 < steps ? [1] : [] }, depth: 1_000) { makeCounter() }
    // A larger space is doubted by one walk more.
    #expect(count == runs + doubts + 1)
  }

  @Test func `an exploration takes its first ten thousand steps, however late it is`() async throws {
    let count = Mutex(0)
    let exploration = try await LiveExploration.explore(
      makeCounter,
      { _ in
        count.withLock { $0 += 1 }
        return [0]
      },
      within: SpaceBounds(),
      CallSite(),
      isolation: nil
    )
    try await exploration.wander(until: ContinuousClock.now, seed: 0, isolation: nil)
    // The inputs are read when the only state is found, and at each step.
    #expect(count.withLock(\.self) == 1 + 10_000)
  }

  @Test func `effects that look alike and were started in different states are doubted`() async throws {
    let count = try await storeCount { _ in
      [.flip, .save]
    } store: {
      TestStore(initialState: Switch.State()) { Switch() }
    }
    #expect(count == 1 + doubts + mergeWalks)
  }

  @Test func `an effect of the start is the same in all states`() async throws {
    let count = try await storeCount { _ in
      [.flip]
    } store: {
      TestStore(initialState: false) { Radiator() }
    }
    // The second run lets it end where the lamp is on.
    #expect(count == 2 + doubts)
  }

  @Test func `an effect that goes on to a new situation is not doubted`() async throws {
    let count = try await storeCount {
      $0 ? [] : [.start]
    } store: {
      TestStore(initialState: false) { Stages() }
    }
    #expect(count == 1 + doubts)
  }

  @Test func `an exploration whose task is cancelled takes no further walk`() async throws {
    let last = 1 + doubts + 1
    let count = try await Task {
      var count = 0
      _ = try await StateSpace(inputs: [.flip, .save]) {
        count += 1
        if count == last { withUnsafeCurrentTask { $0?.cancel() } }
        return TestStore(initialState: Switch.State()) { Switch() }
      }
      return count
    }
    .value
    #expect(count == last)
  }

  @Test func `an effect that goes on for ever has a last situation`() async throws {
    let space = try await StateSpace(inputs: []) { TestStore(initialState: false) { Blinker() } }
    let report = space.check(.sometimes("it is bright") { $0.state }, suspects: false)
    #expect(report.description == "13 states, 13 edges, depth 12, 0 dead ends, complete")
  }

  @Test func `a store that begins beyond the limits is a failure, also of a search for bugs`() async throws {
    let bounds = SpaceBounds(runningEffects: 0)
    func makeStore() -> TestStore<Radiator> { TestStore(initialState: false) { Radiator() } }
    let failures = await recordingFailures {
      await #expect(throws: (any Error).self) {
        _ = try await StateSpace(inputs: [.flip], bounds: bounds) { makeStore() }
      }
      await #expect(throws: (any Error).self) {
        _ = try await findBugs(inputs: [.flip], within: .zero, bounds: bounds) { makeStore() }
      }
    }
    let headline = "The exploration of Radiator has stopped at its start, at 0 running effects."
    #expect(failures.map(\.headline) == [headline, headline])
    let advice = "Raise 'bounds', or let the store start fewer effects."
    #expect(failures.map(\.details) == [advice, advice])
  }
}
