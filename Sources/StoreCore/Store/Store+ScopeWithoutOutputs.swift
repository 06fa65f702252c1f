// The stores of children whose outputs nothing else tells, as in `let list = store.scope(\.list, App.Input.list)`. Where
// the context asks for a type, the compiler prefers the functions without the last parameter.

extension Store {
  /// Returns the store of a child without outputs that is always present.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's.
  ///   - input: Wraps the child's input in this store's, usually a case.
  ///   - outputs: The child's outputs, which its store never emits.
  public func scope<ChildState: Equatable, ChildInput: Sendable>(
    _ keyPath: KeyPath<State, ChildState>,
    _ input: @escaping (ChildInput) -> Input,
    outputs: Never.Type = Never.self
  ) -> Store<ChildState, ChildInput, Never> {
    scope(keyPath, input)
  }

  /// Returns the store of a child without outputs that may be absent; nil while the child is absent.
  ///
  /// ```swift
  /// if let detail = store.scope(\.detail, App.Input.detail) { DetailView(store: detail) }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's; nil while the child is absent.
  ///   - input: Wraps the child's input in this store's, usually a case.
  ///   - outputs: The child's outputs, which its store never emits.
  public func scope<ChildState: Equatable, ChildInput: Sendable>(
    _ keyPath: KeyPath<State, ChildState?>,
    _ input: @escaping (ChildInput) -> Input,
    outputs: Never.Type = Never.self
  ) -> Store<ChildState, ChildInput, Never>? {
    scope(keyPath, input)
  }

  /// Returns the store of an element without outputs; nil if the element is absent.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - id: The id of the element.
  ///   - input: Wraps the element's id and input in this store's input.
  ///   - outputs: The element's outputs, which its store never emits.
  public func scope<ChildState: Equatable, ChildInput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    id: ChildState.ID,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input,
    outputs: Never.Type = Never.self
  ) -> Store<ChildState, ChildInput, Never>? {
    scope(keyPath, id: id, input)
  }

  /// Returns the store of a screen without outputs; nil if the stack has no such screen.
  ///
  /// - Parameters:
  ///   - keyPath: The stack in this store's state.
  ///   - id: The id of the screen.
  ///   - screen: The child's state in a screen; nil if the screen is of another kind.
  ///   - input: Wraps the id of the screen and the child's input in this store's input.
  ///   - outputs: The child's outputs, which its store never emits.
  public func scope<Screen, ChildState: Equatable, ChildInput: Sendable>(
    _ keyPath: KeyPath<State, Stack<Screen>>,
    id: ScreenID,
    _ screen: KeyPath<Screen, ChildState?>,
    _ input: @escaping (ScreenID, ChildInput) -> Input,
    outputs: Never.Type = Never.self
  ) -> Store<ChildState, ChildInput, Never>? {
    scope(keyPath, id: id, screen, input)
  }

  /// Returns the stores of all elements of a collection without outputs, in order.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - input: Wraps an element's id and input in this store's input.
  ///   - outputs: The elements' outputs, which their stores never emit.
  public func scopeEach<ChildState: Equatable, ChildInput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input,
    outputs: Never.Type = Never.self
  ) -> [Store<ChildState, ChildInput, Never>] {
    scopeEach(keyPath, input)
  }
}
