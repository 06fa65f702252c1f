import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A reaction that may be changed again and again, of which the inputs try three. It is right.
struct BoundedReaction: Reducer {
  struct State: Equatable {
    var attempt = 0
    var isChosen = false
    var isConfirmed = false
  }

  enum Input { case tapped }
  enum Feedback { case confirmed, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped):
      state = State(attempt: state.attempt + 1, isChosen: !state.isChosen)
      return .run("react") { send in
        try await post("reaction")
        await send(.confirmed)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "react", cancelInFlight: true)
    case .feedback(.confirmed): state.isConfirmed = true
    case .feedback(.failed): state.isChosen.toggle()
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { $0.attempt < 3 ? [.tapped] : [] }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
