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
