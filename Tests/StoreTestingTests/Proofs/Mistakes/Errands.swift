import StoreCore
import StoreDependencies
import TestSupport

/// A feature in which feedback, outputs, silent effects and sleeps follow each other in every order.
struct Errands: Reducer {
  struct State: Equatable, Sendable {
    var items: [Int] = []
    var isLoading = false
    var mood = "calm"
  }

  enum Input: Equatable, Sendable { case fetch(Int), announce(Int), nap, stop, look }

  enum Feedback: Equatable, Sendable { case fetched(Int), woke }

  enum Output: Equatable, Sendable { case counted(Int), announced(Int), ready }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.fetch(let number)):
      state.isLoading = true
      return .run("fetch", of: number) { await $0(.fetched(number)) }
    case .input(.announce(let number)):
      return .merge(.output(.announced(number)), .run("announce") { await $0(.fetched(number)) })
    case .input(.nap):
      state.mood = "asleep"
      return .run("nap") { send in
        try await sleep(for: .seconds(1))
        await send(.woke)
      }
      .cancellable(id: "nap")
    case .input(.stop):
      state.mood = "up"
      return .cancel(id: "nap")
    case .input(.look): return .none
    case .feedback(.fetched(let number)):
      state.isLoading = false
      state.items.append(number)
      return .merge(.run("log") { _ in }, .output(.counted(state.items.count)))
    case .feedback(.woke):
      state.mood = "awake"
      return .output(.ready)
    }
  }
}
