import Observation
import StoreCore
import StoreTesting

@MainActor
@Observable
private final class CounterModel {
  private(set) var count = 0

  func increment() { count += 1 }

  func request() { Task { count += 1 } }
}

extension Benchmark {
  /// The cost of the steps of a test of a model, which a test store watches on the main actor.
  static let models = [
    Benchmark("call and receive a change, of a model") { @MainActor count in
      await measureModel(count) { $0.increment() }
    },
    Benchmark("call and receive a change of a task, of a model") { @MainActor count in
      await measureModel(count) { $0.request() }
    },
  ]

  @MainActor
  private static func measureModel(
    _ count: Int,
    _ call: @escaping @MainActor @Sendable (CounterModel) -> Void
  ) async -> Duration {
    let store = TestStore(of: CounterModel(), projection: \.count)
    return await time(count) {
      await store.call { call($0) }
      await store.receiveChange { $0 += 1 }
    }
  }
}
