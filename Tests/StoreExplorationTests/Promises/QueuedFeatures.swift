import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A robot that cleans one room after another. Those that wait go on waiting when the one that is cleaned is stopped, unless it is fixed.
struct RoomQueue: Reducer {
  enum Phase: Hashable { case idle, waiting, cleaning, clean }

  struct State: Hashable {
    var rooms: [Int: Phase] = [1: .idle, 2: .idle]
    var active: Int?
    var waiting: [Int] = []
  }

  enum Input: Hashable { case tapped(Int), stopped(Int) }
  enum Feedback { case cleaned(Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let room)):
      guard ![.waiting, .cleaning].contains(state.rooms[room]) else { return .none }
      state.rooms[room] = .waiting
      state.waiting.append(room)
      return state.active == nil ? next(&state) : .none
    case .input(.stopped(let room)):
      guard state.active == room else { return .none }
      state.rooms[room] = .idle
      state.active = nil
      return isFixed ? .merge(.cancel(id: "clean"), next(&state)) : .cancel(id: "clean")
    case .feedback(.cleaned(let room)):
      state.rooms[room] = .clean
      state.active = nil
      return next(&state)
    }
  }

  private func next(_ state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.waiting.first else { return .none }
    state.waiting.removeFirst()
    state.active = room
    state.rooms[room] = .cleaning
    return .run("clean", of: room) { send in
      _ = try? await load(room)
      await send(.cleaned(room))
    }
    .cancellable(id: "clean", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.tapped(1), .tapped(2), .stopped(1), .stopped(2)],
      gates: [.load([[]], isReliable: true)]
    )
  }
}

/// A note to a recipe. A link waits for one that is saved, and asks before it discards one that isn't, but not if the save has failed, unless it
/// is fixed.
struct RecipeNote: Reducer {
  struct State: Hashable {
    var recipe = 1
    var note = ""
    var isChanged = false
    var isSaving = false
    var waiting: Int?
    var isAsking = false
  }

  enum Input: Hashable { case typed(String), saveTapped, linkOpened, discardTapped, keepTapped }
  enum Feedback { case saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let note)):
      guard !state.isSaving, !state.isAsking, state.note != note else { return .none }
      (state.note, state.isChanged) = (note, true)
    case .input(.saveTapped):
      guard state.isChanged, !state.isSaving, !state.isAsking else { return .none }
      state.isSaving = true
      return .run("save", of: state.recipe) { [note = state.note] send in
        try await post(note)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.linkOpened):
      guard state.recipe == 1 else { return .none }
      guard state.isSaving || state.isChanged else {
        state = State(recipe: 2)
        return .none
      }
      state.waiting = 2
      state.isAsking = !state.isSaving
    case .input(.discardTapped): if state.isAsking, let recipe = state.waiting { state = State(recipe: recipe) }
    case .input(.keepTapped): if state.isAsking { (state.isAsking, state.waiting) = (false, nil) }
    case .feedback(.saved):
      (state.isSaving, state.isChanged) = (false, false)
      if let recipe = state.waiting { state = State(recipe: recipe) }
    case .feedback(.failed):
      state.isSaving = false
      guard let recipe = state.waiting else { return .none }
      if isFixed { state.isAsking = true } else { state = State(recipe: recipe) }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [
      .typed("salt"), .typed("pepper"), .saveTapped, .linkOpened, .discardTapped, .keepTapped,
    ]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
