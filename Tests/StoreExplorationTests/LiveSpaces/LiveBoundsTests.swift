import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// A question that is asked at the start, and taken back.
private struct TakenBack: Reducer {
  enum Input { case touched }
  enum Feedback { case left }

  let ask: @Sendable () async -> Int

  func start(from state: Int) -> Effect<Feedback, Never> {
    .merge(
      .run("ask") { _ in _ = await ask() }.cancellable(id: "ask"),
      .run("leave") { send in await send(.left) }
    )
  }

  func reduce(message: Message<Input, Feedback>, into state: inout Int) -> Effect<Feedback, Never> {
    switch message {
    case .input(.touched): .none
    case .feedback(.left): .cancel(id: "ask")
    }
  }
}

/// Two calls at the start that a test has to implement.
private struct Unprepared: Reducer {
  @Dependency(\.suspectLoad) var load
  @Dependency(\.suspectPost) var post

  func start(from state: Int) -> Effect<Never, Never> {
    .run("prepare") { _ in
      _ = try? await load(0)
      try? await post("")
    }
  }

  func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> { .none }
}

/// The limits of an exploration of a real feature, and its start.
@Suite struct LiveBoundsTests {
  private func makeCounter(from start: Int = 0) -> TestStore<Reduce<Int, Int>> {
    TestStore(initialState: start) {
      Reduce { state, number in
        state += number
        return .none
      }
    }
  }

  @Test(arguments: [(3, nil), (2, "at 2 states")]) func `a space is complete that has as many states as it may have`(
    limit: Int,
    cut: String?
  ) async throws {
    let space = try await StateSpace(inputs: { $0 < 2 ? [1] : [] }, bounds: SpaceBounds(states: limit)) {
      makeCounter()
    }
    _ = await recordingFailures { #expect(space.check(suspects: false).cut == cut) }
  }

  @Test func `no state of a space lies beyond its depth`() async throws {
    let space = try await StateSpace(inputs: [1], bounds: SpaceBounds(depth: 1)) { makeCounter() }
    _ = await recordingFailures {
      let report = space.check(suspects: false)
      #expect(report.description == "2 states, 1 edge, depth 1, 0 dead ends, incomplete")
      #expect(report.cut == "at a depth of 1")
    }
  }

  @Test func `random walks behind a space end at the limit of its states`() async throws {
    var report: BugReport?
    _ = try await recordingReports {
      report = try await findBugs(inputs: [1], within: .zero, bounds: SpaceBounds(states: 3, depth: 1)) {
        makeCounter()
      }
    }
    #expect(report?.report.cut == "at 3 states")
    #expect(report?.tried.contains("random walks from the start: 1 more state") == true, "\(report?.tried ?? [])")
  }

  @Test func `a space that has met its limit has the steps between its states`() async throws {
    let space = try await StateSpace(inputs: { $0 == 0 ? [1, 2, 0] : [0] }, bounds: SpaceBounds(states: 2)) {
      makeCounter()
    }
    _ = await recordingFailures {
      let report = space.check(suspects: false)
      #expect(report.description == "2 states, 1 edge, depth 1, 0 dead ends, incomplete")
    }
  }

  @Test func `an exploration ends as soon as two stores begin differently`() async throws {
    var number = 0
    let space = try await StateSpace(inputs: { $0.count < 2 ? [1, 2] : [] }) {
      number += 1
      return TestStore(initialState: [number]) {
        Reduce<[Int], Int> { state, number in
          state.append(number)
          return .none
        }
      }
    }
    #expect(number == 2)
    _ = await recordingFailures {
      let cut = space.check(suspects: false).cut
      #expect(cut?.contains("two stores begin differently") == true, "\(cut ?? "")")
    }
  }

  @Test func `two stores that begin differently are named though a space has all its states`() async throws {
    var number = 0
    let space = try await StateSpace(inputs: { $0 == 0 ? [1] : [] }, bounds: SpaceBounds(states: 2)) {
      number += 1
      return makeCounter(from: number == 1 ? 0 : 5)
    }
    _ = await recordingFailures {
      let cut = space.check(suspects: false).cut
      #expect(cut?.contains("two stores begin differently") == true, "\(cut ?? "")")
    }
  }

  @Test func `a step that only some stores offer makes the space incomplete`() async throws {
    var number = 0
    let space = try await StateSpace { state in
      state != 0 ? [] : number.isMultiple(of: 2) ? [1] : [1, 2]
    } store: {
      number += 1
      return makeCounter()
    }
    _ = await recordingFailures {
      #expect(
        space.check(suspects: false).cut
          == "where situations that look alike went on differently: a step is possible at one time and not at another"
      )
    }
  }

  private func inputsOfRareSix(_ state: Int) -> [Int] { [0: [1], 6: [1, 2]][state] ?? [] }

  /// Makes a store that leads to six, and the next time one that doesn't.
  private func makeStoreOfRareSix(_ number: inout Int) -> TestStore<Reduce<Int, Int>> {
    number += 1
    let first = number.isMultiple(of: 2) ? 1 : 6
    return TestStore(initialState: 0) {
      Reduce<Int, Int> { state, number in
        state = state == 0 ? first : 6 + number
        return .none
      }
    }
  }

  @Test func `an exploration gives up a situation to which no second store leads`() async throws {
    var number = 0
    let space = try await StateSpace(inputs: inputsOfRareSix) { makeStoreOfRareSix(&number) }
    _ = await recordingFailures {
      let report = space.check(suspects: false)
      #expect(report.cut == "where situations that look alike went on differently: after 1")
      #expect(report.states == 3, "a third store would find a fourth state")
    }
  }

  @Test func `random walks reach what no second store of an exploration has reached`() async throws {
    var number = 0
    var report: BugReport?
    _ = try await recordingReports {
      report = try await findBugs(inputs: inputsOfRareSix, within: .zero) { makeStoreOfRareSix(&number) }
    }
    #expect(report?.tried.contains("random walks from the start: 1 more state") == true, "\(report?.tried ?? [])")
  }

  @Test func `an effect that waits outside hides a part of a feature`() async throws {
    let space = try await StateSpace(inputs: { $0 == 0 ? [1] : [] }) {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      return TestStore(initialState: 0) {
        Reduce<Int, Int> { state, number in
          state = number
          return .run("listen") { send in
            for await number in numbers { await send(number) }
            source.finish()
          }
        }
      }
    }
    _ = await recordingFailures {
      #expect(
        space.check(suspects: false).cut
          == "at listen, which waits for something outside of the test's clocks and gates"
      )
    }
  }

  /// Returns an effect that listens to a stream of its own.
  private static func listening(_ name: String) -> Effect<Int, Never> {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    return .run("\(name)") { send in
      for await number in numbers { await send(number) }
      source.finish()
    }
  }

  @Test func `of two effects that wait outside, the older one is named`() async throws {
    let space = try await StateSpace(inputs: { $0 == 0 ? [1] : [] }) {
      TestStore(initialState: 0) {
        Reduce<Int, Int> { state, number in
          state = number
          return .merge(Self.listening("first"), Self.listening("second"))
        }
      }
    }
    _ = await recordingFailures {
      #expect(
        space.check(suspects: false).cut
          == "at first, which waits for something outside of the test's clocks and gates"
      )
    }
  }

  @Test func `the first failure at the start of a feature is reported, and no other`() async throws {
    let failures = try await recordingFailures {
      _ = try await StateSpace(inputs: [1]) { TestStore(initialState: 0) { Unprepared() } }
    }
    #expect(
      failures.map(\.headline) == [
        "In the state space of Unprepared: load was called, but has no implementation here"
      ]
    )
  }

  @Test func `three failures of a feature are reported, and not each of many`() async throws {
    struct Missing: Reducer {
      @Dependency(\.suspectPost) var post

      func reduce(message: Message<Int, Never>, into state: inout Int) -> Effect<Never, Never> {
        .run("post") { _ in try? await post("") }
      }
    }
    let failures = try await recordingFailures {
      _ = try await StateSpace(inputs: [1, 2, 3, 4, 5]) { TestStore(initialState: 0) { Missing() } }
    }
    #expect(failures.count == 3, "\(failures.map(\.headline))")
  }

  @Test func `an effect that has been cancelled at the start makes no situation of its own`() async throws {
    let space = try await StateSpace(inputs: [.touched]) {
      let gate = Gate<Void, Int, Never>("ask") { _ in [.success(1)] }
      return TestStore(initialState: 0) { TakenBack { await gate() } }
    }
    #expect(space.check(suspects: false).description == "1 state, 1 edge, depth 0, 0 dead ends, complete")
  }
}
