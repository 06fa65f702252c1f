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

/// A request for a bed that is held for some minutes, and can be extended, until a stream says that it is confirmed. An extension that
/// succeeds later holds it again, unless it is fixed.
struct BedRequest: Reducer {
  enum Status { case open, held, confirmed, expired }

  struct State: Equatable {
    var status = Status.open
    var isExtending = false
  }

  enum Input { case requestTapped, extendTapped, doneTapped }
  enum Feedback { case extended, notExtended, confirmed, expired }

  private enum CancelID { case extend, hold, decision }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.requestTapped):
      guard state.status == .open else { return .none }
      state.status = .held
      let decision = Effect<Feedback, Never>.run("decision") { send in
        for await _ in events() { return await send(.confirmed) }
      }
      return .merge(hold(), decision.cancellable(id: CancelID.decision))
    case .input(.extendTapped):
      guard state.status == .held, !state.isExtending else { return .none }
      state.isExtending = true
      return .run("extend") { send in
        try await post("extend")
        await send(.extended)
      } catch: { _, send in
        await send(.notExtended)
      }
      .cancellable(id: CancelID.extend)
    case .input(.doneTapped):
      state = State()
      return .merge(.cancel(id: CancelID.extend), .cancel(id: CancelID.hold), .cancel(id: CancelID.decision))
    case .feedback(.extended):
      state.isExtending = false
      guard !isFixed || state.status == .held else { return .none }
      state.status = .held
      return hold()
    case .feedback(.notExtended): state.isExtending = false
    case .feedback(.confirmed):
      state.status = .confirmed
      return .cancel(id: CancelID.hold)
    case .feedback(.expired):
      state = State(status: .expired)
      return .merge(.cancel(id: CancelID.extend), .cancel(id: CancelID.decision))
    }
    return .none
  }

  private func hold() -> Effect<Feedback, Never> {
    .run("hold") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.expired)
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      switch state.status {
      case .open: [.requestTapped]
      case .held: [.extendTapped]
      case .confirmed, .expired: [.doneTapped]
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("events", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}

/// A call for help that is sent, and whose receipt is waited for. What fails, or has no receipt for two minutes, can be sent again, and a
/// late receipt mends it. It is right.
struct CallForHelp: Reducer {
  enum Status { case none, sending, sent, failed, read }

  struct State: Equatable { var status = Status.none }

  enum Input { case sendTapped, doneTapped }
  enum Feedback { case sent, refused, read, unheard, waitedLong }

  private enum CancelID { case send, wait, receipts }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard state.status == .none || state.status == .failed else { return .none }
      state.status = .sending
      return .merge(transmit(), wait(), listen())
    case .input(.doneTapped):
      state = State()
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.wait), .cancel(id: CancelID.receipts))
    case .feedback(.sent): if state.status == .sending { state.status = .sent }
    case .feedback(.refused):
      guard state.status == .sending else { return .none }
      state.status = .failed
      return .cancel(id: CancelID.wait)
    case .feedback(.read):
      state.status = .read
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.wait))
    case .feedback(.unheard): return state.status == .failed ? .none : listen()
    case .feedback(.waitedLong):
      state.status = .failed
      return .cancel(id: CancelID.send)
    }
    return .none
  }

  private func transmit() -> Effect<Feedback, Never> {
    .run("send") { send in
      try await post("help")
      await send(.sent)
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.send, cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(120))
      await send(.waitedLong)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("receipt") { send in
      try await post("receipt")
      await send(.read)
    } catch: { _, send in
      await send(.unheard)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      switch state.status {
      case .none: [.sendTapped]
      case .failed: [.sendTapped, .doneTapped]
      case .sending, .sent: []
      case .read: [.doneTapped]
      }
    }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
