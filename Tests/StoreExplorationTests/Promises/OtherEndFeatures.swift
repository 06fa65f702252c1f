import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A transfer that a bank approves. Where nothing more is heard, the user may ask for it.
struct ApprovedTransfer: Reducer {
  struct Wait: Equatable {
    var isOverdue = false
    var isChecking = false
  }

  enum State: Equatable {
    case editing, sending, executed
    case waiting(Wait)
  }

  enum Input: CaseIterable { case sendTapped, checkTapped, leaveTapped }

  enum Feedback { case submitted, failed, approved, decisionsEnded, undecided }

  private enum CancelID { case wait }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.sendTapped), .editing):
      state = .sending
      return .run("submit") { send in
        try await post("transfer")
        await send(.submitted)
      } catch: { _, send in
        await send(.failed)
      }
    case (.feedback(.submitted), _):
      state = .waiting(Wait())
      return .run("decisions") { send in
        for await _ in events() { await send(.approved) }
        await send(.decisionsEnded)
      }
      .cancellable(id: CancelID.wait)
    case (.feedback(.failed), _): state = .editing
    case (.feedback(.decisionsEnded), _): state = .waiting(Wait(isOverdue: true))
    case (.input(.checkTapped), .waiting(let wait)):
      guard wait.isOverdue, !wait.isChecking else { return .none }
      state = .waiting(Wait(isOverdue: true, isChecking: true))
      return .run("check") { send in
        await send(try await load(1).isEmpty ? .undecided : .approved)
      } catch: { _, send in
        await send(.undecided)
      }
      .cancellable(id: CancelID.wait)
    case (.feedback(.undecided), _): state = .waiting(Wait(isOverdue: true))
    case (.feedback(.approved), .waiting):
      state = .executed
      return .cancel(id: CancelID.wait)
    case (.input(.leaveTapped), .waiting), (.input(.leaveTapped), .executed):
      state = .editing
      return .cancel(id: CancelID.wait)
    default: break
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State.editing) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([]), .success([1]), .failure(SuspectClient.Offline())] }
      store.gate("events", at: \.suspectEvents) { [.element(1), .finish] }
      return store
    }
  }
}

/// A photo that is exported in one look while another one is tried. The question before it is closed is about a look that isn't exported.
struct PhotoLooks: Reducer {
  enum Look: Equatable { case original, noir, sepia }

  struct State: Equatable {
    var photo: String?
    var look = Look.original
    var exporting: Look?
    var exported: Look?
    var hasFailed = false
    var isAsking = false
  }

  enum Input { case photoTapped(String), lookTapped(Look), exportTapped, closeTapped, discardTapped, keepTapped }

  enum Feedback { case exported(Look), failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoTapped(let photo)): if state.photo == nil { state.photo = photo }
    case .input(.lookTapped(let look)):
      guard state.photo != nil, look != state.look, !state.isAsking else { return .none }
      (state.look, state.hasFailed) = (look, false)
    case .input(.exportTapped):
      guard state.photo != nil, state.exporting == nil, !state.isAsking else { return .none }
      (state.exporting, state.hasFailed) = (state.look, false)
      return .run("export", of: state.look) { [look = state.look] send in
        try await post("\(look)")
        await send(.exported(look))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closeTapped):
      guard state.photo != nil, state.exporting == nil else { return .none }
      if state.look != .original, state.exported != state.look { state.isAsking = true } else { state = State() }
    case .input(.discardTapped): if state.isAsking { state = State() }
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.exported(let look)): (state.exporting, state.exported) = (nil, look)
    case .feedback(.failed): (state.exporting, state.hasFailed) = (nil, true)
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    let looks = [Look.original, .noir, .sepia].map(Input.lookTapped)
    return try await StateSpace(inputs: { state in
      [.photoTapped("Beach"), .closeTapped, .discardTapped, .keepTapped] + looks
        + (state.look == .original ? [] : [.exportTapped])
    }) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A game against a machine, in which a note comes if the player takes long.
struct PatientGame: Reducer {
  struct State: Equatable {
    var isPlaying = false
    var moves: [Int] = []
    var hasFailed = false
    var isSlow = false
    var hint = 0

    var isTurn: Bool { isPlaying && moves.count.isMultiple(of: 2) && moves.count < 4 }
  }

  enum Input: CaseIterable { case newGameTapped, moved, hintTapped, againTapped, resigned }

  enum Feedback { case replied, failed, minutePassed }

  private enum CancelID { case patience, reply }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.newGameTapped): state = State(isPlaying: true)
    case .input(.moved):
      guard state.isTurn else { return .none }
      (state.moves, state.isSlow, state.hint) = (state.moves + [state.moves.count], false, 0)
    case .input(.hintTapped):
      if state.isTurn { state.hint = (state.hint + 1) % 5 }
      return .none
    case .input(.againTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
    case .input(.resigned):
      guard state.isPlaying else { return .none }
      state = State()
    case .feedback(.replied): state.moves.append(state.moves.count)
    case .feedback(.failed): state.hasFailed = true
    case .feedback(.minutePassed):
      state.isSlow = true
      return .none
    }
    return .merge(.cancel(id: CancelID.patience), .cancel(id: CancelID.reply), next(state))
  }

  private func next(_ state: State) -> Effect<Feedback, Never> {
    guard state.isPlaying, state.moves.count < 4, !state.hasFailed else { return .none }
    guard state.moves.count.isMultiple(of: 2) else {
      return .run("reply", of: state.moves.count) { send in
        _ = try await load(1)
        await send(.replied)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.reply)
    }
    return .run("patience") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: CancelID.patience)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
