import StoreCore

/// A feature with a list in its state.
struct Checklist: Reducer {
  struct State: Equatable {
    /// The number of ticks of each item.
    var items: [Int]
  }

  enum Input {
    /// Ticks the last item.
    case tick
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.tick):
      state.items[state.items.count - 1] += 1
      return .none
    }
  }
}
