import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// What a run that accepts changes makes of tests that leave something out, or are wrong.
@Suite struct AcceptedSourceTests {
  private func makeStore(_ level: Exhaustivity = .on) -> TestStore<Lookup> {
    let store = TestStore(initialState: Lookup.State()) { Lookup() }
    store.exhaustivity = level
    return store
  }

  @Test func `inputs and time are completed by everything that the store did`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.search("swift"))
      await store.clock.advance(by: .milliseconds(300))
      // The log is written.
      await store.send(.log)
      await store.finish()
    }
    #expect(
      change == """
        -      await store.send(.search("swift"))
        +      await store.send(.search("swift")) { $0.query = "swift" }
        +      await store.receive(.debounced) { $0.isLoading = true }
        +      await store.receive(.loaded([Lookup.Row(id: 1, title: "swift")])) {
        +        $0.isLoading = false
        +        $0.rows = [Lookup.Row(id: 1, title: "swift")]
        +      }
        +      await store.receiveOutput(.found(1))
        +      await store.receiveEffect("log")
        This is a patch for 'git apply', with changes at 3 calls. Nothing was written.

        """
    )
  }

  @Test func `a strict test is completed by each effect`() async {
    let change = await acceptedChange {
      let store = makeStore(.strict)
      await store.send(.retry) { $0.isLoading = true }
      await store.finish()
    }
    #expect(
      change.added == [
        #"await store.receiveEffect("search", of: "")"#,
        #"await store.receive(.loaded([Lookup.Row(id: 1, title: "")])) {"#,
        "$0.isLoading = false",
        #"$0.rows = [Lookup.Row(id: 1, title: "")]"#,
        "}",
        "await store.receiveOutput(.found(1))",
      ]
    )
    #expect(change.removed == [])
  }

  @Test func `an observable test is completed by outputs alone`() async {
    let change = await acceptedChange {
      let store = makeStore(.observable)
      await store.send(.start)
      await store.send(.stop)
      await store.finish()
    }
    #expect(change.added == ["await store.receiveOutput(.stopped)"])
  }

  @Test func `a wrong value in a closure is replaced, and the rest of the closure stays`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.search("swift")) {
        // The query is kept.
        $0.query = "swft"
        #expect(!$0.isLoading)
      }
      await store.cancelInFlightEffects()
    }
    #expect(change.removed == [#"$0.query = "swft""#])
    #expect(change.added == [#"$0.query = "swift""#])
  }

  @Test func `a wrong payload is replaced, and the closure is corrected with it`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.retry) { $0.isLoading = true }
      await store.receive(.loaded([])) {
        $0.isLoading = false
      }
      await store.receiveOutput(.found(0))
      await store.finish()
    }
    #expect(change.removed == ["await store.receive(.loaded([])) {", "await store.receiveOutput(.found(0))"])
    #expect(
      change.added == [
        #"await store.receive(.loaded([Lookup.Row(id: 1, title: "")])) {"#,
        #"$0.rows = [Lookup.Row(id: 1, title: "")]"#,
        "await store.receiveOutput(.found(1))",
      ]
    )
  }

  @Test func `a step that stands too early moves behind the step that lets its event happen`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.start)
      await store.receive(.tick) { $0.ticks = 1 }
      await store.clock.advance(by: .seconds(1))
      await store.cancelInFlightEffects()
    }
    #expect(change.removed == ["await store.receive(.tick) { $0.ticks = 1 }"])
    #expect(change.added == ["await store.receive(.tick) { $0.ticks = 1 }"])
  }

  @Test func `a step that moves keeps its text`() async {
    let rows = [Lookup.Row(id: 1, title: "")]
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.retry) { $0.isLoading = true }
      await store.receiveOutput(.found(rows.count))
      await store.receive(.loaded(rows)) {
        // The search is over.
        $0.isLoading.toggle()
        $0.rows = rows
      }
      await store.finish()
    }
    #expect(change.removed == ["await store.receiveOutput(.found(rows.count))"])
    #expect(change.added == ["await store.receiveOutput(.found(rows.count))"])
  }

  @Test func `steps that stand before their events move behind them with their text`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.search("swift")) { $0.query = "swift" }
      await store.receive(.debounced) {
        // Now the search begins.
        $0.isLoading.toggle()
      }
      await store.clock.advance(by: .milliseconds(300))
      await store.cancelInFlightEffects()
    }
    // The difference moves the line between the steps.
    #expect(change.removed.first == "await store.clock.advance(by: .milliseconds(300))")
    #expect(change.added.first == "await store.clock.advance(by: .milliseconds(300))")
    #expect(change.added.dropFirst().first?.hasPrefix("await store.receive(.loaded(") == true)
  }

  @Test func `a step moves although the effect that sent its event still runs`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.send(.log)
      await store.receive(.tick) { $0.ticks += 1 /* the first */ }
      await store.cancelInFlightEffects()
    }
    #expect(change.removed == ["await store.send(.log)"])
    #expect(change.added == ["await store.send(.log)", #"await store.receiveEffect("log")"#])
  }

  @Test func `a loop asserts by how much each pass changes a number`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.start)
      for _ in 1...3 {
        await store.clock.advance(by: .seconds(1))
      }
      await store.cancelInFlightEffects()
    }
    #expect(change.added == ["await store.receive(.tick) { $0.ticks += 1 }"])
  }

  @Test func `steps in a row are a loop`() async {
    let change = await acceptedChange {
      let store = makeStore(.on)
      await store.send(.start)
      await store.clock.advance(by: .seconds(5))
      await store.cancelInFlightEffects()
    }
    #expect(change.added.count == 5)
    #expect(change.added.last == "await store.receive(.tick) { $0.ticks = 5 }")
  }

  @Test func `superfluous steps are removed if nothing else is wrong`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.load("a")) { $0.phase = .loading("a", attempt: 1) }
      await store.receive(.tick) { $0.ticks = 1 }
      await store.receiveOutput(.stopped)
      await store.receiveEffect("log")
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(change.added == [])
    #expect(change.removed.count == 4)
  }

  @Test func `an answer that no call gets is removed`() async {
    let change = await acceptedChange {
      let load = Gate<Void, Int, any Error>("load")
      let store = TestStore(initialState: Loader.State()) { Loader(load: load) }
      await store.send(.load)
      await load.succeed(with: 1)
      await load.succeed(with: 2)
      await store.receive(.loaded(1)) { $0.value = 1 }
      await store.finish()
    }
    #expect(change.removed == ["await load.succeed(with: 2)"])
    #expect(change.added == [])
  }

  @Test func `a step whose event may be missing because of another mistake stays`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = makeStore()
      await store.send(.search("swift")) { $0.query = "swift" }
      await store.receive(.debounced) { $0.isLoading = true }
      await store.finish()
    }
    #expect(change.hasPrefix("Left as they are:"))
    #expect(change.contains("Another failure may be the reason why the expected event is missing."))
    #expect(failures.map(\.kind) == [.acceptedChange, .effectInFlight])
  }

  @Test func `a closure that changes nothing is removed`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.log) { $0.query = "" }
      await store.receiveEffect("log")
    }
    #expect(change.removed == [#"await store.send(.log) { $0.query = "" }"#])
    #expect(change.added == ["await store.send(.log)"])
  }

  @Test func `another effect than the expected one replaces it`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.log)
      await store.receiveEffect("save", of: 1)
    }
    #expect(change.added == [#"await store.receiveEffect("log")"#])
  }

  @Test func `an effect without a name replaces the expected one, too`() async {
    let change = await acceptedChange {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Never, Never> { _, _ in .run { _ in try await sleep(for: .seconds(1)) } }
      }
      await store.send(0)
      await store.receiveEffect("save", of: 1)
      await store.cancelInFlightEffects()
    }
    #expect(change.removed == [#"await store.receiveEffect("save", of: 1)"#])
    #expect(change.added == ["await store.receiveEffect()"])
  }

  @Test func `an effect that a later line receives doesn't replace the expected one`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.log)
      await store.receiveEffect("save", of: 1)
      // The log is written.
      await store.receiveEffect("log")
    }
    #expect(change.removed == [#"await store.receiveEffect("save", of: 1)"#])
    #expect(change.added == [])
  }

  @Test func `feedbacks in any order are replaced as a list`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.start)
      await store.clock.advance(by: .seconds(2))
      await store.receive(unordered: [.tick, .debounced]) { $0.ticks = 2 }
      await store.cancelInFlightEffects()
    }
    #expect(change.added == ["await store.receive(unordered: [.tick, .tick]) { $0.ticks = 2 }"])
  }

  @Test func `a payload is replaced where a field of it changed`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.load("b")) { $0.phase = .loading("a", attempt: 1) }
    }
    #expect(change.added == [#"await store.send(.load("b")) { $0.phase = .loading("b", attempt: 1) }"#])
  }

  @Test func `a variable with another name than store is used`() async {
    let change = await acceptedChange {
      let sut = makeStore()
      await sut.send(.log)
      await sut.send(.stop)
    }
    #expect(change.added == [#"await sut.receiveEffect("log")"#, "await sut.receiveOutput(.stopped)"])
  }

  @Test(arguments: ["a", "b"])
  func `cases of a test that agree are changed`(query: String) async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.send(.search(query)) { $0.query = query }
      await store.clock.advance(by: .milliseconds(300))
      await store.receive(.debounced)
      await store.receive(.loaded([Lookup.Row(id: 1, title: query)])) {
        $0.rows = [Lookup.Row(id: 1, title: query)]
        $0.isLoading = false
      }
      await store.receiveOutput(.found(1))
    }
    #expect(change.added == ["await store.receive(.debounced) { $0.isLoading = true }"])
  }

  @Test func `a line whose runs need different changes stays`() async {
    let change = await acceptedChange {
      for query in ["a", "b"] {
        let store = makeStore()
        await store.send(.search(query))
        await store.cancelInFlightEffects()
      }
    }
    #expect(change.contains("The line runs 2 times, and not each time needs the same change: "))
    #expect(change.added == [])
  }

  @Test func `a line that is right in one of its runs stays`() async {
    let change = await acceptedChange {
      for input in [Lookup.Input.stop, .log] {
        let store = makeStore()
        await store.send(input)
        await store.receiveOutput(.stopped)
      }
    }
    #expect(change.contains("The line runs 2 times, and not each time needs the same change: "))
    #expect(change.removed == [])
  }

  @Test func `an expected failure changes nothing`() async {
    let change = await acceptedChange {
      let failures = await recordingFailures {
        let store = makeStore()
        await store.send(.log)
      }
      #expect(failures.map(\.kind) == [.unhandledEffect])
    }
    let known = await printedPatch {
      await withKnownIssue {
        let store = makeStore()
        await store.send(.log)
        await store.finish()
      }
    }
    #expect(change == "No assertion was accepted.\n")
    #expect(known == "No assertion was accepted.\n")
  }

  /// Returns the last lines that the attached patches add, after a test that leaves out an output, or asserts it.
  private func attachedLines(as mode: AcceptanceMode, assertsOutput: Bool) async -> [String?] {
    let attachments = await recordingAttachments {
      _ = await AcceptedChanges.changes(as: mode) {
        let store = makeStore()
        await store.send(.stop)
        if assertsOutput { await store.receiveOutput(.stopped) }
      }
    }
    return attachments.filter { $0.name == "accepted.patch" }.map(\.text.added.last)
  }

  @Test func `a patch is attached to a test whose source must change and isn't written`() async {
    #expect(await attachedLines(as: .patch, assertsOutput: false) == ["await store.receiveOutput(.stopped)"])
    #expect(await attachedLines(as: .write, assertsOutput: false) == [])
    #expect(await attachedLines(as: .patch, assertsOutput: true) == [])
  }

  @Test func `a change by feedback is asserted when the store settles`() async {
    let change = await acceptedChange {
      let store = makeStore(.observable)
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.send(.stop)
      await store.receiveOutput(.stopped)
    }
    #expect(change.added == ["await store.settle { $0.ticks = 1 }"])
    let settled = await acceptedChange {
      let store = makeStore(.observable)
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.settle()
      await store.send(.stop)
      await store.receiveOutput(.stopped)
    }
    #expect(settled.removed == ["await store.settle()"])
    #expect(settled.added == ["await store.settle { $0.ticks = 1 }"])
  }

  private func stop(_ other: TestStore<Lookup>) async {
    await other.send(.stop)
  }

  @Test func `a helper function uses its own variable`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await stop(store)
      await store.send(.log)
    }
    #expect(change.added == ["await other.receiveOutput(.stopped)", #"await store.receiveEffect("log")"#])
  }

  @Test func `a step in an extension of the store is completed without a variable`() async {
    let change = await acceptedChange {
      let store = makeStore()
      await store.stopAndLog()
    }
    #expect(change.added == ["await receiveOutput(.stopped)", #"await receiveEffect("log")"#])
  }

  @Test func `a closure can't be added to a call in another expression`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = makeStore()
      let task = [await store.send(.load("a"))]
      await task[0].finish()
    }
    #expect(change.contains("The call is a part of another expression, to which no closure can be added."))
    #expect(failures.map(\.kind) == [.unexpectedState])
    #expect(failures[0].details.hasPrefix("The run leaves the source as it is."))
  }

  @Test func `a task that the test holds is no obstacle`() async {
    let change = await acceptedChange {
      let store = makeStore()
      let task = await store.send(.load("a"))
      await task.finish()
      await store.send(.log).finish()
    }
    #expect(
      change.added == [
        #"let task = await store.send(.load("a")) { $0.phase = .loading("a", attempt: 1) }"#,
        #"await store.receiveEffect("log")"#,
      ]
    )
  }

  @Test func `no line follows a call whose value is the result of a closure`() async {
    let change = await acceptedChange {
      let store = makeStore()
      let task = await store.withExhaustivity(.on) { await store.send(.log) }
      await task.finish()
      await store.send(.stop)
    }
    #expect(change.added == [#"await store.receiveEffect("log")"#, "await store.receiveOutput(.stopped)"])
    let lines = change.split(separator: "\n")
    #expect(lines.allSatisfy { !$0.hasPrefix("-") })
  }

  @Test func `differences outside of a store are accepted`() async {
    let change = await acceptedChange {
      var number = 1
      expectDifference(of: number) {
        number += 2
      } changes: {
        $0 = 2
      }
      expectNoDifference([number], [1])
    }
    #expect(change.added == ["$0 = 3", "expectNoDifference([number], [3])"])
  }
}

extension TestStore<Lookup> {
  fileprivate func stopAndLog() async {
    await send(.stop)
    await send(.log)
  }
}

/// A feature that calls a gate.
private struct Loader: Reducer {
  struct State: Equatable { var value = 0 }
  enum Input: Sendable { case load }
  enum Feedback: Equatable, Sendable { case loaded(Int) }

  let load: Gate<Void, Int, any Error>

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.load): return .run("load") { [load] send in await send(.loaded(try await load())) }
    case .feedback(.loaded(let value)):
      state.value = value
      return .none
    }
  }
}
