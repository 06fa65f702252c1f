import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
