import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// A lamp that a timer puts out. Its remote has a gate.
private struct Lamp: Reducer {
  struct State: Equatable {
    var isOn = false
    var rows: [String] = []
  }

  enum Input: Sendable { case pressed, neverSent }
  enum Feedback: Sendable { case expired, named(String), failed }
  enum ID { case timer }

  /// The pause after which the lamp is put out.
  var pause = Duration.seconds(2)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.lampName) private var name

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pressed):
      state.isOn.toggle()
      guard state.isOn else { return .cancel(id: ID.timer) }
      return .merge(
        .run("timer") { [clock, pause] send in
          try await clock.sleep(for: pause)
          await send(.expired)
        }
        .cancellable(id: ID.timer),
        .run("name") { [name] send in
          do { await send(.named(try await name())) } catch { await send(.failed) }
        }
      )
    case .input(.neverSent): return .none
    case .feedback(.expired):
      state.isOn = false
      return .none
    case .feedback(.named(let name)):
      state.rows = [name]
      return .none
    case .feedback(.failed):
      state.rows = []
      return .none
    }
  }
}

private enum LampNameKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> String = { throw Broken() }
}

private struct Broken: Error, Equatable {}

extension DependencyValues {
  fileprivate var lampName: @Sendable () async throws -> String {
    get { self[LampNameKey.self] }
    set { self[LampNameKey.self] = newValue }
  }
}

/// A container.
@MainActor private final class Door: StateStore<Door.State, Never> {
  struct State: Equatable { var isOpen = false }

  init() { super.init(state: State()) }

  func open() { state.isOpen = true }
}

/// What `generateSuite` writes, and what it says of what it doesn't reach.
@Suite struct GenerateSuiteTests {
  private func makeStore(_ pause: Duration = .seconds(2)) -> TestStore<Lamp> {
    let store = TestStore(initialState: Lamp.State()) { Lamp(pause: pause) }
    store.gate("name", at: \.lampName) { [.success("desk"), .failure(Broken())] }
    return store
  }

  /// Writes the suite of the lamp, whose file doesn't exist.
  private func writeSuite(_ pause: Duration = .seconds(2)) async throws -> (GeneratedSuite, [TestFailure]) {
    var suite: GeneratedSuite?
    let failures = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite", store: { makeStore(pause) }) {
        Command.send(.pressed)
      }
    }
    return (try #require(suite), failures)
  }

  @Test func `every transition is asserted, at exact times, and every mutant is noticed that can be`() async throws {
    let (suite, failures) = try await writeSuite()
    #expect(suite.transitionCount == 7)
    #expect(suite.problems == [])
    #expect(suite.gaps == [".input(.neverSent): no way that was tried sends it."])
    #expect(suite.isComplete)
    #expect(suite.mutants.survivors.filter { !$0.text.contains("neverSent") }.map(\.text) == [])
    #expect(suite.source.contains("#expect(await store.clock.advanceToNextDeadline() == .seconds(2))"))
    #expect(suite.source.contains("makeStore(pause)"))
    #expect(failures.map(\.headline) == ["The suite 'AbsentLampSuite' is not written yet."])
  }

  @Test func `equal features have equal suites, and others have others`() async throws {
    let first = try await writeSuite().0.source
    let second = try await writeSuite().0.source
    let other = try await writeSuite(.seconds(3)).0.source
    #expect(first == second)
    #expect(first.contains("== .seconds(2))") && !first.contains("== .seconds(3))"))
    #expect(other.contains("== .seconds(3))") && !other.contains("== .seconds(2))"))
  }

  @Test func `a failure of the feature itself is told with its steps`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite") {
        let store = makeStore()
        store.always("the lamp stays off") { !$0.isOn }
        return store
      } commands: {
        Command.send(.pressed)
      }
    }
    let problem = try #require(suite?.problems.first)
    #expect(problem.contains("the lamp stays off"))
    #expect(problem.hasSuffix("after pressed"))
    #expect(suite?.testCount == 0 || suite?.source.contains("pressed)") == false)
  }

  @Test func `only the tests that a suite lacks are written`() async throws {
    let coverage = try await checkCoverage(of: Lamp.self) {
      let store = makeStore()
      let name = store.gate("name", at: \.lampName)
      await store.send(.pressed) { $0.isOn = true }
      await name.succeed(with: "desk")
      await store.receive({ .named($0) }) { $0.rows = ["desk"] }
      await store.clock.advance(by: .seconds(2))
      await store.receive({ .expired }) { $0.isOn = false }
    }
    let advice = "'generateTests(completing:)' writes the tests of what is missing, from this report as JSON."
    #expect(coverage?.text.hasSuffix("\n\n\(advice)\n") == true)
    let missing = try await generateTests(completing: coverage?.json ?? "", store: { makeStore() }) {
      Command.send(.pressed)
    }
    #expect(missing.gapCount == 4)
    #expect(missing.names == ["pressed, then name fails", "pressed, then pressed"])
    #expect(missing.description.hasPrefix("2 tests close 4 gaps:\n\n"))
    #expect(missing.source.contains("await name.fail(with: Broken())"))
    #expect(!missing.source.contains("@Suite"))
  }

  @Test func `a text that is no coverage of the feature is refused`() async throws {
    var missing: MissingTests?
    let failures = try await recordingFailures {
      missing = try await generateTests(completing: "{}", store: { makeStore() }) { Command.send(.pressed) }
    }
    #expect(failures.map(\.headline) == ["The text is no coverage of Lamp."])
    #expect(missing?.description == "No test to write.")
  }

  @Test func `a gate without answers is named`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite") {
        let store = TestStore(initialState: Lamp.State()) { Lamp() }
        store.gate("name", at: \.lampName)
        return store
      } commands: {
        Command.send(.pressed)
      }
    }
    #expect(suite?.gaps.contains("what follows a call at the gate 'name': the gate has no 'answers:'.") == true)
  }

  @Test(arguments: [(0, 20), (100, 0)])
  func `limits that allow nothing are misuse`(runs: Int, steps: Int) async throws {
    let failures = try await recordingFailures {
      try await generateSuite(named: "AbsentLampSuite", runs: runs, steps: steps, store: { makeStore() }) {
        Command.send(.pressed)
      }
    }
    #expect(failures.map(\.kind) == [.misuse])
  }

  @MainActor @Test func `a container is misuse`() async throws {
    var suite: GeneratedSuite?
    let failures = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentDoorSuite", store: { TestStore { Door() } }) {
        Command.call("open") { $0.open() }
      }
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline
        == "No suite can be written of a container: its calls are code, which no test can repeat from its name."
    )
    #expect(suite?.testCount == 0)
  }

  @Test func `the arguments of a call, and the effects that a message leaves, are asserted`() async throws {
    let (suite, _) = try await writeSuite()
    #expect(suite.source.contains("#expect(store.inFlightEffects.map(\\.name) == [\"name\"])"))
  }

  @Test func `the trait carries the score that holds`() async throws {
    let (suite, _) = try await writeSuite()
    let score = (suite.mutants.score * 100).rounded(.down) / 100
    #expect(suite.source.contains("minimumScore: \(score))"))
  }

  @Test func `names are unique, and tell values`() {
    var first = SuiteRun(steps: [])
    first.words = ["query changed \"a\"", "search answers"]
    first.stepGoals = [[0], [1]]
    first.changes = [true, true]
    var second = first
    second.stepGoals = [[0], [1, 2]]
    let names = SuiteNames.names(of: [first, second], worth: [1, 5, 5])
    #expect(names == ["query changed \"a\", then search answers", "query changed \"a\""])
  }

  @Test(arguments: [
    ("queryChanged", "query changed"), (".search(.queryChanged)", "search query changed"), ("loadURL", "load URL"),
    ("x", "x"),
  ])
  func `a name is written in words`(name: String, words: String) {
    #expect(SuiteNames.words(of: name) == words)
  }
}

/// A radio that plays what its station sends.
private struct Radio: Reducer {
  struct State: Equatable {
    var heard: [String] = []
    var isOn = false
    var isBroken = false
  }

  enum Input: Sendable { case pressed }
  enum Feedback: Sendable, Equatable { case heard(String), ended, broke }

  @Dependency(\.station) private var station

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pressed):
      guard !state.isOn else { return .none }
      state = State(isOn: true)
      return .run("station") { [station] send in
        do {
          for try await song in station() { await send(.heard(song)) }
          await send(.ended)
        } catch {
          await send(.broke)
        }
      }
    case .feedback(.heard(let song)):
      state.heard = [song]
      return .none
    case .feedback(.ended):
      state.isOn = false
      return .none
    case .feedback(.broke):
      state.isOn = false
      state.isBroken = true
      return .none
    }
  }
}

private enum StationKey: TestDependencyKey {
  static let testValue: @Sendable () -> AsyncThrowingStream<String, any Error> = { AsyncThrowingStream { $0.finish() } }
}

extension DependencyValues {
  fileprivate var station: @Sendable () -> AsyncThrowingStream<String, any Error> {
    get { self[StationKey.self] }
    set { self[StationKey.self] = newValue }
  }
}

/// Streams in written suites.
@Suite struct GenerateSuiteOfStreamTests {
  @Test func `elements, the end and the failure of a stream are steps`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentRadioSuite") {
        let store = TestStore(initialState: Radio.State()) { Radio() }
        store.gate("station", at: \.station) { [.element("song"), .finish, .failure(Broken())] }
        return store
      } commands: {
        Command.send(.pressed)
      }
    }
    let source = try #require(suite?.source)
    #expect(suite?.problems == [])
    #expect(suite?.gaps == [])
    #expect(suite?.pairCount == suite?.possiblePairCount)
    #expect(source.contains("await station.yield(\"song\")"))
    #expect(source.contains("await station.finish()"))
    #expect(source.contains("await station.fail(with: Broken())"))
  }
}
