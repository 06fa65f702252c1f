import StoreCore
import StoreTesting
import Testing

@Suite struct ReduceTests {
  private enum Action: Equatable {
    case tapped, answered(Int)
  }

  @Test func `a feature in a closure changes its state and receives its effects' actions`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { count, action in
        switch action {
        case .tapped: return .run("ask") { send in await send(.answered(2)) }
        case .answered(let number):
          count += number
          return .none
        }
      }
    }
    await store.send(.tapped)
    await store.receive(.answered(2)) { $0 = 2 }
    await store.finish()
  }

  @Test func `an empty feature changes nothing, and starts nothing`() async {
    let store = TestStore(initialState: 0) { EmptyReducer<Int, Action>() }
    store.exhaustivity = .strict
    await store.send(.tapped)
    await store.finish()
  }

  @Test func `a feature in a closure combines with others`() async {
    let store = TestStore(initialState: 0) {
      CombineReducers {
        Reduce<Int, Action> { count, _ in
          count += 1
          return .none
        }
        EmptyReducer<Int, Action>()
      }
    }
    await store.send(.tapped) { $0 = 1 }
    await store.finish()
  }
}
