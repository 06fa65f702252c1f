import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A search beside a detail that is open in most situations. It is right.
struct Finder: Reducer {
  struct Detail: Hashable {
    var isStarred = false
    var showsNotes = false
    var showsMap = false
  }

  struct State: Hashable {
    var query = ""
    var results: [Int] = []
    var detail: Detail?
  }

  enum Input { case queryChanged(String), opened, closed, starTapped, notesTapped, mapTapped }
  enum Feedback { case found([Int]) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      state.query = query
      return .run("search", of: query) { send in
        await send(.found(try await load(query.count)))
      }
      .debounce(id: "search", for: .seconds(1))
    case .input(.opened): state.detail = state.detail ?? Detail()
    case .input(.closed): state.detail = nil
    case .input(.starTapped): state.detail?.isStarred.toggle()
    case .input(.notesTapped): state.detail?.showsNotes.toggle()
    case .input(.mapTapped): state.detail?.showsMap.toggle()
    case .feedback(.found(let results)): state.results = results
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.queryChanged("a"), .opened, .closed, .starTapped, .notesTapped, .mapTapped]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { [.success([$0])] }
      return store
    }
  }
}

/// A radio with a timer that ends it. It is right.
struct Player: Reducer {
  struct State: Hashable {
    var isPlaying = false
    var isPreparing = false
    var hasTitle = false
    var minutes = 0
  }

  enum Input: CaseIterable { case playTapped, pauseTapped, sleepTapped, closed }
  enum Feedback { case ready, failed, minutePassed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.playTapped):
      guard !state.isPlaying, !state.isPreparing else { return .none }
      state.isPreparing = true
      state.hasTitle = true
      return .run("prepare") { send in
        _ = try await load(0)
        await send(.ready)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "prepare")
    case .input(.pauseTapped):
      guard state.isPlaying else { return .none }
      state.isPlaying = false
      state.hasTitle = false
    case .input(.sleepTapped):
      guard state.minutes == 0 else { return .none }
      state.minutes = 5
      return .run("sleep timer") { send in
        for _ in 1...5 {
          try await clock.sleep(for: .seconds(60))
          await send(.minutePassed)
        }
      }
      .cancellable(id: "sleep timer")
    case .input(.closed):
      state = State()
      return .merge(.cancel(id: "prepare"), .cancel(id: "sleep timer"))
    case .feedback(.ready):
      state.isPreparing = false
      state.isPlaying = true
    case .feedback(.failed): state.isPreparing = false
    case .feedback(.minutePassed):
      state.minutes -= 1
      if state.minutes == 0 { state.isPlaying = false }
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
