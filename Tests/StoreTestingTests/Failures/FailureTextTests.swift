import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// An error, and a feedback, that shows itself by a text.
private enum DescribedError: Error, Hashable, CustomStringConvertible {
  case first
  case second(Int)

  var description: String { self == .first ? "told first" : "told" }
}

/// A value that contains itself twice in its mirror, and whose description contains an object.
private struct SelfShowing: Equatable, CustomReflectable {
  var text = "a"

  var customMirror: Mirror { Mirror(self, children: ["one": self, "other": self]) }
}

/// A value without end.
private struct Unending: Equatable, CustomReflectable {
  var text = "a"

  var customMirror: Mirror {
    Mirror(self, children: (0..<Int.max).lazy.map { Mirror.Child(label: "part", value: $0) }, displayStyle: .struct)
  }
}

/// A state, an effect for each input, and the feedback counted.
private func makeStore<Feedback: Sendable>(
  _ effect: @escaping @Sendable (Int) -> Effect<Feedback, Never>
) -> TestStore<Machine<Int, Int, Feedback, Never>> {
  TestStore(initialState: 0) {
    Machine { message, state in
      guard case .input(let input) = message else {
        state += 1
        return .none
      }
      return effect(input)
    }
  }
}

@Suite struct FailureTextTests {
  @Test func `equal events in a row are one item, with their number`() async {
    let failures = await recordingFailures {
      let store = makeStore { count in
        Effect<String, Never>.run("work") { send in
          for _ in 0..<count { await send("tick") }
          await send("end")
        }
      }
      await store.send(120)
      await store.finish()
    }
    #expect(
      failures.first?.details.hasPrefix(
        """
            • 120 times: feedback "tick", sent by work
            • feedback "end", sent by work


        """
      ) == true
    )
  }

  @Test func `an error is shown by its own description`() async {
    let failures = await recordingReports {
      let store = makeStore { _ in Effect<Int, Never>.run("work") { _ in throw DescribedError.second(3) } }
      await store.send(0)
      await store.send(1) { _ in throw DescribedError.first }
      await store.finish()
    }
    #expect(failures.kinds == [.effectThrew, .effectThrew, .assertionThrew])
    #expect(failures.first?.headline == "The effect work threw an error that nothing handles: told")
    #expect(failures.last?.headline == "The assertion on 1 threw an error: told first")
  }

  @Test func `a wrong payload of a type with its own description is one failure`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in Effect<DescribedError, Never>.run("work") { await $0(.first) } }
      await store.send(0)
      await store.receive(.second(3)) { $0 = 1 }  // Fails: unexpectedFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a long error is shortened`() async {
    struct Long: Error { let text = String(repeating: "x", count: 100_000) }
    let failures = await recordingFailures {
      let store = makeStore { _ in Effect<Int, Never>.run("work") { _ in throw Long() } }
      await store.send(0)
      await store.finish()
    }
    #expect(failures.kinds == [.effectThrew])
    #expect(failures.allSatisfy { $0.text.utf8.count < 1_000 })
  }

  @Test func `the payload of an effect is shown by its own description, and a long name is shortened`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in
        Effect<Int, Never>.run(String(repeating: "n", count: 100_000), of: DescribedError.first) { _ in
          throw DescribedError.first
        }
      }
      await store.send(0)
      await store.finish()
    }
    #expect(failures.kinds == [.effectThrew])
    #expect(failures.allSatisfy { $0.text.utf8.count < 2_000 && $0.text.contains("n…(told first)") })
  }

  @Test func `a missing dependency is one failure, although the error that it throws is not caught`() async {
    let load: @Sendable () async throws -> Int = unimplemented("Client.load")
    let failures = await recordingFailures {
      let store = makeStore { _ in Effect<Int, Never>.run("work") { await $0(try await load()) } }
      await store.send(0)  // Fails: unimplementedDependency
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `many events are counted, and so are the suggested lines to type`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in
        Effect<Int, Never>.run("work") { send in for number in 0..<500 { await send(number) } }
      }
      await store.send(0)
      await store.finish()
    }
    #expect(failures.kinds == [.unhandledFeedback])
    #expect(failures.first?.details.contains("    • … 488 more\n") == true)
    #expect(failures.first?.details.hasSuffix("    // … 488 more") == true)
  }

  @Test func `many effects are counted, and the suggested fix wakes all of them`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in
        Effect<Int, Never>.merge(
          (1...200).map { (number: Int) in .run("work", of: number) { _ in try await sleep(for: .seconds(number)) } }
        )
      }
      await store.send(0)  // Fails: effectInFlight
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.text.split(separator: "\n").count ?? 0 < 40)
    #expect(failures.first?.details.contains("advance the clock by 3 min 20 s") == true)
    #expect(failures.first?.details.contains("advance the clock by 1 s") == false)
  }

  @Test func `a feedback that needs an advance is one failure, although its effect sleeps to the end`() async {
    let failures = await recordingFailures {
      let store = makeStore { _ in
        Effect<Int, Never>.run("work") { send in
          try await sleep(for: .seconds(2))
          await send(7)
        }
      }
      await store.send(0)
      await store.clock.advance(by: .milliseconds(1_999))
      await store.receive(7) { $0 = 1 }  // Fails: missingFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a state that is not equal to itself doesn't count as an impure reducer`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0.0) {
        Machine<Double, Int, Never, Never> { _, state in
          state = .nan
          return .none
        }
      }
      await store.send(0)
      await store.finish()
    }
    #expect(failures.kinds == [.unexpectedState])
  }

  @Test func `the text of values that contain themselves ends, also in the attached timeline`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: SelfShowing()) {
        Machine<SelfShowing, Int, Never, Never> { _, state in
          state.text = "b"
          return .none
        }
      }
      await store.send(0)
      await store.finish()
    }
    #expect(failures.kinds == [.unexpectedState])
    #expect(failures.allSatisfy { $0.text.utf8.count < 12_000 })
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `endless values delay no test, whether the test passes or not`(exhaustivity: Exhaustivity) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Unending()) {
        Machine<Unending, Int, Never, Never> { message, state in
          if case .input(1) = message { state.text = "b" }
          return .none
        }
      }
      store.exhaustivity = exhaustivity
      await store.send(0)
      await store.send(1) { $0.text = "c" }
      await store.finish()
    }
    #expect(failures.kinds == [.unexpectedState])
  }
}
