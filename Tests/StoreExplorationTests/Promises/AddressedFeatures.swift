import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A desk with one document at a time, whose lines are translated one by one. A suggestion for another document reaches the open one, unless
/// it is fixed.
struct TranslationDesk: Reducer {
  struct State: Hashable {
    var document: String?
    var isOpen = false
    var lines: [Int: String] = [:]
  }

  enum Input: Hashable { case documentTapped(String), suggestTapped }
  enum Feedback { case opened, suggested(String) }

  let isFixed: Bool

  @Dependency(\.suspectTranslation) private var translation
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.documentTapped(let document)):
      guard state.document != document else { return .none }
      state = State(document: document)
      let opening = Effect<Feedback, Never>.run("open", of: document) { send in
        _ = try? await load(1)
        await send(.opened)
      }
      .cancellable(id: "open", cancelInFlight: true)
      return isFixed ? .merge(.cancel(id: "suggest"), opening) : opening
    case .input(.suggestTapped):
      guard let document = state.document, state.isOpen, state.lines[1] == "" else { return .none }
      state.lines[1] = "…"
      return .run("suggest", of: 1) { send in
        await send(.suggested((try? await translation(document, 1)) ?? ""))
      }
      .cancellable(id: "suggest", cancelInFlight: true)
    case .feedback(.opened):
      state.isOpen = true
      state.lines = [1: ""]
    case .feedback(.suggested(let text)): if state.isOpen { state.lines[1] = text }
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.documentTapped("contract"), .documentTapped("menu"), .suggestTapped]) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([])] }
      store.gate("translation", at: \.suspectTranslation) { (call: (String, Int)) -> [GateAnswer<String, any Error>] in
        [.success("\(call.0), translated")]
      }
      return store
    }
  }
}

/// A booking that asks after a while whether there is a ticket. When the booking fails after that, the ticket is gone, unless it is fixed.
struct IceTicket: Reducer {
  enum State: Hashable { case choosing, booking, checking, booked, failed }
  enum Input: Hashable { case bookTapped, doneTapped }
  enum Feedback { case booked, failed, late, found(Bool) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.bookTapped), .choosing), (.input(.bookTapped), .failed):
      state = .booking
      return .merge(book(), wait())
    case (.input(.doneTapped), .booked), (.input(.doneTapped), .failed):
      state = .choosing
      return .merge(.cancel(id: "book"), .cancel(id: "check"), .cancel(id: "wait"))
    case (.feedback(.booked), .booking), (.feedback(.booked), .checking), (.feedback(.booked), .booked):
      state = .booked
      return .merge(.cancel(id: "wait"), .cancel(id: "check"))
    case (.feedback(.failed), .booking), (.feedback(.failed), .booked):
      state = .failed
      return .cancel(id: "wait")
    case (.feedback(.late), .booking):
      state = .checking
      return check()
    case (.feedback(.found(true)), .checking):
      state = .booked
      return isFixed ? .cancel(id: "book") : .none
    case (.feedback(.found(false)), .checking):
      state = .failed
      return .cancel(id: "book")
    default: return .none
    }
  }

  private func book() -> Effect<Feedback, Never> {
    .run("book") { send in
      _ = try await load(1)
      await send(.booked)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "book", cancelInFlight: true)
  }

  private func check() -> Effect<Feedback, Never> {
    .run("check") { send in
      await send(.found(try await !load(2).isEmpty))
    } catch: { _, send in
      await send(.found(false))
    }
    .cancellable(id: "check", cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.late)
    }
    .cancellable(id: "wait", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.choosing,
      inputs: [.bookTapped, .doneTapped],
      gates: [.load([1], [])]
    )
  }
}

/// A lost bag that is ordered to a place. When its place changes meanwhile, the order never ends, unless it is fixed.
struct LostBag: Reducer {
  enum Slot: Hashable { case morning, evening }

  enum State: Hashable {
    case found(place: Int)
    case ordering(Slot, place: Int)
    case ordered
  }

  enum Input: Hashable { case orderTapped(Slot), moved, doneTapped }
  enum Feedback { case ordered(place: Int), failed(place: Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.orderTapped(let slot)), .found(let place)):
      state = .ordering(slot, place: place)
      return .run("order", of: slot) { send in
        try await post("\(place)")
        await send(.ordered(place: place))
      } catch: { _, send in
        await send(.failed(place: place))
      }
    case (.input(.moved), .found): state = .found(place: 2)
    case (.input(.moved), .ordering(let slot, _)): state = .ordering(slot, place: 2)
    case (.input(.doneTapped), .ordered): state = .found(place: 1)
    case (.feedback(.ordered(let place)), .ordering(_, let present)):
      if isFixed || place == present { state = .ordered }
    case (.feedback(.failed(let place)), .ordering(_, let present)):
      if isFixed || place == present { state = .found(place: present) }
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.found(place: 1),
      inputs: [.orderTapped(.morning), .orderTapped(.evening), .moved, .doneTapped],
      gates: [.post]
    )
  }
}

/// A permit, for which a plate is typed and a zone chosen, in any order.
struct ParkingPermit: Reducer {
  struct State: Hashable {
    var plate = ""
    var zone: Int?
    var price: Int?
    var isUnpriced = false
    var isSending = false
    var hasFailed = false
  }

  enum Input: Hashable { case typed, chosen(Int), sendTapped, startedOver }
  enum Feedback { case priced, unpriced, sent, failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed): if !state.isSending { state.plate = "B 42" }
    case .input(.chosen(let zone)):
      guard !state.isSending, state.zone != zone else { return .none }
      (state.zone, state.price, state.isUnpriced) = (zone, nil, false)
      return .run("price", of: zone) { send in
        _ = try await load(zone)
        await send(.priced)
      } catch: { _, send in
        await send(.unpriced)
      }
      .cancellable(id: "price", cancelInFlight: true)
    case .input(.sendTapped):
      guard !state.plate.isEmpty, state.price != nil, !state.isSending else { return .none }
      (state.isSending, state.hasFailed) = (true, false)
      return .run("send") { send in
        try await post("permit")
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.startedOver):
      guard !state.isSending else { return .none }
      state = State()
      return .cancel(id: "price")
    case .feedback(.priced): state.price = 10
    case .feedback(.unpriced): state.isUnpriced = true
    case .feedback(.sent): state = State()
    case .feedback(.failed): (state.isSending, state.hasFailed) = (false, true)
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.typed, .chosen(1), .chosen(2), .sendTapped, .startedOver],
      gates: [.load([]), .post]
    )
  }
}

/// A sprint that is saved when it is done. It stays done until it is saved, also when that has failed.
struct RowedSprint: Reducer {
  struct State: Hashable {
    var isRowing = false
    var isDone = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Hashable { case startTapped, saveTapped, discardTapped }
  enum Feedback { case finished, saved, failed }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.startTapped):
      guard !state.isRowing, !state.isDone else { return .none }
      state.isRowing = true
      return .run("sprint") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.finished)
      }
    case .input(.saveTapped): return state.isDone && !state.isSaving ? save(&state) : .none
    case .input(.discardTapped): if state.isDone, !state.isSaving { state = State() }
    case .feedback(.finished):
      (state.isRowing, state.isDone) = (false, true)
      return save(&state)
    case .feedback(.saved): state = State()
    case .feedback(.failed): (state.isSaving, state.hasFailed) = (false, true)
    }
    return .none
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isSaving, state.hasFailed) = (true, false)
    return .run("save") { send in
      try await post("sprint")
      await send(.saved)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.startTapped, .saveTapped, .discardTapped],
      gates: [.post]
    )
  }
}
