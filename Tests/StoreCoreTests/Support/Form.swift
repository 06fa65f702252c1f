import StoreCore

/// A feature whose inputs are changes of its state.
struct Form: Reducer {
  /// A value that isn't Equatable.
  struct Opaque {
    var number = 0
  }

  struct Style: Equatable {
    var color = "black"
    var width = 1
  }

  struct State: Equatable {
    var query = ""
    var results: [String] = []
    var error: String?
    var style = Style()
    var opaque = Opaque()

    /// A property with the name of a member of `Store`.
    var state = "inner"

    static func == (first: Self, second: Self) -> Bool {
      first.query == second.query && first.results == second.results && first.error == second.error
        && first.style == second.style && first.opaque.number == second.opaque.number && first.state == second.state
    }
  }

  typealias Input = @Sendable (inout State) -> Void

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, String> {
    guard case .input(let change) = message else { return .none }
    change(&state)
    return .output(state.query)
  }
}

typealias FormStore = Store<Form.State, Form.Input, String>

extension Store where State == Form.State, Input == Form.Input, Output == String {
  convenience init() {
    self.init(state: Form.State(), reducer: Form())
  }
}
