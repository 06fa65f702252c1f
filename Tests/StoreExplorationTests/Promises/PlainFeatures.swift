import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A translator. An empty text clears what belongs to it, and no favourite.
struct Translator: Reducer {
  struct State: Hashable {
    var text = ""
    var translation: String?
    var favourites: [String] = []
  }

  enum Input { case typed(String), starred, unstarred }
  enum Feedback { case translated(String) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.typed(let text)):
      state.text = text
      state.translation = nil
      guard !text.isEmpty else { return .cancel(id: "translate") }
      return .run("translate", of: text) { send in
        _ = try? await load(0)
        await send(.translated(text.uppercased()))
      }
      .cancellable(id: "translate", cancelInFlight: true)
    case .input(.starred):
      if let translation = state.translation, state.favourites.isEmpty { state.favourites = [translation] }
    case .input(.unstarred): state.favourites = []
    case .feedback(.translated(let translation)): state.translation = translation
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.typed("tea"), .typed(""), .starred, .unstarred],
      gates: [.load([[1]], isReliable: true)]
    )
  }
}

/// Machines of a laundry with their states, which look-ups bring while one looks, and which nothing works on.
struct Laundry: Reducer {
  enum Machine: Hashable { case free, mine, taken }

  struct State: Hashable {
    var isVisible = false
    var machines: [Int: Machine] = [:]
    var isSorted = false
  }

  enum Input: CaseIterable { case appeared, sorted, disappeared }
  enum Feedback { case found([Int]), failed, timePassed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return look()
    case .input(.sorted):
      if state.isVisible { state.isSorted.toggle() }
      return .none
    case .input(.disappeared):
      (state.isVisible, state.isSorted) = (false, false)
      return .cancel(id: "look")
    case .feedback(.timePassed): return look()
    case .feedback(.failed): return wait()
    case .feedback(.found(let taken)):
      state.machines = [1: .mine, 2: .free, 3: .free]
      for id in taken { state.machines[id] = .taken }
      return wait()
    }
  }

  private func look() -> Effect<Feedback, Never> {
    .run("look") { send in
      await send(.found(try await load(0)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: "look", cancelInFlight: true)
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timePassed)
    }
    .cancellable(id: "look")
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in
        [.success([]), .success([1]), .success([2]), .success([3]), .failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// A hearing aid. A cancellation ends what is going on, and can do nothing else.
struct HearingAid: Reducer {
  enum Mode: Hashable { case idle, scanning, pairing, connected, failed }

  struct State: Hashable { var mode = Mode.idle }
  enum Input: CaseIterable { case scanTapped, deviceTapped, cancelTapped, disconnected }
  enum Feedback { case found, paired, failed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard state.mode == .idle || state.mode == .failed else { return .none }
      state.mode = .scanning
      return .run("scan") { send in
        _ = try? await load(0)
        await send(.found)
      }
      .cancellable(id: "work")
    case .input(.deviceTapped):
      guard state.mode == .scanning else { return .none }
      state.mode = .pairing
      return .concatenate(
        .cancel(id: "work"),
        .run("pair") { send in
          try await post("pair")
          await send(.paired)
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: "work")
      )
    case .input(.cancelTapped):
      guard state.mode == .scanning || state.mode == .pairing else { return .none }
      state.mode = .idle
      return .cancel(id: "work")
    case .input(.disconnected):
      if state.mode == .connected { state.mode = .idle }
    case .feedback(.found): state.mode = .failed
    case .feedback(.paired): state.mode = .connected
    case .feedback(.failed): state.mode = .failed
    }
    return .none
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

/// Found things with a detail. What is claimed isn't claimed again.
struct LostAndFound: Reducer {
  struct Item: Hashable, Identifiable {
    let id: Int
    var isClaimed = false
  }

  struct Detail: Hashable { let id: Int }

  struct State: Hashable {
    var items = [Item(id: 1), Item(id: 2)]
    var detail: Detail?
    var claiming: Int?
    var failures = 0
  }

  enum Input { case tapped(Int), claimTapped, closed }
  enum Feedback { case claimed(Int), failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      if state.detail == nil { state.detail = Detail(id: id) }
    case .input(.claimTapped):
      guard state.claiming == nil, let item = state.items.first(where: { $0.id == state.detail?.id }), !item.isClaimed
      else { return .none }
      state.claiming = item.id
      return .run("claim", of: item.id) { send in
        try await post("\(item.id)")
        await send(.claimed(item.id))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed): state.detail = nil
    case .feedback(.claimed(let id)):
      (state.claiming, state.failures) = (nil, 0)
      state.items[id - 1].isClaimed = true
    case .feedback(.failed): (state.claiming, state.failures) = (nil, min(3, state.failures + 1))
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.tapped(1), .tapped(2), .claimTapped, .closed],
      gates: [.post]
    )
  }
}

/// A passport whose stage is looked up each minute while one looks, until it is ready.
struct Passport: Reducer {
  enum Stage: Hashable { case asked, printing, packed, posted, ready }

  struct State: Hashable {
    var isVisible = false
    var stage: Stage?
  }

  enum Input: CaseIterable { case appeared, disappeared, pulled }
  enum Feedback { case found(Stage), failed, minutePassed }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return look(state)
    case .input(.disappeared):
      state.isVisible = false
      return .merge(.cancel(id: "look"), .cancel(id: "wait"))
    case .input(.pulled): return state.isVisible ? look(state) : .none
    case .feedback(.found(let stage)):
      state.stage = stage
      return stage == .ready ? .none : wait()
    case .feedback(.failed): return wait()
    case .feedback(.minutePassed): return look(state)
    }
  }

  private func look(_ state: State) -> Effect<Feedback, Never> {
    guard state.stage != .ready else { return .none }
    return .merge(
      .cancel(id: "wait"),
      .run("look") { send in
        let found = try await load(0)
        await send(.found([Stage.asked, .printing, .packed, .posted, .ready][found.count]))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: "look", cancelInFlight: true)
    )
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minutePassed)
    }
    .cancellable(id: "wait", cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in
        (0...4).map { .success(Array(repeating: 1, count: $0)) } + [.failure(SuspectClient.Offline())]
      }
      return store
    }
  }
}

/// A line whose state a stream tells, and that a failed ping ends. Who hangs up ends it, too.
struct Line: Reducer {
  enum Status: Hashable { case offline, online }

  struct State: Hashable { var status = Status.offline }
  enum Input: CaseIterable { case appeared, pinged, hungUp }
  enum Feedback { case connected, ponged, lost }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return .run("line") { send in
        for await _ in events() { await send(.connected) }
      }
      .cancellable(id: "line", cancelInFlight: true)
    case .input(.pinged):
      return .run("ping") { send in
        try await post("ping")
        await send(.ponged)
      } catch: { _, send in
        await send(.lost)
      }
      .cancellable(id: "ping", cancelInFlight: true)
    case .input(.hungUp):
      state.status = .offline
      return .merge(.cancel(id: "line"), .cancel(id: "ping"))
    case .feedback(.connected): state.status = .online
    case .feedback(.ponged): break
    case .feedback(.lost): state.status = .offline
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post, .events(1)])
  }
}

/// A text that is sent. A failure keeps it, to be sent again or given up.
struct Outgoing: Reducer {
  struct State: Hashable {
    var text: String?
    var isSending = false
    var isHalfSent = false
  }

  enum Input: CaseIterable { case sent, sentAgain, givenUp }
  enum Feedback { case half, arrived, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sent):
      guard state.text == nil else { return .none }
      state.text = "Hello"
      return send(&state)
    case .input(.sentAgain): return state.text == nil || state.isSending ? .none : send(&state)
    case .input(.givenUp):
      if !state.isSending { state.text = nil }
    case .feedback(.half): state.isHalfSent = true
    case .feedback(.arrived): state = State()
    case .feedback(.failed): (state.isSending, state.isHalfSent) = (false, false)
    }
    return .none
  }

  private func send(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSending = true
    return .run("send") { send in
      try await post("Hello")
      await send(.half)
      try await post("Ada")
      await send(.arrived)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// A rowing machine whose strokes end the rowing. In the background it pauses. A connection that is made there begins the strokes,
/// unless it is fixed.
struct Rowing: Reducer {
  enum Place: Hashable { case front, back }
  enum Phase: Hashable { case off, connecting, rowing(machine: String), done }

  struct State: Hashable {
    var phase = Phase.off
    var strokes = 0
    var place = Place.front
  }

  enum Input: CaseIterable { case started, finished, left, cameBack }
  enum Feedback { case connected, failed, stroke }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.started):
      guard state.phase == .off || state.phase == .done else { return .none }
      state = State(phase: .connecting, place: state.place)
      return .run("connect") { send in
        try await post("connect")
        await send(.connected)
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.finished): return end(&state)
    case .input(.left):
      state.place = .back
      return .cancel(id: "strokes")
    case .input(.cameBack):
      guard state.place == .back else { return .none }
      state.place = .front
      return strokes(state)
    case .feedback(.connected):
      state.phase = .rowing(machine: "A")
      return strokes(state)
    case .feedback(.failed):
      state.phase = .off
      return .none
    case .feedback(.stroke):
      state.strokes += 1
      return state.strokes == 3 ? end(&state) : .none
    }
  }

  private func end(_ state: inout State) -> Effect<Feedback, Never> {
    guard case .rowing = state.phase else { return .none }
    state.phase = .done
    return .cancel(id: "strokes")
  }

  private func strokes(_ state: State) -> Effect<Feedback, Never> {
    guard case .rowing = state.phase, !isFixed || state.place == .front else { return .none }
    return .run("strokes") { send in
      for await _ in clock.timer(interval: .seconds(2)) { await send(.stroke) }
    }
    .cancellable(id: "strokes", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// Seeds that are asked for, and withdrawn one by one.
struct Seeds: Reducer {
  struct State: Hashable {
    var asked: Set<Int> = []
    var isAsking = false
  }

  enum Input { case tapped(Int), withdrawn(Int) }
  enum Feedback { case asked(Int), failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard !state.isAsking, !state.asked.contains(id) else { return .none }
      state.isAsking = true
      return .run("ask", of: id) { send in
        try await post("\(id)")
        await send(.asked(id))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.withdrawn(let id)): state.asked.remove(id)
    case .feedback(.asked(let id)):
      state.isAsking = false
      state.asked.insert(id)
    case .feedback(.failed): state.isAsking = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.tapped(1), .tapped(2), .withdrawn(1)], gates: [.post])
  }
}
