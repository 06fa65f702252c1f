import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A payment that fails if there is no connection, or no confirmation in time, and that a late confirmation mends. It is right.
struct LateConfirmation: Reducer {
  enum Status { case open, connecting, waiting, failed, paid }

  struct State: Equatable { var status = Status.open }

  enum Input { case payTapped, doneTapped }
  enum Feedback { case connected, notConnected, confirmed, refused, timePassed }

  private enum CancelID { case confirm, time }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.payTapped):
      guard state.status == .open || state.status == .failed else { return .none }
      state.status = .connecting
      let connect = Effect<Feedback, Never>.run("connect") { send in
        try await post("pay")
        await send(.connected)
      } catch: { _, send in
        await send(.notConnected)
      }
      return .merge(.cancel(id: CancelID.confirm), .cancel(id: CancelID.time), connect)
    case .input(.doneTapped): if state.status == .paid { state.status = .open }
    case .feedback(.connected):
      state.status = .waiting
      return .merge(confirm(), wait())
    case .feedback(.notConnected), .feedback(.timePassed): state.status = .failed
    case .feedback(.confirmed):
      state.status = .paid
      return .cancel(id: CancelID.time)
    case .feedback(.refused):
      state.status = .open
      return .cancel(id: CancelID.time)
    }
    return .none
  }

  private func confirm() -> Effect<Feedback, Never> {
    .run("confirm") { send in
      _ = try await load(1)
      await send(.confirmed)
    } catch: { _, send in
      await send(.refused)
    }
    .cancellable(id: CancelID.confirm)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("time") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.timePassed)
    }
    .cancellable(id: CancelID.time)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.payTapped, .doneTapped],
      gates: [.post, .load([1])]
    )
  }
}

/// A station that is tuned on one of two tabs, as long as that is shown. It is right.
struct TuningTabs: Reducer {
  struct State: Equatable {
    var showsList = false
    var isTuning = false
  }

  enum Input { case tuneTapped, listTapped, tunerTapped }
  enum Feedback { case tuned }

  private enum CancelID { case tune }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tuneTapped):
      guard !state.showsList else { return .none }
      state.isTuning = true
      return .run("tune") { send in
        try? await post("tune")
        await send(.tuned)
      }
      .cancellable(id: CancelID.tune, cancelInFlight: true)
    case .input(.listTapped):
      guard !state.showsList else { return .none }
      state = State(showsList: true)
      return .cancel(id: CancelID.tune)
    case .input(.tunerTapped): state.showsList = false
    case .feedback(.tuned): state.isTuning = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.tuneTapped, .listTapped, .tunerTapped], gates: [.post])
  }
}

/// A note of what has happened last, be it a save that has succeeded or a load that has failed. It is right.
struct LastNotice: Reducer {
  enum Notice { case none, saved, loadFailed }

  struct State: Equatable {
    var notice = Notice.none
    var isSaving = false
    var isLoading = false
  }

  enum Input { case saveTapped, refreshTapped }
  enum Feedback { case saved, notSaved, loaded, notLoaded }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.saveTapped):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post("save")
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .run("load") { send in
        _ = try await load(1)
        await send(.loaded)
      } catch: { _, send in
        await send(.notLoaded)
      }
    case .feedback(.saved):
      state.isSaving = false
      state.notice = .saved
    case .feedback(.notSaved): state.isSaving = false
    case .feedback(.loaded): state.isLoading = false
    case .feedback(.notLoaded):
      state.isLoading = false
      state.notice = .loadFailed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.saveTapped, .refreshTapped], gates: [.post, .load([1])])
  }
}
