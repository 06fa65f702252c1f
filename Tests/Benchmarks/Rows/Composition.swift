import StoreCore

extension Growth {
  /// The costs of a message, which must not depend on the siblings of its receiver.
  static let composition = [
    Growth("rows under a root of 50 features, a message each") { count in
      let store = await House.store(rows: count)
      return Trial(held: store, time: await tickAll(count, in: store))
    },
    Growth("rows with an effect each, a message each") { count in
      let store = await House.store(rows: count)
      await listenAll(count, in: store)
      return Trial(held: store, time: await tickAll(count, in: store))
    },
    Growth("rows with a store each, made for a view") { count in
      let store = await House.store(rows: count)
      return Trial(held: store, time: await scopeAll(store))
    },
  ]

  /// Creates the store of each row, and returns the duration.
  @MainActor private static func scopeAll(_ store: Store<House.State, House.Input, Never>) async -> Duration {
    await time {
      let rows: [Store<Row.State, Row.Input, Never>] = store.scopeEach(\.rows, House.Input.row)
      keep(rows.count)
    }
  }

  /// Sends each row a message that changes its state.
  @MainActor private static func tickAll(
    _ count: Int,
    in store: Store<House.State, House.Input, Never>
  ) async -> Duration {
    await time { for id in 0..<count { store.send(.row(id, .tick)) } }
  }

  /// Starts an effect in each row.
  @MainActor private static func listenAll(_ count: Int, in store: Store<House.State, House.Input, Never>) {
    for id in 0..<count { store.send(.row(id, .listen)) }
  }
}

extension Benchmark {
  /// The cost of a message to a leaf of a large tree in a live store.
  static let composition = [
    Benchmark("Store.send to a counter, one of 50 features beside 1,000 rows", against: .reduce) { @MainActor count in
      let store = House.store(rows: 1_000)
      return await time(count) { store.send(.floor(6, .counter(6, .increment))) }
    },
    Benchmark("Store.send to one of 1,000 rows", against: .reduce) { @MainActor count in
      let store = House.store(rows: 1_000)
      return await time(count) { store.send(.row(999, .tick)) }
    },
  ]
}

extension House {
  /// Returns a store of a house with a number of rows.
  @MainActor fileprivate static func store(rows count: Int) -> Store<State, Input, Never> {
    Store(initialState: State(rows: count)) { House() }
  }
}
