import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// The advice of failures. `Fixtures/Cures` pastes such advice into many tests.
@Suite struct CureTests {
  /// A store whose effect sends numbers, and sums them up.
  private func makeStore(_ numbers: Int...) -> TestStore<Machine<Int, Int, Int, Never>> {
    TestStore(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input(0):
          return .run("wait") { send in
            try await sleep(for: .seconds(1))
            for number in numbers { await send(number) }
          }
        case .input: return .run("numbers", of: 1) { send in for number in numbers { await send(number) } }
        case .feedback(let number):
          state += number
          return .none
        }
      }
    }
  }

  @Test func `two swapped steps are named as such, with the line to move`() async {
    let failures = await recordingFailures {
      let store = makeStore(1, 2)
      await store.send(1)
      await store.receive(2) { $0 = 3 }  // Fails: unexpectedFeedback
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    let next = (failures.first?.line ?? 0) + 1
    #expect(
      failures.first?.details.hasSuffix(
        """
        The expected one arrived later. Line \(next), your next line, asserts what came. If the order is right, \
        move it before this one:

            await store.receive(1) { $0 = 1 }
        """
      ) == true
    )
  }

  @Test func `the feedbacks of two effects at one instant can be received in any order`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          if case .feedback(let number) = message { state += number }
          guard case .input = message else { return .none }
          let send = { (number: Int) in
            Effect<Int, Never>.run("load", of: number) { send in
              try await sleep(for: .seconds(1))
              await send(number)
            }
          }
          return .merge(send(1), send(2))
        }
      }
      await store.send(0)
      await store.clock.advance(by: .seconds(1))
      await store.receive(2) { $0 = 3 }  // Fails: unexpectedFeedback
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        If their order does not matter, receive both in one step:

            await store.receive(unordered: [1, 2]) { $0 = 3 }
        """
      ) == true
    )
  }

  @Test func `a superfluous step is deleted`() async {
    let failures = await recordingReports {
      let store = makeStore(1)
      await store.send(1)
      await store.receive(7) { $0 = 7 }  // Fails: unexpectedFeedback
      // Here
      await store.receive(1) { $0 = 1 }  // Warns: missingFeedback
      await store.receive(1) { $0 = 2 }  // Warns: missingFeedback
      await store.finish()
    }
    #expect(failures.failing.locations == markedFailures())
    #expect(failures.warnings.locations == markedWarnings())
    let advice = "Line \(markedLine()), your next line, asserts what came. If the feature is right, delete this line."
    #expect(failures.first?.details.hasSuffix(advice) == true)
    #expect(failures.last?.details.hasSuffix("If the feature is right, delete this line.") == true)
  }

  @Test func `a receipt that describes the state after the next feedback lacks one before it, and is one mistake`()
    async
  {
    let failures = await recordingFailures {
      let store = makeStore(1, 1)
      await store.send(1)
      await store.receive(1) { $0 = 2 }  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details == """
        If the feature is right, first receive:

            await store.receive(1) { $0 = 1 }
        """
    )
  }

  @Test func `a receipt before an equal feedback is one mistake, with any line behind it`() async {
    let failures = await recordingFailures {
      let store = makeStore(1, 1, 5)
      await store.send(1)
      await store.receive(1) { $0 = 2 }  // Fails: unhandledFeedback
      await store.receive(5) { $0 = 7 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a step in a loop is advised to change the state by a difference`() async {
    let failures = await recordingReports {
      let store = makeStore(1, 1)
      await store.send(1)
      for _ in 1...2 {
        await store.receive(1)
      }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.unexpectedState, .unexpectedState])
    #expect(
      failures.first?.details == """
            • 0 -> 1

        The line is in a loop. If the state is right, assert what each pass changes:

            { $0 += 1 }
        """
    )
  }

  @Test func `a step in a loop that makes the store, or changes what the test can't assign, has no such advice`() async
  {
    func hidden() -> TestStore<Machine<GuardedSpecimen.Counter, Int, Never, Never>> {
      TestStore(initialState: GuardedSpecimen.Counter()) {
        Machine { _, state in
          state.count(to: state.count + 1)
          return .none
        }
      }
    }
    let failures = await recordingReports {
      for _ in 1...2 {
        let store = makeStore(1)
        await store.send(1)
        await store.receive(1)
        await store.finish()
      }
      let store = hidden()
      for _ in 1...2 {
        await store.send(1)
      }
      await store.finish()
    }
    #expect(failures.map(\.kind) == Array(repeating: .unexpectedState, count: 4))
    #expect(failures.filter { $0.details.contains("each pass") }.map(\.details) == [])
  }

  @Test func `an advance that stands one line too low is moved`() async {
    let failures = await recordingFailures {
      let store = makeStore(1)
      await store.send(0)
      await store.receive(1) { $0 = 1 }  // Fails: missingFeedback
      await store.clock.advance(by: .seconds(1))  // Here
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    let advice = "If line \(markedLine()), your next line, lets it happen, move it before this one:"
    #expect(failures.first?.details.contains(advice) == true)
  }

  @Test func `a waiting call is answered with the value that the test expects`() async {
    let failures = await recordingFailures {
      let find = Gate<String, [Int], any Error>("find")
      let store = TestStore(initialState: []) {
        Machine<[Int], String, Result<[Int], LatchError>, Never> { message, state in
          switch message {
          case .input(let text):
            return .run("find") { send in await send(.success((try? await find(text)) ?? [])) }
          case .feedback(let result):
            state = (try? result.get()) ?? []
            return .none
          }
        }
      }
      await store.send("a")
      await store.receive(.success([1, 2])) { $0 = [1, 2] }  // Fails: missingFeedback
      await store.cancelInFlightEffects()
      await store.skipReceived(strict: false)
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        If it follows from the answer to 'find("a")', answer first:

            await find.succeed(with: [1, 2])
        """
      ) == true
    )
  }

  private struct LatchError: Error, Equatable {}

  @Test func `a wrong payload of an effect prints what has started`() async {
    let failures = await recordingFailures {
      let store = makeStore(1)
      store.exhaustivity = .strict
      await store.send(1)
      await store.receiveEffect("numbers", of: 2)  // Fails: missingEffect
      await store.receive(1) { $0 = 1 }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    let advice = "If the feature is right, receive it:\n\n    await store.receiveEffect(\"numbers\", of: 1)"
    #expect(failures.first?.details.hasSuffix(advice) == true)
  }

  @Test func `a missing dependency is one failure with the line that provides it`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: "") {
        Machine<String, Int, String, Never> { message, state in
          switch message {
          case .input:
            return .run("id") { send in
              @Dependency(\.uuid) var uuid
              await send("\(uuid())")
            }
          case .feedback(let id):
            state = id
            return .none
          }
        }
      }
      await store.send(1)  // Fails: unimplementedDependency
      await store.receive("00000000-0000-0000-0000-000000000000") { $0 = "00000000-0000-0000-0000-000000000000" }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.contains(
        """
        If the feature is right, provide it where the store is made, in 'withDependencies':

            $0.uuid = .incrementing
        """
      ) == true
    )
  }

  @Test func `a change that does not happen is cured by leaving the closure out`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send(1) { $0 = 5 }  // Fails: unexpectedState
      await store.receiveEffect("numbers")
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.details.hasSuffix(
        """
        The state did not change at all.

        If that is right, leave the closure out:

            await store.send(1)
        """
      ) == true
    )
  }
}
