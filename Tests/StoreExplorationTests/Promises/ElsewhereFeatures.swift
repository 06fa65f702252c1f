import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A list of notes whose editor is left as soon as a save has succeeded, or asks after a failure. It is right.
struct LeftLater: Reducer {
  enum Exit: Equatable { case list, note(Int) }

  struct State: Equatable {
    var note: Int?
    var isChanged = false
    var isSaving = false
    var exit: Exit?
    var isAsking = false
  }

  enum Input { case opened(Int), changed, saveTapped, closed, discarded, stayed }
  enum Feedback { case saved, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let note)): if note != state.note { leave(to: .note(note), from: &state) }
    case .input(.closed): if state.note != nil { leave(to: .list, from: &state) }
    case .input(.changed): if state.note != nil, !state.isSaving { state.isChanged = true }
    case .input(.saveTapped):
      guard let note = state.note, state.isChanged, !state.isSaving, state.exit == nil else { return .none }
      state.isSaving = true
      return .run("save", of: note) { send in
        try await post("note \(note)")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .feedback(.saved):
      (state.isSaving, state.isChanged) = (false, false)
      if let exit = state.exit { leave(to: exit, from: &state) }
    case .feedback(.failed):
      state.isSaving = false
      if let exit = state.exit { leave(to: exit, from: &state) }
    case .input(.discarded): if state.isAsking, let exit = state.exit { go(to: exit, from: &state) }
    case .input(.stayed): (state.exit, state.isAsking) = (nil, false)
    }
    return .none
  }

  private func leave(to exit: Exit, from state: inout State) {
    guard state.isSaving || state.isChanged else { return go(to: exit, from: &state) }
    (state.exit, state.isAsking) = (exit, !state.isSaving)
  }

  private func go(to exit: Exit, from state: inout State) {
    (state.exit, state.isChanged, state.isAsking) = (nil, false, false)
    switch exit {
    case .list: state.note = nil
    case .note(let note): state.note = note
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened(1), .opened(2), .changed, .saveTapped, .closed, .discarded, .stayed],
      gates: [.post]
    )
  }
}

/// A ticket whose scanners may be lost, with their last word, and be found again. It is right.
struct ScannedTicket: Reducer {
  enum Scan { case admitted, rejected }

  struct State: Equatable {
    var isShown = false
    var lastScan: Scan?
    var isLost = false
  }

  enum Input: CaseIterable { case shown, retryTapped, closed }
  enum Feedback { case scanned(Scan), lost }

  private enum CancelID { case scans }

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shown): return state.isShown ? .none : listen(&state)
    case .input(.retryTapped): return state.isLost ? listen(&state) : .none
    case .input(.closed):
      state = State()
      return .cancel(id: CancelID.scans)
    case .feedback(.scanned(let scan)):
      state.lastScan = scan
      return scan == .admitted ? .cancel(id: CancelID.scans) : .none
    case .feedback(.lost):
      state.isLost = true
      return .none
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isShown, state.isLost) = (true, false)
    return .run("scans") { send in
      for await event in events() { await send(.scanned(event == 0 ? .rejected : .admitted)) }
      await send(.lost)
    }
    .cancellable(id: CancelID.scans, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: Input.allCases) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("events", at: \.suspectEvents) { [.element(0), .element(1), .finish] }
      return store
    }
  }
}
