import StoreCore

/// The least that a feature can do: change a number, by itself or through an effect.
struct Counter: Reducer {
  struct State: Equatable {
    /// The number.
    var count = 0
  }

  enum Input {
    /// Adds one.
    case increment

    /// Has an effect add one.
    case request

    /// Has one effect add one a number of times.
    case requestMany(Int)
  }

  enum Feedback: Equatable {
    /// Adds as much.
    case received(Int)
  }

  /// Changes the state.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.increment):
      state.count += 1
      return .none
    case .input(.request):
      return .run { send in await send(.received(1)) }
    case .input(.requestMany(let count)):
      return .run { send in
        for _ in 0..<count { await send(.received(1)) }
      }
    case .feedback(.received(let amount)):
      state.count += amount
      return .none
    }
  }
}
