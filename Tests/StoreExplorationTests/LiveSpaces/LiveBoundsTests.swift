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

/// The limits of an exploration of a real feature, and its start.
@Suite struct LiveBoundsTests {
  private func makeCounter() -> TestStore<Reduce<Int, Int>> {
    TestStore(initialState: 0) {
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

  @Test func `an exploration gives up a situation to which no second store leads`() async throws {
    var number = 0
    let space = try await StateSpace(inputs: { [0: [1], 6: [1, 2]][$0] ?? [] }) {
      number += 1
      // Each other store leads to six.
      let first = number.isMultiple(of: 2) ? 1 : 6
      return TestStore(initialState: 0) {
        Reduce<Int, Int> { state, number in
          state = state == 0 ? first : 6 + number
          return .none
        }
      }
    }
    _ = await recordingFailures {
      let report = space.check(suspects: false)
      #expect(report.cut == "where situations that look alike went on differently: after 1")
      #expect(report.states == 3, "a third store would find a fourth state")
    }
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
