import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// A container.
@MainActor private final class Door: StateStore<Door.State, Never> {
  struct State: Equatable { var isOpen = false }

  init() { super.init(state: State()) }

  func open() { state.isOpen = true }
}

/// What `generateSuite` writes, and what it says of what it doesn't reach.
@Suite struct GenerateSuiteTests {
  /// The suite of the lamp, which several tests read, as it takes seconds to write.
  private static let written = Task { try await writeSuite() }

  /// Writes the suite of the lamp, whose file doesn't exist.
  private static func writeSuite(_ pause: Duration = .seconds(2)) async throws -> (GeneratedSuite, [TestFailure]) {
    var suite: GeneratedSuite?
    let failures = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite", store: { Lamp.makeStore(pause) }) {
        Command.send(.pressed)
      }
    }
    return (try #require(suite), failures)
  }

  @Test func `every transition is asserted, at exact times, and every mutant is noticed that can be`() async throws {
    let (suite, failures) = try await Self.written.value
    #expect(suite.transitionCount == 7)
    #expect(suite.problems == [])
    #expect(suite.gaps == [".input(.neverSent): no way that was tried sends it."])
    #expect(suite.isComplete)
    #expect(suite.mutants.survivors.filter { !$0.text.contains("neverSent") }.map(\.text) == [])
    #expect(suite.source.contains("#expect(await store.clock.advanceToNextDeadline() == .seconds(2))"))
    #expect(suite.source.contains("Lamp.makeStore(pause)"))
    #expect(failures.map(\.headline) == ["The suite 'AbsentLampSuite' is not written yet."])
  }

  @Test func `equal features have equal suites, and others have others`() async throws {
    let first = try await Self.written.value.0.source
    let second = try await Self.writeSuite().0.source
    let other = try await Self.writeSuite(.seconds(3)).0.source
    #expect(first == second)
    #expect(first.contains("== .seconds(2))") && !first.contains("== .seconds(3))"))
    #expect(other.contains("== .seconds(3))") && !other.contains("== .seconds(2))"))
  }

  @Test func `a suite with a file is the same with another effort`() async throws {
    var effort = ExplorationEffort()
    effort.factor = 0.01
    let other = try await ExplorationEffort.$override.withValue(effort) { try await Self.writeSuite().0.source }
    #expect(try await Self.written.value.0.source == other)
  }

  @Test func `a failure of the feature itself is told with its steps`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite") {
        let store = Lamp.makeStore()
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
      try await generateSuite(named: "AbsentLampSuite", runs: runs, steps: steps, store: { Lamp.makeStore() }) {
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

  @Test func `a feature that no other file can name is refused, and told how to be named`() async throws {
    struct Local: Reducer {
      struct State: Equatable {}
      enum Input: Sendable { case pressed }
      func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> { .none }
    }
    var suite: GeneratedSuite?
    let failures = try await recordingFailures {
      suite = try await generateSuite(
        named: "AbsentSuite",
        store: { TestStore(initialState: Local.State()) { Local() } }
      ) {
        Command.send(.pressed)
      }
    }
    #expect(failures.map(\.headline) == ["No suite can be written of Local: no other file can name it."])
    #expect(suite?.source == "")
  }

  @Test func `a feature with operators around it is named by its parts, as its type may be hidden`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentLampSuite", steps: 2) {
        TestStore(initialState: Lamp.State()) { Lamp().intercepting { message, state, next in next(message, &state) } }
      } commands: {
        Command.send(.neverSent)
      }
    }
    let type = "TestStore<some Reducer<Lamp.State, Lamp.Input, Lamp.Feedback, Never>>"
    #expect(suite?.source.contains("func makeStore() -> \(type) {") == true)
  }

  @Test func `the arguments of a call, and the effects that a message leaves, are asserted`() async throws {
    let (suite, _) = try await Self.written.value
    #expect(suite.source.contains("#expect(store.inFlightEffects.map(\\.name) == [\"name\"])"))
  }

  @Test func `a test has a paragraph for each input with what follows, and says what the steps don't show`()
    async throws
  {
    let (suite, _) = try await Self.written.value
    // The name is answered after the lamp was put out.
    #expect(suite.source.contains("name answers after pressed.\n"))
    #expect(suite.source.contains("    // This cancels timer.\n    await store.send(.pressed) { $0.isOn = false }\n"))
    #expect(suite.source.contains("\n\n    await store.send(.pressed) { $0.isOn = true }\n"))
    #expect(suite.source.contains("    // The name is about this step."))
  }

  @Test(arguments: [
    (Fields(), Fields(isOn: true), ["is on"]), (Fields(isOn: true), Fields(), ["is no longer on"]),
    (Fields(), Fields(hasError: true), ["has error"]), (Fields(hasError: true), Fields(), ["no longer has error"]),
    (Fields(), Fields(loading: true), ["loading becomes true"]), (Fields(), Fields(), []),
    (Fields(), Fields(phase: .failed(1)), ["phase becomes failed"]),
    (Fields(rows: [1]), Fields(), ["rows becomes empty"]),
    (Fields(), Fields(rows: [1]), ["rows becomes [1]"]), (Fields(page: 2), Fields(), ["page becomes nil"]),
    (Fields(), Fields(page: 2), ["page becomes 2"]),
    (Fields(), Fields(inner: .init(name: "a")), ["inner name becomes \"a\""]),
    (Fields(), Fields(isOn: true, page: 2), ["is on", "page becomes 2"]),
  ])
  func `a change is told in the words of its field`(old: Fields, new: Fields, words: [String]) {
    #expect(SuiteChange.words(from: old, to: new) == words)
  }

  /// A state of a field of each kind.
  struct Fields: Equatable {
    enum Phase: Equatable { case idle, failed(Int) }
    struct Inner: Equatable { var name = "" }

    var isOn = false
    var hasError = false
    var loading = false
    var phase = Phase.idle
    var rows: [Int] = []
    var page: Int?
    var inner = Inner()
  }

  @Test func `a source that can't be read gives no suite`() async throws {
    var suite: GeneratedSuite?
    let failures = try await recordingFailures {
      suite = try await generateSuite(
        named: "AbsentLampSuite",
        steps: 2,
        fileID: "Tests/Absent.swift",
        filePath: "/absent/Absent.swift",
        line: 7,
        store: { Lamp.makeStore() }
      ) {
        Command.send(.pressed)
      }
    }
    #expect(
      failures.map(\.headline) == ["The source at Absent.swift:7 can't be read, so the suite has no store."]
    )
    #expect(suite?.source == "")
  }

  @Test func `makeStore alone sets up the store, and no test does it again`() async throws {
    let (suite, _) = try await Self.written.value
    #expect(suite.source.count("store.exhaustivity = .strict") == 1)
    #expect(suite.source.count("store.answersGatesManually = true") == 1)
  }

  @Test func `a suite of a feature without pairs asserts all of them`() {
    #expect(GeneratedSuite(withoutTestsOf: Lamp.self, named: "AbsentLampSuite").pairShare == 1)
  }

  @Test func `the trait carries the score that holds`() async throws {
    let (suite, _) = try await Self.written.value
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
    #expect(names.map(\.text) == ["query changed \"a\", then search answers", "query changed \"a\""])
  }

  @Test(arguments: [
    ("queryChanged", "query changed"), (".search(.queryChanged)", "search query changed"), ("loadURL", "load URL"),
    ("x", "x"),
  ])
  func `a name is written in words`(name: String, words: String) {
    #expect(SuiteNames.words(of: name) == words)
  }
}

/// A bell that rings at most once a second.
struct Bell: Reducer {
  struct State: Equatable { var rings = 0 }
  enum Input: Sendable { case pressed }
  enum Feedback: Sendable, Equatable { case rang }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pressed):
      guard state.rings < 2 else { return .none }
      return .run("ring") { send in await send(.rang) }.throttle(id: "bell", for: .seconds(1), latest: false)
    case .feedback(.rang):
      state.rings += 1
      return .none
    }
  }
}

/// Throttled effects in written suites.
@Suite struct GenerateSuiteOfThrottleTests {
  @Test func `the end of an interval is a step, after which the effect runs again`() async throws {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(
        named: "AbsentBellSuite",
        store: { TestStore(initialState: Bell.State()) { Bell() } }
      ) {
        Command.send(.pressed)
      }
    }
    let source = try #require(suite?.source)
    #expect(source.contains("await store.clock.advance(by: .seconds(1))"))
    #expect(source.contains("$0.rings = 2"))
    #expect(suite?.problems == [])
  }
}

/// Calls in written suites that go on after they are cancelled.
@Suite struct GenerateSuiteOfErrandTests {
  private func suite(isEndless: Bool = false) async throws -> GeneratedSuite {
    var suite: GeneratedSuite?
    _ = try await recordingFailures {
      suite = try await generateSuite(named: "AbsentErrandSuite") {
        let store = TestStore(initialState: Errand.State()) { Errand(isEndless: isEndless) }
        store.gate("shop", at: \.shop) { [.success("milk")] }
        return store
      } commands: {
        Command.send(.left)
        Command.send(.wentHome, when: { _ in !isEndless })
      }
    }
    return try #require(suite)
  }

  @Test func `a test answers a call that goes on after its cancellation, before it ends`() async throws {
    let suite = try await suite()
    #expect(suite.problems == [])
    #expect(suite.gaps == [])
    #expect(suite.source.contains("// shop answers although it was cancelled."))
    let ends = suite.source.split(separator: "await store.finish()").dropLast()
    #expect(ends.count == suite.testCount)
    for test in ends {
      let (calls, answers) = (test.count("receiveEffect("), test.count("await shop.succeed("))
      #expect(calls == answers)
    }
  }

  @Test func `a way that no answer ends has no test, and the head says so`() async throws {
    let suite = try await suite(isEndless: true)
    #expect(suite.testCount == 0)
    let end = ": an effect goes on after its cancellation, whatever answers its calls get, so no test of it ends."
    #expect(suite.gaps.contains { $0.hasSuffix(end) })
  }
}

extension StringProtocol {
  /// Returns how often a text occurs.
  fileprivate func count(_ text: String) -> Int { ranges(of: text).count }
}

/// A radio that plays what its station sends.
struct Radio: Reducer {
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
