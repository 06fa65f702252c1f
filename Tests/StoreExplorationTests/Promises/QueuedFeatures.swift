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

/// The news of a section, whose end is known. A retry needs more of them, also for a refresh, unless it is fixed.
struct NewsFeed: Reducer {
  struct Feed: Hashable {
    var pages = 0
    var isComplete = false
  }

  enum State: Hashable {
    case closed
    case refreshing(Feed)
    case loading(Feed)
    case showing(Feed)
    case failed(Feed, page: Int)
  }

  enum Input: Hashable { case opened, pulled, endReached, retryTapped, noteClosed, closed }
  enum Feedback { case loaded(Int), failed(Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var news

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.opened), .closed): return load(0, of: Feed(), &state)
    case (.input(.pulled), .showing(let feed)), (.input(.pulled), .loading(let feed)),
      (.input(.pulled), .failed(let feed, _)):
      return load(0, of: feed, &state)
    case (.input(.endReached), .showing(let feed)): return feed.isComplete ? .none : load(feed.pages, of: feed, &state)
    case (.input(.retryTapped), .failed(let feed, let page)):
      return feed.isComplete && !isFixed ? .none : load(page, of: feed, &state)
    case (.input(.noteClosed), .failed(let feed, _)): state = .showing(feed)
    case (.input(.closed), _):
      state = .closed
      return .cancel(id: "page")
    case (.feedback(.loaded), .refreshing): state = .showing(Feed(pages: 1))
    case (.feedback(.loaded(let page)), .loading): state = .showing(Feed(pages: page + 1, isComplete: page > 0))
    case (.feedback(.failed(let page)), .refreshing(let feed)), (.feedback(.failed(let page)), .loading(let feed)):
      state = .failed(feed, page: page)
    default: break
    }
    return .none
  }

  private func load(_ page: Int, of feed: Feed, _ state: inout State) -> Effect<Feedback, Never> {
    state = page == 0 ? .refreshing(feed) : .loading(feed)
    return .run("page", of: page) { send in
      _ = try await news(page)
      await send(.loaded(page))
    } catch: { _, send in
      await send(.failed(page))
    }
    .cancellable(id: "page", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.closed,
      inputs: [.opened, .pulled, .endReached, .retryTapped, .noteClosed, .closed],
      gates: [.load([])]
    )
  }
}

/// Letters, one of which is edited. A link from outside asks before it leaves one that has changed, but not while one is saved, unless it
/// is fixed.
struct LetterDesk: Reducer {
  struct Editor: Hashable, Identifiable {
    let id: Int
    var text = 1
    var savedText = 1
    var isSaving = false

    var isChanged: Bool { text != savedText && !isSaving }
  }

  struct State: Hashable {
    var editor: Editor?
    var asked: Int?
  }

  enum Input: Hashable { case appeared, opened, typed, saveTapped, closed, discardTapped, keepTapped }
  enum Feedback { case linkOpened(Int), saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var links
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("links") { send in
        for await link in links() { await send(.linkOpened(link)) }
      }
      .cancellable(id: "links", cancelInFlight: true)
    case .input(.opened): if state.editor == nil { state.editor = Editor(id: 1) }
    case .input(.typed): if state.editor?.isSaving == false, state.asked == nil { state.editor?.text = 2 }
    case .input(.saveTapped):
      guard let editor = state.editor, editor.isChanged, state.asked == nil else { return .none }
      state.editor?.isSaving = true
      return .run("save") { send in
        try await post("letter")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "save")
    case .input(.closed):
      guard let editor = state.editor, !editor.isSaving, state.asked == nil else { return .none }
      if editor.isChanged { state.asked = 0 } else { state.editor = nil }
    case .input(.discardTapped):
      guard let asked = state.asked else { return .none }
      state = State(editor: asked == 0 ? nil : Editor(id: asked))
    case .input(.keepTapped): state.asked = nil
    case .feedback(.linkOpened(let letter)):
      guard state.editor?.id != letter else { return .none }
      if isFixed, state.editor?.isSaving == true { return .none }
      if state.editor?.isChanged == true {
        state.asked = letter
      } else {
        state.editor = Editor(id: letter)
        return .cancel(id: "save")
      }
    case .feedback(.saved):
      state.editor?.isSaving = false
      state.editor?.savedText = 2
    case .feedback(.failed): state.editor?.isSaving = false
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.appeared, .opened, .typed, .saveTapped, .closed, .discardTapped, .keepTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      store.gate("events", at: \.suspectEvents) { () -> [StreamAnswer<Int, Never>] in [.element(1), .element(2)] }
      return store
    }
  }
}

/// A fee that is paid, and confirmed by a receipt from elsewhere. A payment that fails after that takes it back, unless it is fixed.
struct ParkingFee: Reducer {
  enum State: Hashable { case choosing, paying, unpaid, parked }
  enum Input: Hashable { case payTapped, receiptArrived, cancelTapped, doneTapped }
  enum Feedback { case paid, failed, timedOut }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.payTapped), .choosing), (.input(.payTapped), .unpaid):
      state = .paying
      return .merge(pay(), timeout())
    case (.input(.receiptArrived), .paying), (.input(.receiptArrived), .unpaid), (.feedback(.paid), .paying):
      state = .parked
      return .cancel(id: "timeout")
    case (.input(.cancelTapped), .unpaid), (.input(.doneTapped), .parked):
      state = .choosing
      return .cancel(id: "pay")
    case (.feedback(.failed), _):
      guard state == .paying || !isFixed else { return .none }
      state = .unpaid
      return .cancel(id: "timeout")
    case (.feedback(.timedOut), .paying):
      state = .unpaid
      return .cancel(id: "pay")
    default: break
    }
    return .none
  }

  private func pay() -> Effect<Feedback, Never> {
    .run("pay") { send in
      try await post("fee")
      await send(.paid)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "pay", cancelInFlight: true)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    .cancellable(id: "timeout", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.choosing,
      inputs: [.payTapped, .receiptArrived, .cancelTapped, .doneTapped],
      gates: [.post]
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
