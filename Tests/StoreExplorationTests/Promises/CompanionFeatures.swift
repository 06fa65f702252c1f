import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A card that is frozen with a notice, which tells a success from a failure.
struct FrozenCard: Reducer {
  enum Notice: Hashable { case frozen, failed }

  struct State: Hashable {
    var notice: Notice?
    var hasReminder = false
  }

  enum Input: CaseIterable { case freezeTapped, reminded }
  enum Feedback { case frozen, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.freezeTapped):
      state = State()
      return .run("freeze") { send in
        try await post("freeze")
        await send(.frozen)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "freeze", cancelInFlight: true)
    case .input(.reminded):
      guard !state.hasReminder else { return .none }
      state = State(notice: .frozen, hasReminder: true)
    case .feedback(.frozen): state.notice = .frozen
    case .feedback(.failed): state.notice = .failed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}
