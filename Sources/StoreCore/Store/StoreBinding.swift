/// A value of a store's state that can be read, and whose changes are sent to the store as inputs.
///
/// A view's own kind of binding is made of its two functions: `Binding(get: binding.get, set: binding.set)`.
public struct StoreBinding<Value>: Sendable {
  /// Reads, and observes, the value.
  public let get: @MainActor @Sendable () -> Value

  /// Sends the store the input that a new value makes.
  public let set: @MainActor @Sendable (Value) -> Void

  /// The value. Setting it sends an input; what the state then is, is up to the reducer.
  @MainActor public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension Store {
  /// Ties a property of the state to an input, for views that edit a value.
  ///
  /// ```swift
  /// let query = store.binding(\.query, send: Input.queryChanged)
  /// ```
  ///
  /// The binding holds the store. Setting a value sends the input even if the value is the one that is there.
  ///
  /// - Parameters:
  ///   - keyPath: The property to read. The reading is observed like any other.
  ///   - input: Makes the input of a new value; a case of the input that carries one is usual.
  public func binding<Value>(
    _ keyPath: KeyPath<State, Value>,
    send input: @escaping (Value) -> Input
  ) -> StoreBinding<Value> {
    StoreBinding(get: { self[dynamicMember: keyPath] }, set: { self.send(input($0)) })
  }
}
