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
