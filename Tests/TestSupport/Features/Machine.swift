package import StoreCore

/// A feature whose logic is a closure, so that a test contains the whole feature.
package struct Machine<State: Equatable, Input: Sendable, Feedback: Sendable, Output: Sendable>: Reducer {
  private let body: (Message<Input, Feedback>, inout State) -> Effect<Feedback, Output>

  /// Makes a feature of its logic.
  package init(_ body: @escaping (Message<Input, Feedback>, inout State) -> Effect<Feedback, Output>) {
    self.body = body
  }

  package func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    body(message, &state)
  }
}
