import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A parking session that can be extended, and ended. A failed extension takes back that it has ended, unless it is fixed.
struct ParkingSession: Reducer {
  enum Status { case active, ending, ended, problem }

  struct State: Equatable {
    var status = Status.active
    var isExtending = false
  }

  enum Input { case extendTapped, endTapped, doneTapped }
  enum Feedback { case extended, notExtended, ended, notEnded }

  private enum CancelID { case extend, end }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.extendTapped):
      guard !state.isExtending, state.canAct else { return .none }
      state.isExtending = true
      return request("extend", .extended, or: .notExtended).cancellable(id: CancelID.extend)
    case .input(.endTapped):
      guard state.canAct else { return .none }
      state.status = .ending
      return request("end", .ended, or: .notEnded).cancellable(id: CancelID.end, cancelInFlight: true)
    case .input(.doneTapped):
      state = State()
      return .cancel(id: CancelID.extend)
    case .feedback(.extended): state.isExtending = false
    case .feedback(.notExtended):
      state.isExtending = false
      if !isFixed || state.canAct { state.status = .problem }
    case .feedback(.ended): state.status = .ended
    case .feedback(.notEnded): state.status = .problem
    }
    return .none
  }

  private func request(_ name: String, _ success: Feedback, or failure: Feedback) -> Effect<Feedback, Never> {
    .run(name) { send in
      _ = try await load(1)
      await send(success)
    } catch: { _, send in
      await send(failure)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      switch state.status {
      case .active, .problem: [.extendTapped, .endTapped]
      case .ending: []
      case .ended: [.doneTapped]
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

extension ParkingSession.State {
  fileprivate var canAct: Bool { status == .active || status == .problem }
}
