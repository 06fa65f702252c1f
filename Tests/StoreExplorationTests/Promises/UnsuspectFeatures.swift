import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Held breath, counted by a timer that a pause leaves running, and whose ticks don't count then.
struct Breath: Reducer {
  struct State: Hashable {
    var secondsLeft = 0
    var isPaused = false
  }

  enum Input: CaseIterable { case started, paused, resumed, stopped }
  enum Feedback { case ticked }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      guard state.secondsLeft == 0 else { return .none }
      state.secondsLeft = 3
      return .run("timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
      .cancellable(id: "timer", cancelInFlight: true)
    case .input(.paused): state.isPaused = state.secondsLeft > 0
    case .input(.resumed): state.isPaused = false
    case .input(.stopped):
      state = State()
      return .cancel(id: "timer")
    case .feedback(.ticked):
      guard !state.isPaused else { return .none }
      state.secondsLeft -= 1
      return state.secondsLeft == 0 ? .cancel(id: "timer") : .none
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      TestStore(initialState: State()) { Self() }
    }
  }
}

/// Notes of which one is open at a time, and which are saved when they are closed.
struct ClosedNotes: Reducer {
  struct State: Hashable {
    var open: Int?
    var text = ""
    var isEdited = false
    var saving: Set<Int> = []
  }

  enum Input { case opened(Int), typed(String), closed }
  enum Feedback { case saved(Int) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let note)):
      guard state.open == nil else { return .none }
      state.open = note
      state.text = "note"
    case .input(.typed(let text)):
      guard state.open != nil, state.text != text else { return .none }
      state.text = text
      state.isEdited = true
    case .input(.closed):
      guard let note = state.open else { return .none }
      let isEdited = state.isEdited
      state = State(saving: state.saving)
      guard isEdited else { return .none }
      state.saving.insert(note)
      return .run("save", of: note) { send in
        _ = try? await post("\(note)")
        await send(.saved(note))
      }
      .cancellable(id: note, cancelInFlight: true)
    case .feedback(.saved(let note)): state.saving.remove(note)
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened(1), .opened(2), .typed("new"), .closed],
      gates: [.post(isReliable: true)]
    )
  }
}

/// A sign-up with a name, whose last mode keeps what was true before.
struct SignUp: Reducer {
  struct State: Hashable {
    var name = ""
    var isFree: Bool?
    var isDone = false
  }

  enum Input { case typed(String), signUpTapped }
  enum Feedback { case checked(Bool) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let name)):
      guard state.name != name, !state.isDone else { return .none }
      state.name = name
      state.isFree = nil
      return .run("check", of: name) { send in
        let others = try await load(name.count)
        await send(.checked(others.isEmpty))
      } catch: { _, send in
        await send(.checked(false))
      }
      .cancellable(id: "check", cancelInFlight: true)
    case .input(.signUpTapped): state.isDone = state.isDone || state.isFree == true
    case .feedback(.checked(let isFree)): state.isFree = isFree
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.typed("Ada"), .typed("Bob"), .signUpTapped],
      gates: [.load([[], [1]], isReliable: true)]
    )
  }
}

/// Details of books, several of which may load at once.
struct Shelf: Reducer {
  struct State: Hashable {
    var chosen: Int?
    var loading: Set<Int> = []
    var details: [Int: String] = [:]
  }

  enum Input { case chose(Int) }
  enum Feedback { case loaded(Int) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.chose(let id)):
      state.chosen = id
      guard state.details[id] == nil, state.loading.insert(id).inserted else { return .none }
      return .run("details", of: id) { send in
        _ = try? await load(id)
        await send(.loaded(id))
      }
    case .feedback(.loaded(let id)):
      state.loading.remove(id)
      state.details[id] = "book \(id)"
      return .none
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.chose(1), .chose(2)]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { [.success([$0])] }
      return store
    }
  }
}
