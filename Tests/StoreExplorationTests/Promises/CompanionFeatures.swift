import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The books of a firm, with what is entered into each. A link to the other book waits for a save, but not for one that is tried a second time, unless it is fixed.
struct Ledger: Reducer {
  enum Save: Hashable { case idle, saving, waiting }

  struct Entry: Hashable, Identifiable {
    let id: Int
    var isPaid = false
  }

  struct State: Hashable {
    var book = "A"
    var entries: [Entry] = []
    var hasChanges = false
    var save = Save.idle
    var link: String?
  }

  enum Input: Hashable { case entryAdded, saveTapped, bookChosen(String), linkOpened(String) }
  enum Feedback { case attemptFailed, attemptStarted, saved, failed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entryAdded):
      guard state.save == .idle, state.entries.isEmpty else { return .none }
      state.entries = [Entry(id: 1)]
      state.hasChanges = true
    case .input(.saveTapped):
      guard state.hasChanges, state.save == .idle else { return .none }
      state.hasChanges = false
      state.save = .saving
      return save(state.book)
    case .input(.bookChosen(let book)): return state.save == .idle ? open(book, &state) : .none
    case .input(.linkOpened(let book)):
      guard isFixed ? state.save == .idle : state.save != .saving else {
        state.link = book == state.book ? nil : book
        return .none
      }
      return open(book, &state)
    case .feedback(.attemptFailed): state.save = .waiting
    case .feedback(.attemptStarted): state.save = .saving
    case .feedback(.saved):
      state.save = .idle
      if let link = state.link { return open(link, &state) }
    case .feedback(.failed):
      state.save = .idle
      state.hasChanges = true
    }
    return .none
  }

  private func open(_ book: String, _ state: inout State) -> Effect<Feedback, Never> {
    guard book != state.book, !state.hasChanges else { return .none }
    state = State(book: book)
    return .cancel(id: "save")
  }

  private func save(_ book: String) -> Effect<Feedback, Never> {
    .run("save", of: book) { send in
      do {
        try await post(book)
      } catch {
        await send(.attemptFailed)
        try await clock.sleep(for: .seconds(2))
        await send(.attemptStarted)
        try await post(book)
      }
      await send(.saved)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "save", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: { state in
        let other = state.book == "A" ? "B" : "A"
        return [.entryAdded, .saveTapped, .bookChosen(other), .linkOpened(other)]
      }
    ) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A prescription that a pharmacy may confirm before the call has ended. A call that fails then counts as failed, unless it is fixed.
struct Prescription: Reducer {
  struct State: Hashable {
    var isSending = false
    var isOrdered = false
    var hasFailed = false
  }

  enum Input: CaseIterable { case orderTapped }
  enum Feedback { case ordered, failed, confirmed }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped):
      guard !state.isSending, !state.isOrdered else { return .none }
      state = State(isSending: true)
      return .merge(
        .run("order") { send in
          try await post("order")
          await send(.ordered)
        } catch: { _, send in
          await send(.failed)
        },
        .run("events") { send in for await _ in events() { await send(.confirmed) } }
          .cancellable(id: "events", cancelInFlight: true)
      )
    case .feedback(.ordered), .feedback(.confirmed): state = State(isOrdered: true)
    case .feedback(.failed):
      state.isSending = false
      if !isFixed || !state.isOrdered { state.hasFailed = true }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post, .events(1)])
  }
}

/// A card that is frozen with a notice, which tells a success from a failure.
struct FrozenCard: Reducer {
  enum Notice: Hashable { case frozen, failed }

  struct State: Hashable {
    var notice: Notice?
    var hasReminder = false
  }

  enum Input: CaseIterable { case freezeTapped, reminded }
  enum Feedback { case frozen, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.freezeTapped):
      state = State()
      return .run("freeze") { send in
        try await post("freeze")
        await send(.frozen)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "freeze", cancelInFlight: true)
    case .input(.reminded):
      guard !state.hasReminder else { return .none }
      state = State(notice: .frozen, hasReminder: true)
    case .feedback(.frozen): state.notice = .frozen
    case .feedback(.failed): state.notice = .failed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}
