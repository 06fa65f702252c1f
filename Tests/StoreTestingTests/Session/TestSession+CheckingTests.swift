import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A state whose `==` compares a part of it.
private struct PartlyEqual: Equatable {
  var seen = 0
  var hidden = 0
  static func == (first: Self, second: Self) -> Bool { first.seen == second.seen }
}

/// Makes a store whose inputs change the compared and the ignored part.
private func makeStore() -> TestStore<Machine<PartlyEqual, [Int], Never, Never>> {
  TestStore(initialState: PartlyEqual()) {
    Machine { message, state in
      guard case .input(let numbers) = message else { return .none }
      state.seen += numbers[0]
      state.hidden += numbers[1]
      return .none
    }
  }
}

@Suite struct TestSessionCheckingTests {
  @Test func `a difference that == ignores is a warning, not a failure`() async {
    let reports = await recordingReports {
      let store = makeStore()
      await store.send([1, 5]) {  // Fails: hiddenDifference
        $0.seen = 1
        $0.hidden = 4
      }
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
    #expect(reports.map(\.isWarning) == [true])
    #expect(reports.first?.details.hasPrefix("    • hidden: expected 4, is 5 (equal by the '==' of ") == true)
  }

  @Test(arguments: [false, true])
  func `a wrong state is shown as a tree if more than one field differs`(isTree: Bool) async {
    struct Pair: Equatable {
      var first = 0
      var second = 0
    }
    let failures = await recordingFailures {
      let store = TestStore(initialState: Pair()) {
        Machine<Pair, Int, Never, Never> { _, state in
          (state.first, state.second) = (2, 2)
          return .none
        }
      }
      await store.send(0) { ($0.first, $0.second) = (1, isTree ? 1 : 2) }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("(- is the assertion, + is the state)") == isTree)
  }

  @Test func `a test without hidden differences has no warning`() async {
    let reports = await recordingReports {
      let store = makeStore()
      await store.send([1, 5]) {
        $0.seen = 1
        $0.hidden = 5
      }
      await store.finish()
    }
    #expect(reports.isEmpty)
  }

  @Test func `an omitted hidden change is a warning, too`() async {
    let reports = await recordingReports {
      let store = makeStore()
      await store.send([0, 5])  // Fails: hiddenDifference
      await store.finish()
    }
    #expect(reports.locations == markedFailures())
  }

  @Test func `an asserted hidden change is not a failure`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      await store.send([0, 5]) { $0.hidden = 5 }
      await store.finish()
    }
    #expect(failures.isEmpty)
  }

  @Test func `a state that does not equal itself fails with that cause`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: 0.0) {
        Machine<Double, Int, Never, Never> { _, state in
          state = .nan
          return .none
        }
      }
      store.checksPurity = false
      await store.send(0) { $0 = .nan }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    // No line that could be suggested would pass.
    #expect(failures.first?.details.contains("$0 = ") == false)
    #expect(
      failures.first?.details.hasSuffix(
        """
        The state is not equal to itself, so no assertion of it can pass. A NaN, for example, equals no number. Keep nil \
        instead of it, or give its type an '==' of your own.
        """
      ) == true
    )
  }

  @Test func `changes of collections are shown by the inserted and removed elements`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: ["a", "b", "c"]) {
        Machine<[String], Int, Never, Never> { _, state in
          state = ["a", "c", "d"]
          return .none
        }
      }
      await store.send(0)  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("\"d\"") == true)
    #expect(failures.first?.details.contains("\"a\" ->") == false)
  }
}
