// A test store stays with the test that created it.
import StoreCore
import StoreTesting

struct Counter: Reducer {
  enum Input { case increment }

  func reduce(message: Message<Input, Never>, into state: inout Int) -> Effect<Never, Never> { .none }
}

func share() async {
  let store = TestStore(initialState: 0) { Counter() }
  Task { store.exhaustivity = .off }  // error: sending value of non-Sendable type
  await store.finish()
}
