extension Store {
  /// The store of a child that is always there, for the child's view.
  ///
  /// ```swift
  /// SearchView(store: store.scope(\.search, App.Input.search))
  /// ```
  ///
  /// It runs nothing itself: it shows the child's part of this store's state, and sends the child's inputs to this store. Each
  /// property of the child is observed by itself, and by the child's view alone.
  ///
  /// What the child says is for its parent, so ``outputStream`` of a child's store is silent. Its type is that of the child's
  /// own store, for a view that is used with either. The child's store keeps this one alive.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's.
  ///   - input: Makes this store's input of the child's; a case that carries one is usual.
  public func scope<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, ChildState>,
    _ input: @escaping (ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    makeChild(host.state[keyPath: keyPath], read: { $0[keyPath: keyPath] }, input)
  }

  /// The store of a child that may be absent, for the child's view; nil while the child is absent.
  ///
  /// ```swift
  /// if let store = store.scope(\.detail, App.Input.detail) { DetailView(store: store) }
  /// ```
  ///
  /// A view that calls this is told when the child comes, when it leaves, and when one of another id takes its place. It is not
  /// told of other changes of the child.
  ///
  /// When the child has left, its store shows the child's last state, ends its streams, and does nothing about what is sent to
  /// it. It stays so: a child that comes later has a store of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The child's state in this store's; nil while the child is absent.
  ///   - input: Makes this store's input of the child's; a case that carries one is usual.
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

  /// The store of an element of a collection, for the element's view; nil if the element is not there.
  ///
  /// A view that calls this is told when the element comes or leaves, and not of other changes. When the element has left,
  /// its store shows the element's last state, ends its streams, and does nothing about what is sent to it.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - id: Which element it is.
  ///   - input: Makes this store's input of an element's, with its id.
  public func scope<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    id: ChildState.ID,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput>? {
    host.publisher.observation.access(keyPath.appending(path: \.[contains: id]))
    return host.state[keyPath: keyPath][id: id].map { element($0, of: keyPath, input) }
  }

  /// The stores of all elements of a collection, in order, for the view of the collection.
  ///
  /// ```swift
  /// ForEach(store.scopeEach(\.rows, List.Input.row), id: \.id) { store in RowView(store: store) }
  /// ```
  ///
  /// A view that calls this is told when elements come, leave or move, and not of changes of an element.
  ///
  /// - Parameters:
  ///   - keyPath: The collection in this store's state.
  ///   - input: Makes this store's input of an element's, with its id.
  public func scopeEach<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> [Store<ChildState, ChildInput, ChildOutput>] {
    host.publisher.observation.access(keyPath.appending(path: \.ids))
    return host.state[keyPath: keyPath].map { element($0, of: keyPath, input) }
  }

  /// The store of an element that is there.
  private func element<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    of keyPath: KeyPath<State, IdentifiedArray<ChildState>>,
    _ input: @escaping (ChildState.ID, ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    let id = state.id
    return makeChild(state, read: { $0[keyPath: keyPath][id: id] }, { input(id, $0) })
  }

  /// The store of a child that is there.
  private func makeChild<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    read: @escaping (State) -> ChildState?,
    _ input: @escaping (ChildInput) -> Input
  ) -> Store<ChildState, ChildInput, ChildOutput> {
    Store<ChildState, ChildInput, ChildOutput>(host: host.child(state, read: read, input))
  }
}

extension StoreHost {
  /// The host of a child that is there.
  fileprivate func child<ChildState: Equatable, ChildInput: Sendable, ChildOutput: Sendable>(
    _ state: ChildState,
    read: @escaping (State) -> ChildState?,
    _ input: @escaping (ChildInput) -> Input
  ) -> any StoreHost<ChildState, ChildInput, ChildOutput> {
    ChildHost(state, read: read, in: self, embed: input)
  }
}

/// Which child is at a place; nil if none is. Children that are not `Identifiable` have the same identity.
private struct PresentChild: Equatable {
  /// The child's id, if it has one.
  let id: AnyHashable?
}

extension Optional {
  /// Which child this is; nil if none is there.
  fileprivate var presentChild: PresentChild? {
    map { child in PresentChild(id: (child as? any Identifiable).map { hashableID(of: $0) }) }
  }
}

/// The id of a value, without its type.
private func hashableID(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

extension IdentifiedArray {
  /// Whether an element is there.
  fileprivate subscript(contains id: ID) -> Bool { index(id: id) != nil }
}
