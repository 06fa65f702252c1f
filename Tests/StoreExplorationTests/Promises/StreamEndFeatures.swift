import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A parcel that a stream follows. The stream's failure takes back that it was delivered, though its end doesn't, unless it is fixed.
struct FollowedParcel: Reducer {
  enum Stage { case ready, underway, delivered, failed }

  struct State: Equatable { var stage = Stage.ready }

  enum Input { case followTapped, doneTapped }
  enum Feedback { case delivered, ended, failed }

  private enum CancelID { case follow }

  let isFixed: Bool

  @Dependency(\.suspectFeed) private var feed

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.followTapped):
      guard state.stage == .ready || state.stage == .failed else { return .none }
      state.stage = .underway
      return .run("follow") { send in
        for try await _ in feed() { await send(.delivered) }
        await send(.ended)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.follow, cancelInFlight: true)
    case .input(.doneTapped):
      state.stage = .ready
      return .cancel(id: CancelID.follow)
    case .feedback(.delivered): state.stage = .delivered
    case .feedback(.ended): if state.stage == .underway { state.stage = .failed }
    case .feedback(.failed): if !isFixed || state.stage == .underway { state.stage = .failed }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      switch state.stage {
      case .ready: [.followTapped]
      case .underway: []
      case .delivered: [.doneTapped]
      case .failed: [.followTapped, .doneTapped]
      }
    }) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("feed", at: \.suspectFeed) { [.element(1), .finish, .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Notes of which the open one is read aloud, to the end of a stream, and then marked. The mark is on the note that is open then, unless it is
/// fixed.
struct ReadAloud: Reducer {
  struct Note: Hashable, Identifiable {
    let id: Int
    var isRead = false
  }

  struct State: Equatable {
    var notes = [Note(id: 1), Note(id: 2)]
    var open = 1
    var isReading = false
  }

  enum Input { case opened(Int), readTapped }
  enum Feedback { case read(Int) }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let id)): state.open = id
    case .input(.readTapped):
      guard !state.isReading else { return .none }
      state.isReading = true
      let id = state.open
      return .run("read", of: id) { send in
        for await _ in events() {}
        await send(.read(id))
      }
    case .feedback(.read(let id)):
      state.isReading = false
      state.notes[(isFixed ? id : state.open) - 1].isRead = true
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.opened(1), .opened(2), .readTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("events", at: \.suspectEvents) { [.finish] }
      return store
    }
  }
}
