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
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A lookup whose requests are given up by their numbers, and not cancelled. It is right.
struct Inquiry: Reducer {
  struct State: Hashable {
    var number = 0
    var isLoading = false
    var rows: [Int]?
    var problem: String?
  }

  enum Input: CaseIterable { case loadTapped, givenUp, problemClosed }
  enum Feedback { case loaded([Int], number: Int), failed(number: Int) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loadTapped):
      guard !state.isLoading, state.number < 2 else { return .none }
      state.number += 1
      state.isLoading = true
      return .run("load") { [number = state.number] send in
        await send(.loaded(try await load(0), number: number))
      } catch: { [number = state.number] _, send in
        await send(.failed(number: number))
      }
    case .input(.givenUp): state.isLoading = false
    case .input(.problemClosed): state.problem = nil
    case .feedback(.loaded(let rows, let number)):
      guard number == state.number, state.isLoading else { return .none }
      state.isLoading = false
      state.rows = rows
      // Nothing to show is an answer, and not a failure.
      state.problem = rows.isEmpty ? "Nothing found" : nil
    case .feedback(.failed(let number)): if number == state.number { state.isLoading = false }
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([]), .success([1]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A message of which a stream tells that it was read. It is right.
struct Receipt: Reducer {
  enum Status { case draft, sending, sent, read }

  struct State: Hashable {
    var status = Status.draft
    var isListening = false
  }

  enum Input: CaseIterable { case opened, sendTapped }
  enum Feedback { case sent, failed, read }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isListening, state.status == .draft else { return .none }
      state.isListening = true
      return .run("events") { send in
        for await _ in events() { await send(.read) }
      }
    case .input(.sendTapped):
      guard state.status == .draft else { return .none }
      state.status = .sending
      return .run("post") { send in
        try await post("hi")
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.sent): if state.status == .sending { state.status = .sent }
    case .feedback(.failed): if state.status == .sending { state.status = .draft }
    case .feedback(.read): if [.sending, .sent].contains(state.status) { state.status = .read }
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("events", at: \.suspectEvents) { [.element(1)] }
      return store
    }
  }
}
