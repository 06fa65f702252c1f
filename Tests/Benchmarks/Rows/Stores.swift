import StoreCore

extension Benchmark {
  /// The cost of a live store.
  static let stores = [
    Benchmark("Store.send", against: .reduce) { @MainActor count in
      let store = Store(initialState: Counter.State()) { Counter() }
      return await time(count) { store.send(.increment) }
    },
    Benchmark("Store.send and finish, through an effect") { @MainActor count in
      let store = Store(initialState: Counter.State()) { Counter() }
      return await time(count) { await store.send(.request).finish() }
    },
  ]
}
