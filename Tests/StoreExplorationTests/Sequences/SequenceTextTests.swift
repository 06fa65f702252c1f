import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport
import Testing

/// Tests the failure text of a sequence, and that the test in the text fails in the same way.
@Suite struct SequenceTextTests {
  /// The store that the sequences and the printed test use.
  private func makeStore() -> TestStore<Phone> { BuggyFeature.phone() }

  @Test func `a failure has a test to paste and a trait that replays it`() async {
    let failures = await recordingFailures {
      await checkSequences {  // Fails: failedSequence
        makeStore()
      } commands: {
        BuggyFeature.phoneCommands
      }
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.map(\.text) == [
        """
        The test fails after 6 steps: "seconds pass only during a call" does not hold after .tick.

            • seconds: 0 -> 1

        The state: State(phase: .idle, digits: "11", seconds: 1)

        It is asserted at BuggyFeatures.swift:236.

        It was found in run 14 of 200, with seed 0, and shrunk from 18 steps to 6. No shorter sequence fails in this way.

        As a test, if 'makeStore()' makes the store as this test does:

            @Test func failingSequence() async throws {
              let store = makeStore()
              store.exhaustivity = .off
              store.answersGatesManually = true
              await store.send(.digit("1"))
              await store.send(.digit("1"))
              await store.send(.call)
              let dial = store.gate("dial", as: Gate<String, Void, any Error>.self)
              await dial.succeed()
              await store.send(.hangUp)
              await store.clock.advance(by: .seconds(1))
            }

        To replay only this sequence:

            @Test(.sequence("q1-c945 1:digit=0, 1:digit=0, 2:call, answer:dial/1.1, 3:hangUp, 4:advance=1"))
        """
      ]
    )
  }

  @Test func `the printed test fails in the same way`() async throws {
    /// It is pasted from the failure above.
    func failingSequence() async throws {
      let store = makeStore()
      store.exhaustivity = .off
      store.answersGatesManually = true
      await store.send(.digit("1"))
      await store.send(.digit("1"))
      await store.send(.call)
      let dial = store.gate("dial", as: Gate<String, Void, any Error>.self)
      await dial.succeed()
      await store.send(.hangUp)
      await store.clock.advance(by: .seconds(1))  // Fails: brokenInvariant
    }

    let failures = try await recordingFailures { try await failingSequence() }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == #""seconds pass only during a call" does not hold after .tick."#)
  }
}

/// Failure texts with a later call, values of custom types, and an error.
@Suite struct SequenceAnswerTextTests {
  /// Makes a store in which an error for the second of two calls breaks a promise.
  private func makeStore() -> TestStore<Inquirer> {
    let store = TestStore(initialState: Inquirer.State()) { Inquirer() }
    _ = store.gate("a query", at: \.asking.ask) { number in
      [
        .success(.yes), .success(.maybe(Double(number), because: ["it \"rains\""])),
        .failure(Inquirer.Refusal.tired(2)),
        .never,
      ]
    }
    store.always("nobody is tired of the second question") { $0.refusals[2] == nil }
    return store
  }

  @Test func `calls, values and errors are written as they were declared`() async {
    let failures = await recordingFailures {
      await checkSequences {
        makeStore()
      } commands: {
        Command.send { .ask($0.one(of: 1, 2)) }
      }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.details.contains(
        """
            @Test func failingSequence() async throws {
              let store = makeStore()
              store.exhaustivity = .off
              store.answersGatesManually = true
              await store.send(.ask(2))
              let aQuery = store.gate("a query", as: Gate<Int, Inquirer.Answer, any Error>.self)
              await aQuery.fail(with: Inquirer.Refusal.tired(2))
            }
        """
      ) ?? false
    )
  }

  @Test func `a call behind longer waiting ones is answered by its place`() async {
    let failures = await recordingFailures {
      await checkSequences {
        let store = makeStore()
        store.always("the second call is not answered before the first") { !($0.calls > 1 && $0.answers == [2]) }
        return store
      } commands: {
        for number in 1...2 { Command.send(.ask(number), when: { $0.calls == number - 1 }) }
        Command.answer("a query", when: { $0.calls == 2 })
      }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.details.contains(
        """
              await store.send(.ask(1))
              await store.send(.ask(2))
              let aQuery = store.gate("a query", as: Gate<Int, Inquirer.Answer, any Error>.self)
              await aQuery.succeed(with: .yes, skipping: 1)
            }
        """
      ) ?? false
    )
    #expect(failures.first?.details.contains("answer:a query/2.1") ?? false)
  }

  @Test func `the printed test of a later call compiles and fails in the same way`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      store.exhaustivity = .off
      store.answersGatesManually = true
      await store.send(.ask(2))
      let aQuery = store.gate("a query", as: Gate<Int, Inquirer.Answer, any Error>.self)
      await aQuery.fail(with: Inquirer.Refusal.tired(2))  // Fails: brokenInvariant
    }
    #expect(failures.locations == markedFailures())
  }
}

/// Asks questions, and records which ones were cancelled.
struct Inquirer: Reducer {
  struct State: Equatable {
    var calls = 0

    /// The answered questions, in order.
    var answers: [Int] = []

    var refusals: [Int: Refusal] = [:]
  }

  /// The possible answers of the client.
  enum Answer: Equatable { case yes, maybe(Double, because: [String]) }

  /// The error of the client.
  enum Refusal: Error, Equatable { case tired(Int) }

  enum Input: Equatable { case ask(Int) }

  enum Feedback: Equatable { case answered(Int, Answer), refused(Int, Refusal) }

  @Dependency(\.asking) var asking

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ask(let number)):
      state.calls += 1
      return .run("ask", of: number) { send in
        await send(.answered(number, try await asking.ask(number)))
      } catch: { error, send in
        if let refusal = error as? Refusal { await send(.refused(number, refusal)) }
      }
    case .feedback(.answered(let number, _)):
      state.answers.append(number)
      return .none
    case .feedback(.refused(let number, let refusal)):
      state.refusals[number] = refusal
      return .none
    }
  }
}

/// The client that answers questions.
struct AskingClient: TestDependencyKey {
  var ask: @Sendable (Int) async throws -> Inquirer.Answer

  static let testValue = AskingClient(ask: unimplemented("AskingClient.ask"))
}

extension DependencyValues {
  var asking: AskingClient {
    get { self[AskingClient.self] }
    set { self[AskingClient.self] = newValue }
  }
}
