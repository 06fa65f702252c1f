import StoreCore
import StoreTesting
import Testing

/// A parent that calls its child's reducer itself.
private struct Mapper: Reducer {
  enum Feedback: Equatable {
    case child(Child.Feedback)
    case said(String)
  }

  func reduce(message: Message<Child.Input, Feedback>, into state: inout Child.State) -> Effect<Feedback, String> {
    switch message {
    case .input(let input): return child(.input(input), &state)
    case .feedback(.child(let feedback)): return child(.feedback(feedback), &state)
    case .feedback(.said(let word)):
      state.notes.append("said \(word)")
      return .output(word)
    }
  }

  private func child(
    _ message: Message<Child.Input, Child.Feedback>,
    _ state: inout Child.State
  ) -> Effect<Feedback, String> {
    Child().reduce(message: message, into: &state).map(feedback: Feedback.child) { output in
      switch output {
      case .word("nothing"): .none
      case .word(let word): .feedback(.said(word))
      }
    }
  }
}

@Suite struct EffectMapTests {
  private struct Failure: Error {}

  @Test func `every kind of effect keeps its meaning when it is mapped`() async {
    let store = TestStore(initialState: Child.State()) { Mapper() }
    await store.send(.sayAndNap("a"))
    await store.receiveEffect("nap", of: "a")
    await store.receive(.said("a")) { $0.notes = ["said a"] }
    await store.receiveOutput("a")
    await store.receive(.child(.heard("a"))) { $0.notes = ["said a", "a"] }
    await store.send(.nap("cancelled"))
    await store.send(.wake)
    await store.send(.sayLater("b"))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.child(.heard("b"))) { $0.notes = ["said a", "a", "b"] }
    await store.receive(.said("b")) { $0.notes = ["said a", "a", "b", "said b"] }
    await store.receiveOutput("b")
    await store.send(.settle("lost"))
    await store.send(.settle("c"))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.child(.heard("c"))) { $0.notes.append("c") }
    await store.send(.press("d"))
    await store.receive(.child(.heard("d"))) { $0.notes.append("d") }
    await store.send(.press("lost"))
    await store.send(.say("nothing"))
    await store.finish()
  }

  @Test func `a mapped effect handles an error with the feedback of its own feature`() async {
    let store = TestStore(initialState: Journal.State()) {
      Journal()
    }
    let effect = Effect<Int, Never>.run("failing") { _ in
      throw Failure()
    } catch: { _, send in
      await send(1)
    }
    await store.send(effect.map(feedback: { "caught \($0)" }))
    await store.receive("caught 1") { $0.feedback = ["caught 1"] }
    await store.finish()
  }
}
