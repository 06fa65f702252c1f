import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// The seats of a room, one of which the user has reserved while another room is shown. It is right.
struct ReservedSeat: Reducer {
  struct Seat: Equatable, Identifiable { let id: String }

  struct State: Equatable {
    var room = 1
    var seats: [Seat] = []
    var reserved: String?
    var isReserving = false
  }

  enum Input { case roomChosen(Int), seatTapped(String) }
  enum Feedback { case loaded([Int]), reserved(String), refused }

  private enum CancelID { case seats }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomChosen(let room)):
      guard !state.isReserving else { return .none }
      (state.room, state.seats) = (room, [])
      return .run("seats") { send in
        await send(.loaded(try await load(room)))
      }
      .cancellable(id: CancelID.seats, cancelInFlight: true)
    case .input(.seatTapped(let seat)):
      guard !state.isReserving, state.seats.contains(Seat(id: seat)) else { return .none }
      state.isReserving = true
      return .run("reserve", of: seat) { send in
        try await post(seat)
        await send(.reserved(seat))
      } catch: { _, send in
        await send(.refused)
      }
    case .feedback(.loaded(let seats)): state.seats = seats.map { Seat(id: "\(state.room).\($0)") }
    case .feedback(.reserved(let seat)): (state.isReserving, state.reserved) = (false, seat)
    case .feedback(.refused): state.isReserving = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: { state in
        state.isReserving ? [] : [.roomChosen(3 - state.room)] + state.seats.map { .seatTapped($0.id) }
      }
    ) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1, 2])] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}

/// The text of a lesson, which is left after a failed save if it is again the one that was loaded. It is right.
struct LessonPlan: Reducer {
  struct State: Equatable {
    var isOpen = false
    var text: String?
    var savedText: String?
    var isSaving = false
    var isLeaving = false
  }

  enum Input { case opened, typed(String), saveTapped, closed }
  enum Feedback { case loaded(String), saved(String), failed }

  @Dependency(\.suspectTranslation) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .run("load") { send in
        if let text = try? await load("plan", 1) { await send(.loaded(text)) }
      }
    case .input(.typed(let text)): if state.text != nil { state.text = text }
    case .input(.saveTapped):
      guard let text = state.text, !state.isSaving else { return .none }
      state.isSaving = true
      return .run("save") { send in
        try await post(text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }
    case .input(.closed):
      guard state.isSaving else { return leave(&state) }
      state.isLeaving = true
    case .feedback(.loaded(let text)): (state.text, state.savedText) = (text, text)
    case .feedback(.saved(let text)):
      (state.savedText, state.isSaving) = (text, false)
      if state.isLeaving { return leave(&state) }
    case .feedback(.failed):
      state.isSaving = false
      if state.isLeaving { return leave(&state) }
    }
    return .none
  }

  /// Leaves the plan unless something is unsaved.
  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLeaving = false
    if state.text != nil, state.text == state.savedText { state = State() }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [.opened, .typed("Rhythm"), .typed("Sums"), .saveTapped, .closed]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectTranslation) { _ in [.success("Sums")] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
