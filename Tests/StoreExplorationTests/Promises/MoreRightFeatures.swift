import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Uploads that stop offline, and that a second button starts in any case. It is right.
struct Uploads: Reducer {
  struct State: Hashable {
    var isOnline = true
    var count: [Int] = []
  }

  enum Input: CaseIterable { case uploadTapped, forceTapped, wentOffline, wentOnline }
  enum Feedback { case uploaded([Int]) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.uploadTapped): return state.isOnline ? upload : .none
    case .input(.forceTapped): return upload
    case .input(.wentOffline):
      state.isOnline = false
      return .cancel(id: "upload")
    case .input(.wentOnline): state.isOnline = true
    case .feedback(.uploaded(let count)): state.count = count
    }
    return .none
  }

  private var upload: Effect<Feedback, Never> {
    .run("upload") { send in
      await send(.uploaded(try await load(0)))
    } catch: { _, _ in
    }
    .cancellable(id: "upload", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}

/// Rows that a change saves after a pause, each time anew. It is right.
struct Rows: Reducer {
  struct State: Hashable {
    var isTicked = false
    var isSaving = false
  }

  enum Input: CaseIterable { case tickTapped, touched }
  enum Feedback { case started, saved, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      if input == .tickTapped { state.isTicked.toggle() }
      return .run("save") { send in
        await send(.started)
        try await post("rows")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .debounce(id: "save", for: .seconds(1))
    case .feedback(.started): state.isSaving = true
    case .feedback(.saved), .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// A form whose save ends it, and leaves a note for a while. It is right.
struct Form: Reducer {
  struct State: Hashable {
    var hasDraft = false
    var isSaving = false
    var note: String?
  }

  enum Input: CaseIterable { case draftTapped, saveTapped }
  enum Feedback { case saved, failed, noteEnded }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.draftTapped): if state.note == nil { state.hasDraft.toggle() }
    case .input(.saveTapped):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post("form")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "save")
    case .feedback(.saved):
      state = State(note: "Saved")
      return .merge(.cancel(id: "save"), note)
    case .feedback(.failed): state.isSaving = false
    case .feedback(.noteEnded): state.note = nil
    }
    return .none
  }

  private var note: Effect<Feedback, Never> {
    .run("note") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.noteEnded)
    }
    .cancellable(id: "note", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// A question with a countdown that an answer stops. It is right.
struct Quiz: Reducer {
  struct State: Hashable {
    var seconds = 0
    var isAnswered = false
  }

  enum Input: CaseIterable { case asked, answered }
  enum Feedback { case secondPassed }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.asked):
      guard state.seconds == 0 || state.isAnswered else { return .none }
      state = State(seconds: 3)
      return .run("countdown") { send in
        for _ in 1...3 {
          try await clock.sleep(for: .seconds(1))
          await send(.secondPassed)
        }
      }
      .cancellable(id: "countdown")
    case .input(.answered):
      guard state.seconds > 0 else { return .none }
      state.isAnswered = true
      return .cancel(id: "countdown")
    case .feedback(.secondPassed):
      state.seconds -= 1
      return .none
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) { TestStore(initialState: State()) { Self() } }
  }
}

/// An album under a note that tells of the last one that was closed. A link makes a new stack.
struct Album: Reducer {
  struct State: Hashable {
    var path: Stack<Int> = []
    var note: String?
  }

  enum Input: Sendable { case opened, closed(ScreenID), linkOpened }
  enum Feedback { case noteEnded }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened): if state.path.count < 2 { state.path.push(state.path.count) }
    case .input(.closed(let id)):
      state.path.pop(from: id)
      state.note = "Closed"
      return .run("note") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.noteEnded)
      }
      .cancellable(id: "note", cancelInFlight: true)
    case .input(.linkOpened): state.path = [0]
    case .feedback(.noteEnded): state.note = nil
    }
    return .none
  }
}

/// A camera whose request for access remembers what it was made for.
struct Camera: Reducer {
  struct State: Hashable {
    var isAsking = false
    var isScanning = false
  }

  enum Input: CaseIterable { case appeared, scanTapped }
  enum Feedback { case decided(Bool, thenScan: Bool) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return ask(thenScan: false, &state)
    case .input(.scanTapped): return ask(thenScan: true, &state)
    case .feedback(.decided(let isAllowed, let thenScan)):
      state.isAsking = false
      state.isScanning = isAllowed && thenScan
      return .none
    }
  }

  private func ask(thenScan: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isAsking, !state.isScanning else { return .none }
    state.isAsking = true
    return .run("ask") { send in
      let isAllowed = try await !load(0).isEmpty
      await send(.decided(isAllowed, thenScan: thenScan))
    }
  }
}
