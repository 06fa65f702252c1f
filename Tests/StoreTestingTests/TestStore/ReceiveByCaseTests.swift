import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A row that loads its text.
private struct Entry: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var text = ""
  }

  enum Input: Sendable { case appeared }
  enum Feedback: Sendable { case loaded(String), empty }
  enum Output: Sendable { case finished(id: Int, text: String) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input:
      let id = state.id
      return .run("load", of: id) { await $0(id == 0 ? .empty : .loaded("text \(id)")) }
    case .feedback(.loaded(let text)):
      state.text = text
      return .output(.finished(id: state.id, text: text))
    case .feedback(.empty): return .none
    }
  }
}

private struct Journal: Reducer {
  struct State: Equatable { var rows = IdentifiedArray<Entry.State>() }
  enum Input: Sendable { case row(Entry.State.ID, Entry.Input) }
  enum Feedback: Sendable { case row(Entry.State.ID, ChildFeedback<Entry>) }
  enum Output: Sendable { case finished(Int, (String, Int)) }

  let rows = ScopeEach<Journal, Entry>(\.rows, feedback: Feedback.row) { Entry() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.row(_, .output(.finished(let id, let text)))): return .output(.finished(id, (text, 1)))
    }
  }
}

/// A list with one flat action.
private struct FlatJournal: ActionReducer {
  enum RowAction: Sendable { case appeared, loaded(String), tapped }
  enum Action: Sendable { case row(Int, RowAction) }

  func reduce(action: Action, into state: inout [Int: String]) -> Effect<Action, Never> {
    switch action {
    case .row(let id, .appeared): return .run { await $0(.row(id, .loaded("text"))) }
    case .row(let id, .loaded(let text)):
      state[id] = text
      return .feedback(.row(id, .tapped))
    case .row(_, .tapped): return .none
    }
  }
}

@Suite struct ReceiveByCaseTests {
  @Test func `the feedback and the outputs of an element are received by case, and by their id`() async {
    let store = TestStore(initialState: Journal.State(rows: [.init(id: 0), .init(id: 1)])) { Journal() }
    await store.send(.row(1, .appeared))
    await store.receive({ .row(1, .feedback(.loaded($0))) }) { state, text in state.rows[id: 1]?.text = text }
    await store.receive({ .row($0, .output(.finished(id: 1, text: $1))) })
    var text: String?
    await store.receiveOutput({ .finished(1, ($0, 1)) }) { text = $0 }
    #expect(text == "text 1")
    await store.send(.row(0, .appeared))
    await store.receive { .row(0, .feedback(.empty)) }
    await store.finish()
  }

  @Test func `the action of a collection is received by case, with or without a payload`() async {
    let store = TestStore(initialState: [:]) { FlatJournal() }
    await store.send(.row(1, .appeared))
    await store.receive({ .row(1, .loaded($0)) }) { $0[1] = $1 }
    await store.receive({ .row(1, .tapped) })
    await store.finish()
  }

  @Test func `another constant in the constructor is a failure that names the difference`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: [:]) { FlatJournal() }
      await store.send(.row(1, .appeared))
      await store.receive({ .row(2, .loaded($0)) }) { $0[1] = $1 }  // Fails: unexpectedFeedback
      await store.receive(.row(1, .tapped))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("• .row.0: expected 2, received 1") == true)
  }

  @Test func `another case in the constructor is a failure that names what was received`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: [:]) { FlatJournal() }
      await store.send(.row(1, .appeared))
      await store.receive({ .row(1, .tapped) })  // Fails: unexpectedFeedback
      await store.receive(.row(1, .tapped))
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("• received feedback .row(1, .loaded(\"text\"))") == true)
  }
}
