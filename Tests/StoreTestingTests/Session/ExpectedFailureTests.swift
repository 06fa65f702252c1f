import StoreTesting
import TestSupport
import Testing

/// A failure that a test expects excuses nothing that follows.
@Suite struct ExpectedFailureTests {
  @Test(arguments: FailureExpectation.allCases)
  func `an event that was expected too early must still be asserted`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("nap")
      await expect { await store.receive("woke") }
      await store.clock.advance(by: .seconds(5))
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an output that was expected too early must still be asserted`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await expect { await store.receiveOutput("up") }
      await store.send("up")
      await store.finish()  // Fails: unhandledOutput
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an effect that was expected to have ended must still be ended`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("nap")  // Fails: effectInFlight
      await expect { await store.receive("woke") }
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `a store that is released without an end is checked as one that is finished`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("nap")  // Fails: effectInFlight
      await expect { await store.receive("woke") }
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `the state is compared again after an expected failure`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await expect { await store.receive("woke") { $0 = 7 } }
      await store.receiveOutput("up")
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await store.receive("woke") { $0 = 8 }  // Fails: unexpectedState
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `the test continues after an event that an expected failure has reported as left out`(expect: FailureExpectation)
    async
  {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("a")
      await expect { await store.send("b") }
      await store.receiveOutput("b")
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an effect of an expected failure's step must not fail later`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await expect { await store.send("load") { $0 = 7 } }
      await expect { await store.send("fail") { $0 = 7 } }
      await store.clock.advance(by: .seconds(5))  // Fails: unimplementedDependency, effectThrew
      await store.receiveEffect("load")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an invariant must hold after the step of an expected failure`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      store.always("it stays zero") { $0 == 0 }
      await expect { await store.send("nap") { $0 = 7 } }
      await store.clock.advance(by: .seconds(5))  // Fails: brokenInvariant
      await store.receive("woke") { $0 = 1 }
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `a step may expect the failure of an effect that an earlier step has started`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("load")
      await expect { await store.clock.advance(by: .seconds(5)) }
      await store.receiveEffect("load")
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an unasserted change of the state is a failure after an expected one`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await expect { await store.send("add") { $0 = 2 } }
      await store.send("nap")
      await store.clock.advance(by: .seconds(5))
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `time is asserted after an expected failure`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      store.exhaustivity = .strict
      await store.send("a")
      await expect { await store.send("nap") }
      await store.receiveEffect("nap")
      await store.clock.advance(by: .seconds(6))  // Fails: overshotDeadline
      await store.receive("woke") { $0 = 1 }
      await store.receiveOutput("up")
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `skipping nothing is a failure after an expected one`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("a")
      await expect { await store.send("b") }
      await store.receiveOutput("b")
      await store.skipReceived()  // Fails: nothingToSkip
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `a store that an expected livelock has ended is used in vain`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      store.stepLimit = 1_000
      await expect { await store.send("loop") }
      await store.send("add") { $0 = 7 }  // Fails: usedAfterEnd
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an impure reducer is a failure after an expected impurity`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let calls = Recorder<Int>()
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, state in
          calls.record(1)
          state = calls.values.count
          return .none
        }
      }
      await expect { await store.send(1) { $0 = 1 } }
      await store.send(2) { $0 = 3 }  // Fails: impureReducer
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an invariant that holds again after an expected violation is checked`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      store.always("it is not 1 or 3") { $0 != 1 && $0 != 3 }
      await expect { await store.send("add") { $0 = 1 } }
      await store.send("add") { $0 = 2 }
      await store.send("add") { $0 = 3 }  // Fails: brokenInvariant
      await store.send("add") { $0 = 4 }
      await store.send("add") { $0 = 5 }
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an invariant that stays violated after an expected violation is not reported again`(
    expect: FailureExpectation
  ) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      store.always("it stays zero") { $0 == 0 }
      await expect { await store.send("add") { $0 = 1 } }
      await store.send("add") { $0 = 2 }
      await store.finish()
    }
    #expect(lines.isEmpty)
  }

  @Test(arguments: FailureExpectation.allCases)
  func `an invariant that doesn't hold at first fails its own line`(expect: FailureExpectation) async {
    let lines = await expect.unexpectedLines {
      let store = TestStore.napping()
      await store.send("add") { $0 = 1 }
      await expect { store.always("it is zero") { $0 == 0 } }
      store.always("it is zero") { $0 == 0 }  // Fails: brokenInvariant
      await store.finish()
    }
    #expect(lines == markedFailures().map(\.line))
  }
}
