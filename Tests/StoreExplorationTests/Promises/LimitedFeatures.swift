import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A number of jars, which is saved, up to two.
struct JarCount: Reducer {
  enum Phase: Hashable { case idle, saving }

  struct State: Hashable {
    var phase: Phase?
    var jars = 0
  }

  enum Input: Hashable { case appeared, added, removed, closed }
  enum Feedback { case saved }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): if state.phase == nil { state.phase = .idle }
    case .input(.closed): if state.phase == .idle { state = State() }
    case .input(.added), .input(.removed):
      let jars = state.jars + (message.isAddition ? 1 : -1)
      guard state.phase == .idle, (0...2).contains(jars) else { return .none }
      state.jars = jars
      state.phase = .saving
      return .run("save") { send in
        try? await post("\(jars)")
        await send(.saved)
      }
    case .feedback(.saved): state.phase = .idle
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.appeared, .added, .removed, .closed],
      gates: [.post(isReliable: true)]
    )
  }
}

extension Message<JarCount.Input, JarCount.Feedback> {
  fileprivate var isAddition: Bool { if case .input(.added) = self { true } else { false } }
}

/// A seat that is checked in. What follows on that ends with the departure, after which one can only start anew.
struct GateCheckIn: Reducer {
  enum Phase: Hashable { case choosing, checkingIn, refused, checkedIn, departed }

  struct State: Hashable {
    var phase = Phase.choosing
    var seat: Int?
  }

  enum Input: Hashable { case seatTapped(Int), checkInTapped, doneTapped }
  enum Feedback { case checkedIn, refused, departed }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var departure

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.seatTapped(let seat)): if [.choosing, .refused].contains(state.phase) { state.seat = seat }
    case .input(.checkInTapped):
      guard [.choosing, .refused].contains(state.phase), let seat = state.seat else { return .none }
      state.phase = .checkingIn
      return .run("check in") { send in
        try await post("\(seat)")
        await send(.checkedIn)
      } catch: { _, send in
        await send(.refused)
      }
    case .input(.doneTapped): if state.phase == .departed { state = State() }
    case .feedback(.refused): state.phase = .refused
    case .feedback(.checkedIn):
      state.phase = .checkedIn
      return .run("departure") { send in
        _ = try? await departure(1)
        await send(.departed)
      }
    case .feedback(.departed): state.phase = .departed
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.seatTapped(1), .seatTapped(2), .checkInTapped, .doneTapped],
      gates: [.post, .load([[]], isReliable: true)]
    )
  }
}

/// Shares that one buys on the page of one of them. The last order is known after that is closed, and can be cancelled.
struct ShareOrders: Reducer {
  struct State: Hashable {
    var share: Int?
    var price: Int?
    var lastOrder: Int?
    var isBusy = false
  }

  enum Input: Hashable { case opened, buyTapped, cancelTapped, closed }
  enum Feedback { case priced, bought, cancelled, failed }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var price

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard state.share == nil else { return .none }
      state.share = 1
      return .run("price") { send in
        _ = try? await price(1)
        await send(.priced)
      }
      .cancellable(id: "price")
    case .input(.closed):
      guard !state.isBusy else { return .none }
      (state.share, state.price) = (nil, nil)
      return .cancel(id: "price")
    case .input(.buyTapped): return state.price == nil || state.lastOrder != nil ? .none : order("buy", .bought, &state)
    case .input(.cancelTapped): return state.lastOrder == nil ? .none : order("cancel", .cancelled, &state)
    case .feedback(.priced): state.price = 10
    case .feedback(.bought): (state.lastOrder, state.isBusy) = (1, false)
    case .feedback(.cancelled): (state.lastOrder, state.isBusy) = (nil, false)
    case .feedback(.failed): state.isBusy = false
    }
    return .none
  }

  private func order(_ name: String, _ done: Feedback, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isBusy else { return .none }
    state.isBusy = true
    return .run(name) { send in
      try await post(name)
      await send(done)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened, .buyTapped, .cancelTapped, .closed],
      gates: [.load([[]], isReliable: true), .post]
    )
  }
}

/// An entry of a guestbook. The question whether to discard a long one covers the page, so that nothing else can be done.
struct GuestbookEntry: Reducer {
  struct State: Hashable {
    var isOpen = false
    var text: Int?
    var hasFailed = false
    var isSaving = false
    var isAsking = false
  }

  enum Input: Hashable { case opened, typed(Int), saveTapped, closed, discardTapped, keepTapped }
  enum Feedback { case saved, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened): state.isOpen = true
    case .input(.typed(let text)): if state.isOpen, !state.isSaving, !state.isAsking { state.text = text }
    case .input(.saveTapped):
      guard state.text != nil, !state.isSaving, !state.isAsking else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post("entry")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed):
      guard !state.isSaving else { return .none }
      if state.text == 2 { state.isAsking = true } else { (state.isOpen, state.text) = (false, nil) }
    case .input(.discardTapped): if state.isAsking { (state.isAsking, state.isOpen, state.text) = (false, false, nil) }
    case .input(.keepTapped): state.isAsking = false
    case .feedback(.saved): (state.isSaving, state.text) = (false, nil)
    case .feedback(.failed): (state.isSaving, state.hasFailed) = (false, true)
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened, .typed(1), .typed(2), .saveTapped, .closed, .discardTapped, .keepTapped],
      gates: [.post]
    )
  }
}

/// A parcel that is brought to a locker. A note says when that takes long, until it has ended.
struct LockerDelivery: Reducer {
  enum Status: Hashable { case none, delivering, delivered, failed }

  struct State: Hashable {
    var status = Status.none
    var isSlow = false
  }

  enum Input: Hashable { case sendTapped, doneTapped }
  enum Feedback { case delivered, failed, slow }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard [.none, .failed].contains(state.status) else { return .none }
      state.status = .delivering
      return .merge(deliver(), note())
    case .input(.doneTapped): if [.delivered, .failed].contains(state.status) { state = State() }
    case .feedback(.slow): state.isSlow = true
    case .feedback(.delivered):
      state = State(status: .delivered)
      return .cancel(id: "note")
    case .feedback(.failed):
      state = State(status: .failed)
      return .cancel(id: "note")
    }
    return .none
  }

  private func deliver() -> Effect<Feedback, Never> {
    .run("deliver") { send in
      try await post("parcel")
      await send(.delivered)
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func note() -> Effect<Feedback, Never> {
    .run("note") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.slow)
    }
    .cancellable(id: "note", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.sendTapped, .doneTapped], gates: [.post])
  }
}

/// Valves of a garden. Rain closes all, also one that is being opened anew after a stop.
struct GardenValves: Reducer {
  struct Valve: Hashable {
    var isOpening = false
    var isToClose = false
  }

  struct State: Hashable {
    var isRaining = false
    var valves: [Int: Valve] = [1: Valve(), 2: Valve()]
  }

  enum Input: Hashable { case appeared, openTapped(Int), closeTapped(Int) }
  enum Feedback { case rained(Int), opened(Int) }

  @Dependency(\.suspectEvents) private var weather
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("weather") { send in
        for await millimetres in weather() { await send(.rained(millimetres)) }
      }
      .cancellable(id: "weather", cancelInFlight: true)
    case .input(.openTapped(let valve)):
      guard !state.isRaining else { return .none }
      let isOpening = state.valves[valve]?.isOpening == true
      state.valves[valve] = Valve(isOpening: true)
      guard !isOpening else { return .none }
      return .run("open", of: valve) { send in
        try? await post("\(valve)")
        await send(.opened(valve))
      }
    case .input(.closeTapped(let valve)):
      if state.valves[valve]?.isOpening == true { state.valves[valve]?.isToClose = true }
    case .feedback(.rained(let millimetres)):
      state.isRaining = millimetres > 0
      if state.isRaining {
        state.valves = state.valves.mapValues { Valve(isOpening: $0.isOpening, isToClose: $0.isOpening) }
      }
    case .feedback(.opened(let valve)): state.valves[valve] = Valve()
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.appeared, .openTapped(1), .closeTapped(1), .openTapped(2), .closeTapped(2)]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("post", at: \.suspectPost) { _ in [.success(())] }
      store.gate("events", at: \.suspectEvents) { () -> [StreamAnswer<Int, Never>] in [.element(0), .element(1)] }
      return store
    }
  }
}
