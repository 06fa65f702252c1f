import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A feature that loads a text, and saves it.
private struct Draft: Reducer {
  struct State: Equatable, Sendable {
    var text = ""
    var isSaved = false
  }

  enum Input: Sendable {
    case load
    case save
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case saved(String)
  }

  typealias Output = Never

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.load): return .run { send in await send(.loaded("b")) }
    case .input(.save): return .run { [text = state.text] send in await send(.saved(text)) }
    case .feedback(.loaded(let text)): state.text = text
    case .feedback(.saved): state.isSaved = true
    }
    return .none
  }
}

@Suite struct DependentPayloadTests {
  @Test(arguments: [(Exhaustivity.on, TestFailure.Kind.unhandledFeedback), (.observable, .unexpectedState)])
  func `a payload that follows from an omitted state change is not a second failure`(
    level: Exhaustivity,
    kind: TestFailure.Kind
  ) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Draft.State()) { Draft() }
      store.exhaustivity = level
      await store.send(.load)
      await store.send(.save)  // Here
      await store.receive(.saved("")) { $0.isSaved = true }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [kind])
    #expect(failures.map(\.site.line) == [markedLine()])
  }
}
