import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The letters of a chat, which it listens to all the time. A retry is dead after a failed refresh on the last page, unless it is
/// fixed.
struct ChatLetters: Reducer {
  struct State: Hashable {
    var pages = 0
    var hasMore = true
    var isLoading = false
    var failed: Int?
    var isTyping = false
  }

  enum Input: CaseIterable { case moreTapped, refreshed, retryTapped }
  enum Feedback { case loaded(Int, [Int]), failed(Int), typed(Int) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectEvents) private var events

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("events") { send in for await event in events() { await send(.typed(event)) } }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.moreTapped): return state.hasMore && !state.isLoading ? page(state.pages, &state) : .none
    case .input(.refreshed): return state.isLoading ? .none : page(0, &state)
    case .input(.retryTapped):
      guard let page = state.failed, !state.isLoading, isFixed || state.hasMore else { return .none }
      return self.page(page, &state)
    case .feedback(.loaded(let page, let letters)):
      state.isLoading = false
      state.pages = page + 1
      state.hasMore = !letters.isEmpty
      return .none
    case .feedback(.failed(let page)):
      state.isLoading = false
      state.failed = page
      return .none
    case .feedback(.typed(let event)):
      state.isTyping = event == 1
      return .none
    }
  }

  private func page(_ number: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failed = nil
    return .run("page", of: number) { send in
      await send(.loaded(number, try await load(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let events = StreamGate<Void, Int, Never>("events") { _ in [.element(1), .element(0)] }
      let store = TestStore(initialState: State()) {
        Self(isFixed: isFixed)
      } withDependencies: {
        $0.suspectEvents = { AsyncStream(events()) }
      }
      store.gate("load", at: \.suspectLoad) { page in
        [.success(page == 0 ? [1] : []), .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

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

/// The orders of a customer, for which the load renews the ticket once, if it has expired.
struct TicketedOrders: Reducer {
  struct State: Hashable {
    var ticket: Int?
    var orders: [Int] = []
    var isLoading = false
    var isOffline = false
  }

  enum Input: Hashable { case signedIn(Int), reloaded, signedOut }
  enum Feedback { case renewed(Int), loaded([Int]), failed }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let ticket)):
      guard state.ticket == nil else { return .none }
      state = State(ticket: ticket)
      return load(with: ticket, &state)
    case .input(.reloaded):
      guard let ticket = state.ticket, !state.isLoading else { return .none }
      return load(with: ticket, &state)
    case .input(.signedOut):
      state = State()
      return .cancel(id: "orders")
    case .feedback(.renewed(let ticket)): state.ticket = ticket
    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.orders = orders
    case .feedback(.failed):
      state.isLoading = false
      state.isOffline = true
    }
    return .none
  }

  private func load(with ticket: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.isOffline = false
    return .run("orders", of: ticket) { send in
      var orders = try await load(ticket)
      if orders.isEmpty {
        await send(.renewed(ticket + 10))
        orders = try await load(ticket + 10)
      }
      await send(.loaded(orders))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "orders")
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.signedIn(1), .signedIn(2), .reloaded, .signedOut]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { ticket in
        [.success([ticket % 10]), ticket < 10 ? .success([]) : .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// An order that is polled until it is there, or cancelled, which can't be taken back.
struct CourierOrder: Reducer {
  enum Status: Hashable { case preparing, onItsWay, delivered, cancelled }

  struct State: Hashable {
    var status = Status.preparing
    var isCancelling = false
  }

  enum Input: CaseIterable { case cancelTapped }
  enum Feedback { case updated(Int), cancelled, failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> {
    .run("poll") { send in
      while true {
        if let status = try? await load(0) { await send(.updated(status[0])) }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: "poll")
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cancelTapped):
      guard state.status == .preparing, !state.isCancelling else { return .none }
      state.isCancelling = true
      return .run("cancel") { send in
        try await post("cancel")
        await send(.cancelled)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "cancel")
    case .feedback(.updated(let status)):
      state.status = status == 1 ? .onItsWay : .delivered
      return status == 1 ? .none : end(&state)
    case .feedback(.cancelled):
      state.status = .cancelled
      return end(&state)
    case .feedback(.failed):
      state.isCancelling = false
      return .none
    }
  }

  private func end(_ state: inout State) -> Effect<Feedback, Never> {
    state.isCancelling = false
    return .merge(.cancel(id: "poll"), .cancel(id: "cancel"))
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let statuses = Gate<Int, [Int], any Error>("load") { _ in [.success([1]), .success([2])] }
      let store = TestStore(initialState: State()) {
        Self()
      } withDependencies: {
        $0.suspectLoad = { try await statuses($0) }
      }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// A page with the letters of a chat.
struct ChatPage: Reducer {
  struct State: Hashable { var letters = ChatLetters.State() }

  enum Input: Hashable { case letters(ChatLetters.Input) }
  enum Feedback { case letters(ChildFeedback<ChatLetters>) }

  private let letters: Scope<ChatPage, ChatLetters>

  init(isFixed: Bool) {
    letters = Scope(\.letters, feedback: Feedback.letters) { ChatLetters(isFixed: isFixed) }
  }

  func start(from state: State) -> Effect<Feedback, Never> { letters.start(from: state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.letters(let input)): letters.reduce(.input(input), into: &state)
    case .feedback(.letters(.feedback(let feedback))): letters.reduce(.feedback(feedback), into: &state)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: ChatLetters.Input.allCases.map(Input.letters)) {
      let events = StreamGate<Void, Int, Never>("events") { _ in [.element(1), .element(0)] }
      let store = TestStore(initialState: State()) {
        Self(isFixed: isFixed)
      } withDependencies: {
        $0.suspectEvents = { AsyncStream(events()) }
      }
      store.gate("load", at: \.suspectLoad) { page in
        [.success(page == 0 ? [1] : []), .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// A parking ticket. Its last minute waits for an extension that is asked for.
struct ParkingTicket: Reducer {
  enum Phase: Hashable { case idle, parked, expired }

  struct State: Hashable {
    var phase = Phase.idle
    var minutes = 0
    var isExtending = false
  }

  enum Input: CaseIterable { case begun, extended }
  enum Feedback { case minutePassed, extended, failed }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.begun):
      guard state.phase != .parked else { return .none }
      state = State(phase: .parked, minutes: 2)
      return minute
    case .input(.extended):
      guard state.phase == .parked, !state.isExtending, state.minutes < 3 else { return .none }
      state.isExtending = true
      return .run("extend") { send in
        try await post("extend")
        await send(.extended)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.minutePassed):
      state.minutes -= 1
      if state.minutes > 0 { return minute }
      if !state.isExtending { state.phase = .expired }
      return .none
    case .feedback(.extended):
      let hadRunOut = state.minutes == 0
      state.isExtending = false
      state.minutes += 1
      return hadRunOut ? minute : .none
    case .feedback(.failed):
      state.isExtending = false
      if state.minutes == 0 { state.phase = .expired }
      return .none
    }
  }

  private var minute: Effect<Feedback, Never> {
    .run("minute") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
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
