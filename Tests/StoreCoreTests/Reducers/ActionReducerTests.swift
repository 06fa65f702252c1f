import StoreCore
import StoreTesting
import Testing

/// A feature with one type of action for inputs and feedback.
private struct Search: ActionReducer {
  struct State: Equatable {
    var query = ""

    var results: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case found([String])
    case tapped(String)
  }

  func reduce(action: Action, into state: inout State) -> Effect<Action, String> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run("search", of: query) { send in await send(.found([query])) }
    case .found(let results):
      state.results = results
      return .none
    case .tapped(let result): return .output(result)
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct ActionReducerTests {
  @Test func `inputs and effects send the same type of action`() async {
    let store = Store(state: Search.State(), reducer: Search())
    await store.send(.queryChanged("swift")).finish()
    #expect(store.results == ["swift"])
    store.send(.found(["other"]))
    #expect(store.results == ["other"])
  }

  @Test func `a test store distinguishes sent actions from received ones`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.queryChanged("swift")) { $0.query = "swift" }
    await store.receive(.found(["swift"])) { $0.results = ["swift"] }
    await store.send(.tapped("swift"))
    await store.receiveOutput("swift")
    await store.finish()
  }

  @Test func `an action reducer handles the action in each message`() {
    var state = Search.State()
    for message: Message<Search.Action, Search.Action> in [.input(.found(["a"])), .feedback(.found(["a", "b"]))] {
      _ = Search().reduce(message: message, into: &state)
    }
    #expect(state.results == ["a", "b"])
  }
}
