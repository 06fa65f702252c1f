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
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([], [1])])
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
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post, .events(1)])
  }
}

/// A place on a list, which is loaded again and again. Leaving ends the load with its spinner, and a failed leave begins it anew. It is right.
struct OpenMicList: Reducer {
  struct State: Hashable {
    var isOnList = true
    var isRefreshing = false
    var isLeaving = false
    var isInBackground = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case refreshPulled, leaveTapped, enteredBackground, enteredForeground }
  enum Feedback { case loaded, left, leaveFailed }

  private enum CancelID { case load }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      guard state.isOnList, !state.isLeaving, !state.isRefreshing else { return .none }
      return refresh(&state)
    case .input(.leaveTapped):
      guard state.isOnList, !state.isLeaving else { return .none }
      (state.isLeaving, state.isRefreshing, state.hasFailed) = (true, false, false)
      return .merge(
        .cancel(id: CancelID.load),
        .run("leave") { send in
          try await post("leave")
          await send(.left)
        } catch: { _, send in
          await send(.leaveFailed)
        }
      )
    case .input(.enteredBackground): state.isInBackground = true
    case .input(.enteredForeground): state.isInBackground = false
    case .feedback(.loaded): state.isRefreshing = false
    case .feedback(.left): state = State(isOnList: false, isInBackground: state.isInBackground)
    case .feedback(.leaveFailed):
      (state.isLeaving, state.hasFailed) = (false, true)
      return state.isInBackground ? .none : refresh(&state)
    }
    return .none
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    return .run("place") { send in
      _ = try? await load(0)
      await send(.loaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: Input.allCases,
      gates: [.load([[1]], isReliable: true), .post]
    )
  }
}

/// Scales that are asked for a weight each, again after each return to the app. Failures in a row are counted. It is right.
struct HiveScales: Reducer {
  struct State: Hashable {
    var failures = [1: 0, 2: 0]
    var isInBackground = false
  }

  enum Input: CaseIterable { case enteredBackground, enteredForeground }
  enum Feedback { case weighed(Int), failed(Int) }

  private enum CancelID: Hashable { case weigh(Int) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.enteredBackground): state.isInBackground = true
    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state = State()
      return .merge(weigh(1), weigh(2))
    case .feedback(.weighed(let id)): state.failures[id] = 0
    case .feedback(.failed(let id)):
      let count = (state.failures[id] ?? 0) + 1
      state.failures[id] = count
      return count < 2 && !state.isInBackground ? weigh(id) : .none
    }
    return .none
  }

  private func weigh(_ id: Int) -> Effect<Feedback, Never> {
    .run("weigh", of: id) { send in
      _ = try await load(id)
      await send(.weighed(id))
    } catch: { _, send in
      await send(.failed(id))
    }
    .cancellable(id: CancelID.weigh(id), cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
