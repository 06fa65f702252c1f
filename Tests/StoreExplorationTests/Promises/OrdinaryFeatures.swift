import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Pages whose error is a text. After a failed refresh of the last page there is no way on, unless it is fixed.
struct PagedList: Reducer {
  struct State: Hashable {
    var items: [Int] = []
    var next = 0
    var hasMore = true
    var isLoading = false
    var error: String?
  }

  enum Input { case appeared, endReached, refreshed, retryTapped }
  enum Feedback { case loaded([Int], page: Int), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.items.isEmpty && !state.isLoading ? page(0, &state) : .none
    case .input(.endReached):
      guard state.hasMore, !state.isLoading, state.error == nil, !state.items.isEmpty else { return .none }
      return page(state.next, &state)
    case .input(.refreshed):
      state.items = []
      return page(0, &state)
    case .input(.retryTapped):
      guard state.error != nil, !state.isLoading, state.hasMore || isFixed else { return .none }
      return page(state.items.isEmpty ? 0 : state.next, &state)
    case .feedback(.loaded(let items, let page)):
      state = State(items: state.items + items, next: page + 1, hasMore: page < 1)
    case .feedback(.failed):
      state.isLoading = false
      state.error = "offline"
    }
    return .none
  }

  private func page(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.error = nil
    return .run("page", of: number) { send in
      await send(.loaded(try await load(number), page: number))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "page", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.appeared, .endReached, .refreshed, .retryTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { [.success([$0]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// Messages by their texts. One that takes too long fails, also when it has been delivered, unless it is fixed.
struct Delivery: Reducer {
  enum Status: Hashable { case sending, delivered, failed }
  struct State: Hashable { var messages: [String: Status] = [:] }
  enum Input { case send(String) }
  enum Feedback { case delivered(String), expired(String) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.send(let text)):
      guard state.messages[text] == nil else { return .none }
      state.messages[text] = .sending
      return .merge(
        .run("post", of: text) { send in
          try await post(text)
          await send(.delivered(text))
        } catch: { _, _ in
        },
        .run("expiry", of: text) { send in
          try await clock.sleep(for: .seconds(5))
          await send(.expired(text))
        }
      )
    case .feedback(.delivered(let text)):
      if state.messages[text] == .sending { state.messages[text] = .delivered }
    case .feedback(.expired(let text)):
      if state.messages[text] == .sending || !isFixed { state.messages[text] = .failed }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: [.send("a"), .send("b")], gates: [.post])
  }
}

/// An editor in which a link discards a running save, unless it is fixed.
struct Editor: Reducer {
  struct State: Hashable {
    var document = "a"
    var text = ""
    var isDirty = false
    var isSaving = false
  }

  enum Input { case textChanged(String), saveTapped, linkOpened(String) }
  enum Feedback { case saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.isDirty = true
    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { [text = state.text] send in
        try await post(text)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "save")
    case .input(.linkOpened(let document)):
      guard !isFixed || !state.isSaving else { return .none }
      state = State(document: document)
      return .cancel(id: "save")
    case .feedback(.saved):
      state.isSaving = false
      state.isDirty = false
    case .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.textChanged("x"), .saveTapped, .linkOpened("b")],
      gates: [.post]
    )
  }
}

/// A training that loads its goal and then counts its seconds, in the foreground. It is right.
struct Training: Reducer {
  struct State: Hashable {
    var isActive = true
    var isRunning = false
    var seconds = 0
    var goal: [Int]?
  }

  enum Input: CaseIterable { case startTapped, stopTapped, backgrounded, foregrounded }
  enum Feedback { case goal([Int]), failed, tick }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isRunning, state.isActive else { return .none }
      state.isRunning = true
      return .run("goal") { send in
        await send(.goal(try await load(0)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "goal")
    case .input(.stopTapped):
      state.isRunning = false
      return .merge(.cancel(id: "goal"), .cancel(id: "timer"))
    case .input(.backgrounded):
      state.isActive = false
      return .cancel(id: "timer")
    case .input(.foregrounded):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.isRunning && state.goal != nil ? timer : .none
    case .feedback(.goal(let goal)):
      state.goal = goal
      return state.isActive ? timer : .none
    case .feedback(.failed):
      state.isRunning = false
      return .cancel(id: "timer")
    case .feedback(.tick):
      state.seconds = (state.seconds + 1) % 3
      return .none
    }
  }

  private var timer: Effect<Feedback, Never> {
    .run("timer") { send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    }
    .cancellable(id: "timer", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { [.success([$0]), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A queue that removes its first element after each answer. It is right, but traps if an answer comes twice.
struct Queue: Reducer {
  struct State: Hashable {
    var waiting: [String] = []
    var isSending = false
  }

  enum Input { case added(String) }
  enum Feedback { case sent }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.added(let text)): if !state.waiting.contains(text) { state.waiting.append(text) }
    case .feedback(.sent):
      state.waiting.removeFirst()
      state.isSending = false
    }
    guard !state.isSending, let first = state.waiting.first else { return .none }
    state.isSending = true
    return .run("post", of: first) { send in
      try? await post(first)
      await send(.sent)
    }
  }

  static func makeStore() -> TestStore<Self> {
    let store = TestStore(initialState: State()) { Self() }
    store.gate("post", at: \.suspectPost) { _ in [.success(())] }
    return store
  }
}

/// Suggestions for a query, some time after it was typed. With a bug, clearing the query leaves the wait for them.
struct Suggestions: Reducer {
  struct State: Equatable {
    var query: String?
    var found: [String] = []
  }
  enum Input { case typed(String), cleared }
  enum Feedback { case found([String]) }

  let isFixed: Bool

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let query)):
      state.query = query
      return .run("suggest", of: query) { send in await send(.found([query])) }
        .debounce(id: "suggest", for: .milliseconds(300))
    case .input(.cleared):
      state = State()
      return isFixed ? .cancel(id: "suggest") : .none
    case .feedback(.found(let found)): state.found = found
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.typed("a"), .typed("b"), .cleared]) {
      TestStore(initialState: State()) { Self(isFixed: isFixed) }
    }
  }
}

/// Parcels, of which one that is removed is sent no longer. A running delivery is not begun again.
struct Parcels: Reducer {
  enum Status: Hashable { case onTheWay, delivered, returned }
  struct State: Equatable { var parcels: [Int: Status] = [:] }
  enum Input { case sent(Int), sentAgain(Int), removed(Int) }
  enum Feedback { case delivered(Int), returned(Int) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sent(let number)): return state.parcels[number] == nil ? deliver(number, &state) : .none
    case .input(.sentAgain(let number)): return state.parcels[number] == .returned ? deliver(number, &state) : .none
    case .input(.removed(let number)):
      state.parcels[number] = nil
      return .cancel(id: number)
    case .feedback(.delivered(let number)): state.parcels[number] = .delivered
    case .feedback(.returned(let number)): state.parcels[number] = .returned
    }
    return .none
  }

  private func deliver(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.parcels[number] = .onTheWay
    return .run("deliver", of: number) { send in
      try await post("\(number)")
      await send(.delivered(number))
    } catch: { _, send in
      await send(.returned(number))
    }
    .cancellable(id: number)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.sent(1), .sentAgain(1), .removed(1)], gates: [.post])
  }
}

/// A counter that nothing bounds, with an input for each of many rows, which none of them understands.
struct Meter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Input { case counted, selected(Int) }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    if case .input(.counted) = message { state.count += 1 }
    return .none
  }

  static func makeStore() -> TestStore<Self> { TestStore(initialState: State()) { Self() } }
}
