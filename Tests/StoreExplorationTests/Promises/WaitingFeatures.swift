import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Entries that wait to be sent, and after which a book is loaded. A retry needs one that waits, also if the book has failed, unless it is
/// fixed.
struct GrazingBook: Reducer {
  enum Step { case idle, sending, loading, failed }

  struct State: Equatable {
    var waiting = 0
    var step = Step.idle
  }

  enum Input { case added, syncTapped, retryTapped }
  enum Feedback { case sent, loaded, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.added): state.waiting = 1
    case .input(.syncTapped): return state.step == .idle ? proceed(&state) : .none
    case .input(.retryTapped):
      return state.step == .failed && (isFixed || state.waiting > 0) ? proceed(&state) : .none
    case .feedback(.sent):
      state.waiting = 0
      return proceed(&state)
    case .feedback(.loaded): state.step = .idle
    case .feedback(.failed): state.step = .failed
    }
    return .none
  }

  private func proceed(_ state: inout State) -> Effect<Feedback, Never> {
    state.step = state.waiting > 0 ? .sending : .loading
    guard state.waiting > 0 else {
      return .run("book") { send in
        _ = try await load(1)
        await send(.loaded)
      } catch: { _, send in
        await send(.failed)
      }
    }
    return .run("send") { send in
      try await post("entry")
      await send(.sent)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      switch state.step {
      case .idle: [.added, .syncTapped]
      case .sending, .loading: [.added]
      case .failed: [.added, .retryTapped]
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Scenes of which one is set at a time, and one waits. It waits for ever if the one before fails, unless it is fixed.
struct Scenes: Reducer {
  struct State: Equatable {
    var running: Int?
    var waiting: Int?
  }

  enum Input: Equatable { case tapped(Int), stopTapped }
  enum Feedback { case set, failed }

  private enum CancelID { case set }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let scene)):
      guard state.waiting == nil, scene != state.running else { return .none }
      if state.running == nil { return set(scene, &state) }
      state.waiting = scene
    case .input(.stopTapped):
      guard state.running != nil else { return .none }
      state.running = nil
      return .merge(.cancel(id: CancelID.set), setWaiting(&state))
    case .feedback(.set):
      state.running = nil
      return setWaiting(&state)
    case .feedback(.failed):
      state.running = nil
      if isFixed { return setWaiting(&state) }
    }
    return .none
  }

  private func setWaiting(_ state: inout State) -> Effect<Feedback, Never> {
    guard let scene = state.waiting else { return .none }
    state.waiting = nil
    return set(scene, &state)
  }

  private func set(_ scene: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = scene
    return .run("set", of: scene) { send in
      try await post("\(scene)")
      await send(.set)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.set, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.tapped(1), .tapped(2), .stopTapped],
      gates: [.post]
    )
  }
}
