import StoreCore
import StoreTesting
import TestSupport
import Testing

@testable import StoreTesting

/// What a run that accepts changes makes of the steps that receive something.
@Suite struct AcceptedReceiptTests {
  private struct Refusal: Error {}

  private func lookup(_ level: Exhaustivity = .on) -> TestStore<Lookup> {
    let store = TestStore(initialState: Lookup.State()) { Lookup() }
    store.exhaustivity = level
    return store
  }

  /// Makes a store that adds each input to its state after a second, or emits a negative one as an output.
  private func makeStore() -> TestStore<Machine<Int, Int, Int, Int>> {
    TestStore(initialState: 0) {
      Machine { message, state in
        switch message {
        case .input(let number):
          guard number >= 0 else { return .output(-number) }
          return .run("add") { send in
            try await sleep(for: .seconds(1))
            await send(number)
          }
        case .feedback(let number):
          state += number
          return .none
        }
      }
    }
  }

  @Test func `a step with a wrong payload keeps the comments of its closure`() async {
    let change = await acceptedChange {
      let store = lookup()
      await store.send(.retry) { $0.isLoading = true }
      await store.receive(.loaded([])) {
        // The search is over.
        $0.isLoading.toggle()
        $0.rows = []
      }
      await store.receiveOutput(.found(1))
      await store.finish()
    }
    #expect(change.added.first == #"await store.receive(.loaded([Lookup.Row(id: 1, title: "")])) {"#)
    #expect(!change.removed.contains { $0.hasPrefix("//") || $0.contains("toggle") })
  }

  @Test func `a condition is not replaced by a value`() async {
    let feedback = await acceptedChange {
      let store = lookup()
      await store.send(.start)
      await store.clock.advance(by: .seconds(1))
      await store.receive(where: { $0 == .debounced })
      await store.cancelInFlightEffects()
    }
    #expect(feedback.removed == ["await store.receive(where: { $0 == .debounced })"])
    #expect(feedback.added == ["await store.receive(.tick) { $0.ticks = 1 }"])
    let output = await acceptedChange {
      let store = makeStore()
      await store.send(-1)
      await store.receiveOutput(where: { $0 == 2 })
      await store.finish()
    }
    #expect(output.removed == ["await store.receiveOutput(where: { $0 == 2 })"])
    #expect(output.added == ["await store.receiveOutput(1)"])
  }

  @Test func `an output replaces one of the same case, and one without a case, and the rest of the step stays`() async {
    let payload = await acceptedChange {
      let store = lookup()
      await store.send(.retry) { $0.isLoading = true }
      await store.receive(.loaded([Lookup.Row(id: 1, title: "")])) {
        $0.isLoading = false
        $0.rows = [Lookup.Row(id: 1, title: "")]
      }
      await store.receiveOutput(.found(0), timeout: .seconds(5))
      await store.finish()
    }
    #expect(payload.added == ["await store.receiveOutput(.found(1), timeout: .seconds(5))"])
    let number = await acceptedChange {
      let store = makeStore()
      await store.send(-1)
      await store.receiveOutput(2, timeout: .seconds(5))
      await store.finish()
    }
    #expect(number.added == ["await store.receiveOutput(1, timeout: .seconds(5))"])
    let otherCase = await acceptedChange {
      let store = lookup()
      await store.send(.stop)
      await store.receiveOutput(.found(0), timeout: .seconds(5))
      await store.finish()
    }
    #expect(otherCase.added == ["await store.receiveOutput(.stopped)"])
  }

  @Test func `a step that stands too early moves only if it is about that event`() async {
    let kept = await acceptedChange {
      let store = makeStore()
      await store.send(0)
      await store.receive(0 * 1)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(kept.added == ["await store.receive(0 * 1)"])
    let other = await acceptedChange {
      let store = makeStore()
      await store.send(0)
      await store.receive(7)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(other.added == ["await store.receive(0)"])
  }

  @Test func `a step that stands too early moves only if its closure explains the change`() async {
    let missing = await acceptedChange {
      let store = makeStore()
      await store.send(1)
      await store.receive(1)
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(missing.added == ["await store.receive(1) { $0 = 1 }"])
    let wrong = await acceptedChange {
      let store = makeStore()
      await store.send(1)
      await store.receive(1) { $0 = 5 }
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(wrong.added == ["await store.receive(1) { $0 = 1 }"])
    let failing = await acceptedChange {
      let store = makeStore()
      await store.send(1)
      await store.receive(1) { _ in throw Refusal() }
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(failing.added == ["await store.receive(1) { $0 = 1 }"])
    let empty = await acceptedChange {
      let store = makeStore()
      await store.send(0)
      await store.receive(0) { $0 = 0 }
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(empty.added == ["await store.receive(0)"])
  }

  @Test func `feedbacks in any order stay as they are if the expected one follows others`() async {
    let (change, failures) = await acceptedChangeAndFailures {
      let store = TestStore(initialState: Runner.State()) { Runner { for text in ["a", "b"] { await $0(text) } } }
      await store.send(.go)
      await store.receive(unordered: ["b"]) { $0.log = ["b"] }
      await store.finish()
    }
    #expect(failures.kinds == [.unexpectedFeedback])
    #expect(change.added == [])
  }

  @Test func `an assertion of a field that did not change gets the value of the field`() async {
    let all = await acceptedChange {
      let store = lookup()
      await store.send(.load("a")) { $0.phase = .loading("a", attempt: 1) }
      store.assert { $0.isLoading = true }
      await store.finish()
    }
    #expect(all.added == ["store.assert { $0.isLoading = false }"])
    let some = await acceptedChange {
      let store = lookup(.off)
      await store.send(.search("a")) { $0.isLoading = true }
      await store.cancelInFlightEffects()
    }
    #expect(some.added == [#"await store.send(.search("a")) { $0.isLoading = false }"#])
  }
}
