// A store belongs to the main actor.
import StoreCore

enum Input { case tapped }

nonisolated func tap(_ store: Store<Int, Input, Never>) {
  store.send(.tapped)  // error: call to main actor-isolated instance method 'send' in a synchronous nonisolated context
  _ = store.state  // error: main actor-isolated property 'state' can not be referenced from a nonisolated context
}
