import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A newsletter that is switched, and for a while can be switched back after it was left. It is right.
struct NewsletterSwitch: Reducer {
  struct State: Equatable {
    var isOn = true
    var wish: Bool?
    var undoable: String?
  }

  enum Input { case toggled }
  enum Feedback { case saved(Bool), failed, undoPassed }

  private enum CancelID { case undo }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.toggled):
      guard state.wish == nil else { return .none }
      let isOn = !state.isOn
      state.wish = isOn
      let save = Effect<Feedback, Never>.run("save", of: isOn) { send in
        try await post("\(isOn)")
        await send(.saved(isOn))
      } catch: { _, send in
        await send(.failed)
      }
      return .merge(save, isOn ? hideUndo(&state) : offerUndo(&state))
    case .feedback(.saved(let isOn)):
      state.isOn = isOn
      state.wish = nil
    case .feedback(.failed):
      state.wish = nil
      return state.isOn ? hideUndo(&state) : .none
    case .feedback(.undoPassed): state.undoable = nil
    }
    return .none
  }

  private func offerUndo(_ state: inout State) -> Effect<Feedback, Never> {
    state.undoable = "Morning"
    return .run("undo") { send in
      try await clock.sleep(for: .seconds(4))
      await send(.undoPassed)
    }
    .cancellable(id: CancelID.undo, cancelInFlight: true)
  }

  private func hideUndo(_ state: inout State) -> Effect<Feedback, Never> {
    state.undoable = nil
    return .cancel(id: CancelID.undo)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.toggled], gates: [.post])
  }
}
