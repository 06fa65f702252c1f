import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Two reports that take long after a time, and that may succeed all the same, beside a pause that may end at the same time. They are
/// right.
struct SlowReports: Reducer {
  enum Status { case draft, sending, slow, sent, failed }

  struct Report: Equatable, Identifiable {
    let id: Int
    var status = Status.draft
  }

  struct State: Equatable {
    var reports: IdentifiedArray = [Report(id: 1), Report(id: 2)]
    var isPaused = false
  }

  enum Input { case sendTapped(Int), paused }
  enum Feedback { case sent(Int), failed(Int), tookLong(Int), pauseOver }

  private enum CancelID: Hashable { case report(Int) }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped(let id)):
      guard [.draft, .failed].contains(state.reports[id: id]?.status) else { return .none }
      state.reports[id: id]?.status = .sending
      let send = Effect<Feedback, Never>.run("send", of: id) { send in
        try await post("report \(id)")
        await send(.sent(id))
      } catch: { _, send in
        await send(.failed(id))
      }
      let patience = Effect<Feedback, Never>.run("patience", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.tookLong(id))
      }
      return .merge(send, patience).cancellable(id: CancelID.report(id))
    case .input(.paused):
      guard !state.isPaused else { return .none }
      state.isPaused = true
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(20))
        await send(.pauseOver)
      }
    case .feedback(.pauseOver): state.isPaused = false
    case .feedback(.sent(let id)):
      state.reports[id: id]?.status = .sent
      return .cancel(id: CancelID.report(id))
    case .feedback(.failed(let id)):
      state.reports[id: id]?.status = .failed
      return .cancel(id: CancelID.report(id))
    case .feedback(.tookLong(let id)): state.reports[id: id]?.status = .slow
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.sendTapped(1), .sendTapped(2), .paused], gates: [.post])
  }
}
