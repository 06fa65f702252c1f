extension Store {
  /// Returns the store of a child that is always present, for the child's view.
  ///
  /// ```swift
  /// SearchView(store: store.scope(\.search, App.Input.search))
  /// ```
  ///
  /// It runs no effects: it shows the child's part of this store's state, and forwards inputs to this store. Each
  /// property of the child is observed separately.
  ///
  /// Outputs of the child go to its parent, so ``outputStream`` of the child's store emits nothing. It has the same
  /// type as a separate store of the child, so a view can use either. The child's store retains this store.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's.
  ///   - input: Wraps the child's input in this store's, usually a case.
  public func scope<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, ChildState>,
    _ input: @escaping (ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    makeChild(host.state[keyPath: keyPath], read: { $0[keyPath: keyPath] }, input)
  }

  /// Returns the store of a child that may be absent, for the child's view; nil while the child is absent.
  ///
  /// ```swift
  /// store.scope(\.detail, App.Input.detail).map { DetailView(store: $0) }
  /// ```
  ///
  /// A view that calls this is updated when the child appears, leaves, or is replaced by a child with another id. Other
  /// changes of the child don't update it.
  ///
  /// After the child has left, its store shows the child's last state, ends its streams, and ignores inputs. A later
  /// child has another store.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's; nil while the child is absent.
  ///   - input: Wraps the child's input in this store's, usually a case.
  public func scope<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, ChildState?>,
    _ input: @escaping (ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput>? {
    host.publisher.observation.access(keyPath.appending(path: \.presentChild))
    let present = host.state[keyPath: keyPath]
    let child = present.presentChild
    return present.map { state in
      makeChild(
        state,
        read: { parent in
          let current = parent[keyPath: keyPath]
          return current.presentChild == child ? current : nil
        },
        input
      )
    }
  }

  /// Returns the store of an element of a collection, for the element's view; nil if the element is absent.
  ///
  /// A view that calls this is updated when the element appears or leaves, but not by other changes. After the element
  /// has left, its store shows the element's last state, ends its streams, and ignores inputs.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - id: The id of the element.
  ///   - input: Wraps the element's id and input in this store's input.
  public func scope<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    id: ChildState.ID,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput>? {
    host.publisher.observation.access(keyPath.appending(path: \.[contains: id]))
    return host.state[keyPath: keyPath][id: id].map { element($0, of: keyPath, input) }
  }

  /// Returns the store of a screen of one kind in a stack, for the screen's view; nil if the stack has no such screen.
  ///
  /// ```swift
  /// .navigationDestination(for: ScreenID.self) { id in
  ///   store.scope(\.path, id: id, \.detail, App.Input.detail).map { DetailView(store: $0) }
  /// }
  /// ```
  ///
  /// A view that calls this is updated when the screen appears, leaves or becomes one of another kind, but not by other
  /// changes. After the screen has left, its store shows its last state, ends its streams, and ignores inputs.
  ///
  /// - Parameters:
  ///   - keyPath: The stack in this store's state.
  ///   - id: The id of the screen.
  ///   - screen: The child's state in a screen; nil if the screen is of another kind.
  ///   - input: Wraps the id of the screen and the child's input in this store's input.
  public func scope<Screen, ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, Stack<Screen>>,
    id: ScreenID,
    _ screen: KeyPath<Screen, ChildState?>,
    _ input: @escaping (ScreenID, ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput>? {
    host.publisher.observation.access(keyPath.appending(path: \.[contains: id, as: screen]))
    let stack = host.state[keyPath: keyPath]
    return stack[id]?[keyPath: screen].map { state in
      makeChild(
        state,
        read: { parent in
          let current = parent[keyPath: keyPath]
          return current.origin == stack.origin ? current[id]?[keyPath: screen] : nil
        },
        { input(id, $0) }
      )
    }
  }

  /// Returns the stores of all elements of a collection, in order, for the view of the collection.
  ///
  /// ```swift
  /// ForEach(store.scopeEach(\.rows, List.Input.row), id: \.id) { store in RowView(store: store) }
  /// ```
  ///
  /// A view that calls this is updated when elements appear, leave or move, but not when an element changes.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - input: Wraps an element's id and input in this store's input.
  public func scopeEach<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> [Store<ChildState, ChildInput, ChildOutput>] {
    host.publisher.observation.access(keyPath.appending(path: \.ids))
    return host.state[keyPath: keyPath].map { element($0, of: keyPath, input) }
  }

  /// Returns the store of an element that is present.
  private func element<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    of keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    let id = state.id
    return makeChild(state, read: { $0[keyPath: keyPath][id: id] }, { input(id, $0) })
  }

  /// Returns the store of a child that is present.
  private func makeChild<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    read: @escaping (State) -> ChildState?,
    _ input: @escaping (ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    Store<ChildState, ChildInput, ChildOutput>(host: host.child(state, read: read, input))
  }
}

extension StoreHost {
  /// Returns the host of a child that is present.
  fileprivate func child<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    read: @escaping (State) -> ChildState?,
    _ input: @escaping (ChildInput) -> Input
  ) -> any StoreHost<ChildState, ChildInput, ChildOutput> {
    ChildHost(state, read: read, in: self, embed: input)
  }
}

/// The identity of the child at a place. Children that are not `Identifiable` have equal identities.
private struct PresentChild: Equatable {
  /// The id of the child, if it is `Identifiable`.
  let id: AnyHashable?
}

extension Optional {
  /// The identity of the child; nil while the child is absent.
  fileprivate var presentChild: PresentChild? {
    map { child in PresentChild(id: (child as? any Identifiable).map { hashableID(of: $0) }) }
  }
}

/// Returns the id of a value with its type erased.
private func hashableID(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

extension IdentifiedArray {
  /// Whether the array has an element with an id.
  fileprivate subscript(contains id: ID) -> Bool { index(id: id) != nil }
}

extension Stack {
  /// Whether the stack has a screen of one kind with an id.
  fileprivate subscript<Child>(contains id: ScreenID, as screen: KeyPath<Screen, Child?>) -> Bool {
    self[id]?[keyPath: screen] != nil
  }
}
