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
