import StoreCore

/// A feature whose inputs are changes of its state.
struct Form: Reducer {
  /// A value that can't be compared.
  struct Opaque {
    /// The content.
    var number = 0
  }

  /// Properties within a property.
  struct Style: Equatable {
    /// One of them.
    var color = "black"

    /// Another one.
    var width = 1
  }

  /// Properties of all sorts.
  struct State: Equatable {
    var query = ""

    var results: [String] = []

    /// An optional property.
    var error: String?

    /// A property with properties.
    var style = Style()

    /// A property that isn't Equatable.
    var opaque = Opaque()

    /// A property that has the name of a store's member.
    var state = "inner"

    /// Whether all properties are equal.
    static func == (first: Self, second: Self) -> Bool {
      first.query == second.query && first.results == second.results && first.error == second.error
        && first.style == second.style && first.opaque.number == second.opaque.number && first.state == second.state
    }
  }

  /// A change of the state.
  typealias Input = @Sendable (inout State) -> Void

  /// Changes the state, and emits the query.
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, String> {
    guard case .input(let change) = message else { return .none }
    change(&state)
    return .output(state.query)
  }
}

/// A store of a form.
typealias FormStore = Store<Form.State, Form.Input, String>

extension Store where State == Form.State, Input == Form.Input, Output == String {
  /// Makes the store of an empty form.
  convenience init() {
    self.init(state: Form.State(), reducer: Form())
  }
}
