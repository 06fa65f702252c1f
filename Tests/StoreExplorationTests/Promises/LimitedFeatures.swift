import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A number of jars, which is saved, up to two.
struct JarCount: Reducer {
  enum Phase: Hashable { case idle, saving }

  struct State: Hashable {
    var phase: Phase?
    var jars = 0
  }

  enum Input: Hashable { case appeared, added, removed, closed }
  enum Feedback { case saved }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): if state.phase == nil { state.phase = .idle }
    case .input(.closed): if state.phase == .idle { state = State() }
    case .input(.added), .input(.removed):
      let jars = state.jars + (message.isAddition ? 1 : -1)
      guard state.phase == .idle, (0...2).contains(jars) else { return .none }
      state.jars = jars
      state.phase = .saving
      return .run("save") { send in
        try? await post("\(jars)")
        await send(.saved)
      }
    case .feedback(.saved): state.phase = .idle
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.appeared, .added, .removed, .closed],
      gates: [.post(isReliable: true)]
    )
  }
}

extension Message<JarCount.Input, JarCount.Feedback> {
  fileprivate var isAddition: Bool { if case .input(.added) = self { true } else { false } }
}
