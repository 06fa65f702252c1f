import StoreCore
import StoreExploration
import StoreTesting

/// An endpoint of the features with planted bugs, with its answers.
enum SuspectGate {
  case post(isReliable: Bool)
  case load([[Int]], isReliable: Bool)
  case events([Int])

  /// Posts that succeed or fail.
  static let post = Self.post(isReliable: false)

  /// Loads of some lists, or that fail.
  static func load(_ answers: [Int]...) -> Self { .load(answers, isReliable: false) }

  static func events(_ elements: Int...) -> Self { .events(elements) }

  fileprivate func open<Feature>(in store: TestStore<Feature>) {
    let failures = SuspectClient.Offline()
    switch self {
    case .post(let isReliable):
      store.gate("post", at: \.suspectPost) { _ in [.success(())] + (isReliable ? [] : [.failure(failures)]) }
    case .load(let answers, let isReliable):
      store.gate("load", at: \.suspectLoad) { _ in
        answers.map { .success($0) } + (isReliable ? [] : [.failure(failures)])
      }
    case .events(let elements):
      store.gate("events", at: \.suspectEvents) { elements.map { .element($0) } }
    }
  }
}

extension StateSpace where Feature.State: Equatable {
  /// Explores a feature whose endpoints are gates.
  init(
    of feature: @autoclosure @escaping () -> Feature,
    from state: @autoclosure @escaping () -> Feature.State,
    inputs: [Feature.Input],
    gates: [SuspectGate],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await self.init(inputs: inputs, isolation: isolation) {
      let store = TestStore(initialState: state(), reducer: feature)
      for gate in gates { gate.open(in: store) }
      return store
    }
  }
}
