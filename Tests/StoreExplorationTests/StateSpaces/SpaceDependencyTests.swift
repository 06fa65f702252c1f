import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

extension DependencyValues {
  fileprivate var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

/// The key of a number that each test must provide.
private enum StepKey: DependencyKey {
  static let liveValue = 1
}

/// A tally that counts by its dependency.
private struct Tally: Reducer {
  @Dependency(\.step) var step

  func reduce(message: Message<Bool, Never>, into state: inout Int) -> Effect<Never, Never> {
    state = min(state + step, 6)
    return .none
  }
}

/// A feature that gives itself a name.
private struct Naming: Reducer {
  @Dependency(\.uuid) var uuid

  func reduce(message: Message<Bool, Never>, into state: inout [UUID]) -> Effect<Never, Never> {
    if state.isEmpty { state.append(uuid()) }
    return .none
  }
}

/// A feature that shows how exact its clocks are.
private struct Resolutions: Reducer {
  @Dependency(\.continuousClock) var continuousClock
  @Dependency(\.suspendingClock) var suspendingClock

  func reduce(message: Message<Bool, Never>, into state: inout [Duration]) -> Effect<Never, Never> {
    state = [continuousClock.minimumResolution, suspendingClock.minimumResolution]
    return .none
  }
}

/// A clock that is exact to an hour.
private struct CoarseClock: Clock {
  let minimumResolution = Duration.seconds(3_600)

  var now: ContinuousClock.Instant { .now }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// The dependencies with which the state space of a trait reduces.
@Suite struct SpaceDependencyTests {
  /// A way to provide the dependency.
  enum Provision: CaseIterable {
    case space, dependency, dependencies, withDependencies

    fileprivate var trait: DependencyTrait? {
      switch self {
      case .dependency: .dependency(\.step, 2)
      case .dependencies: .dependencies { $0.step = 2 }
      default: nil
      }
    }
  }

  /// Runs a body under the trait of a provision.
  private func provide(_ provision: Provision, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    if let trait = provision.trait {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    } else if provision == .withDependencies {
      try await withDependencies {
        $0.step = 2
      } operation: {
        try await body()
      }
    } else {
      try await body()
    }
  }

  /// The failures of a suite with a trait that has a state space.
  private func failures(_ provision: Provision?, ofMutants: Bool) async throws -> [TestFailure] {
    let space: @Sendable () -> StateSpace<Tally> = {
      guard provision == .space else {
        return StateSpace(initialState: 0, inputs: [true]) { Tally() }  // Here: space
      }
      return StateSpace(initialState: 0, inputs: [true]) {
        Tally()
      } withDependencies: {
        $0.step = 2
      }
    }
    let reader = TransitionReader { StateDiagram.mode(of: $0) }
    let body: @Sendable () async throws -> Void = {
      let store = TestStore(initialState: 0) {
        Tally()
      } withDependencies: {
        if provision == nil || provision == .space { $0.step = 2 }
      }
      await store.send(true) { $0 = 2 }
      await store.send(true) { $0 = 4 }
      await store.send(true) { $0 = 6 }
      await store.finish()
    }
    let run: (@escaping @Sendable () async throws -> Void) async throws -> Void = { body in
      guard let provision else { return try await body() }
      try await provide(provision, body)
    }
    return try await recordingFailures {
      if ofMutants {
        var options = MutationScope.Options(feature: FeatureMatch(type: Tally.self), minimumScore: 0)
        options.judge = { SpaceJudge(space: space(), reader: reader) }
        let scope = MutationScope(options)
        try await run { try await scope.run(TestBody(body), name: "tally", site: CallSite()) }
        scope.judge(at: CallSite(#_sourceLocation))
      } else {
        var options = CoverageScope.Options(feature: FeatureMatch(type: Tally.self))
        options.setGoal { space() }
        let scope = CoverageScope(options)
        try await run { try await scope.run(body) }
        await scope.judge("suite", at: CallSite(#_sourceLocation))
      }
    }
  }

  @Test(
    arguments: [Provision.space, .dependency, .dependencies, .withDependencies],
    [false, true]
  )
  func `the space of a trait has the dependencies of the test`(by provision: Provision, ofMutants: Bool) async throws {
    #expect(try await failures(provision, ofMutants: ofMutants).isEmpty)
  }

  @Test func `a space has the clocks that it is given, and those of a test store otherwise`() async {
    func resolutions(_ update: @escaping (inout DependencyValues) -> Void) -> [Duration] {
      var last: [Duration] = []
      StateSpace(initialState: [], inputs: [true]) {
        Resolutions()
      } withDependencies: {
        update(&$0)
      }
      .check(
        .always("both are shown") {
          last = $0.state.isEmpty ? last : $0.state
          return true
        },
        suspects: false
      )
      return last
    }
    let (usual, coarse) = (TestClock().minimumResolution, CoarseClock().minimumResolution)
    let failures = await recordingFailures {
      #expect(resolutions { _ in } == [usual, usual])
      #expect(resolutions { $0.continuousClock = CoarseClock() } == [coarse, usual])
      #expect(resolutions { $0.suspendingClock = CoarseClock() } == [usual, coarse])
    }
    #expect(failures.isEmpty)
  }

  @Test func `a dependency that counts starts anew for each message`() async {
    let failures = await recordingFailures {
      StateSpace(initialState: [], inputs: [true, false]) {
        Naming()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      .check(.always("one name") { $0.state.isEmpty || $0.state == [UUIDGenerator.incrementing()] })
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a missing dependency is one failure, which names the space and its line`(ofMutants: Bool) async throws {
    let failures = try await failures(nil, ofMutants: ofMutants)
    #expect(failures.kinds == [.unimplementedDependency])
    #expect(failures.first?.headline.hasPrefix("In the state space of Tally: ") ?? false)
    #expect(failures.first?.details.contains("1. send true") ?? false)
    #expect(failures.first?.fileID == #fileID)
    #expect(failures.map(\.line) == [markedLine("space")])
  }
}
