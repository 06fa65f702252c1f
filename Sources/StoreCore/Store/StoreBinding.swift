/// A readable value of a store's state, whose changes are sent to the store as inputs.
///
/// Its two functions fit a UI framework's binding: `Binding(get: binding.get, set: binding.set)`.
public struct StoreBinding<Value>: Sendable {
  /// Reads and observes the value.
  public let get: @MainActor @Sendable () -> Value

  /// Sends the store the input for a new value.
  public let set: @MainActor @Sendable (Value) -> Void

  /// The value. Setting it sends an input; the reducer determines how the state changes.
  @MainActor public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension Store {
  /// Returns a binding that reads a property of the state and sends an input, for views that edit a value.
  ///
  /// ```swift
  /// let query = store.binding(\.query, send: Input.queryChanged)
  /// ```
  ///
  /// The binding retains the store. Setting a value sends the input even if the value is unchanged.
  ///
  /// - Parameters:
  ///   - keyPath: The property to read, with observation.
  ///   - input: Makes the input for a new value, usually a case.
  public func binding<Value>(
    _ keyPath: KeyPath<State, Value>,
    send input: @escaping (Value) -> Input
  ) -> StoreBinding<Value> {
    StoreBinding(get: { self[dynamicMember: keyPath] }, set: { self.send(input($0)) })
  }

  /// Returns a binding that reads a property of the state and sends its changes, for the fields of a form.
  ///
  /// ```swift
  /// let email = store.binding(\.email, Input.binding)
  /// ```
  ///
  /// The binding retains the store. Setting a value sends the input even if the value is unchanged.
  ///
  /// - Parameters:
  ///   - keyPath: The property to read, with observation, and to change.
  ///   - input: Makes the input for a change, usually a case.
  public func binding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ input: @escaping (Change<State>) -> Input
  ) -> StoreBinding<Value> {
    binding(keyPath, send: { input(.set(keyPath, $0)) })
  }
}

extension Store {
  /// Returns a binding that tells whether a child is presented, and sends an input when the user dismisses it.
  ///
  /// ```swift
  /// .sheet(isPresented: Binding(store.binding(presenting: \.edit, dismiss: .editDismissed))) {
  ///   store.scope(\.edit, App.Input.edit).map { EditView(store: $0) }
  /// }
  /// ```
  ///
  /// A view that reads it is updated when the child appears or leaves. The input is sent only while the child is
  /// present, so a child that leaves by itself isn't dismissed again. The binding retains the store.
  ///
  /// - Parameters:
  ///   - keyPath: The state of the child, or another value that a view presents; nil while it is absent.
  ///   - input: The input at which the reducer sets that state to nil.
  public func binding<Value>(presenting keyPath: KeyPath<State, Value?>, dismiss input: Input) -> StoreBinding<Bool> {
    let isPresent = keyPath.appending(path: \.isPresent)
    return StoreBinding {
      self[dynamicMember: isPresent]
    } set: { isPresented in
      if !isPresented, self.host.state[keyPath: isPresent] { self.send(input) }
    }
  }
}

extension Optional {
  /// Whether the optional has a value.
  fileprivate var isPresent: Bool { self != nil }
}
