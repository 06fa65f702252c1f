import Observation
import StoreCore

extension Benchmark {
  /// The cost of a message to a store with observed state, by the size of the observed part.
  static let observed = [
    Benchmark("Store.send to a row's own store, observed") { @MainActor count in
      let store = Store(initialState: Row.State(id: 0)) { Row() }
      return await time(count) {
        withObservationTracking {
          _ = store.count
        } onChange: {
        }
        store.send(.tick)
      }
    },
    Benchmark("Store.send to one of 1,000 rows, observed") { @MainActor count in
      await ticks(count, rows: 1_000)
    },
    Benchmark("Store.send to one of 10,000 rows, observed") { @MainActor count in
      await ticks(count, rows: 10_000)
    },
  ]

  /// Sends messages to a row of a house with observed rows, as in a view that lists them.
  @MainActor private static func ticks(_ count: Int, rows: Int) async -> Duration {
    let store = Store(initialState: House.State(rows: rows)) { House() }
    return await time(count) {
      withObservationTracking {
        _ = store.rows
      } onChange: {
      }
      store.send(.row(rows - 1, .tick))
    }
  }
}
