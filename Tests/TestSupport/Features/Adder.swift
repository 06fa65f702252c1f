package import StoreCore

/// Adds its input, except the third one.
package struct Adder: Reducer {
  /// The sum, and how often something was added.
  package struct State: Equatable {
    package var sum = 0

    /// How often something was added.
    package var count = 0

    package init() {}
  }

  package init() {}

  package func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Never> {
    if case .input(let number) = message {
      state.count += 1
      if state.count != 3 { state.sum += number }
    }
    return .none
  }
}
