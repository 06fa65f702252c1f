import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Rows that a change saves after a pause, each time anew. It is right.
struct Rows: Reducer {
  struct State: Hashable {
    var isTicked = false
    var isSaving = false
  }

  enum Input: CaseIterable { case tickTapped, touched }
  enum Feedback { case started, saved, failed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      if input == .tickTapped { state.isTicked.toggle() }
      return .run("save") { send in
        await send(.started)
        try await post("rows")
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .debounce(id: "save", for: .seconds(1))
    case .feedback(.started): state.isSaving = true
    case .feedback(.saved), .feedback(.failed): state.isSaving = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// An album under a note that tells of the last one that was closed. A link makes a new stack.
struct Album: Reducer {
  struct State: Hashable {
    var path: Stack<Int> = []
    var note: String?
  }

  enum Input: Sendable { case opened, closed(ScreenID), linkOpened }
  enum Feedback { case noteEnded }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened): if state.path.count < 2 { state.path.push(state.path.count) }
    case .input(.closed(let id)):
      state.path.pop(from: id)
      state.note = "Closed"
      return .run("note") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.noteEnded)
      }
      .cancellable(id: "note", cancelInFlight: true)
    case .input(.linkOpened): state.path = [0]
    case .feedback(.noteEnded): state.note = nil
    }
    return .none
  }
}

/// A camera whose request for access remembers what it was made for.
struct Camera: Reducer {
  struct State: Hashable {
    var isAsking = false
    var isScanning = false
  }

  enum Input: CaseIterable { case appeared, scanTapped }
  enum Feedback { case decided(Bool, thenScan: Bool) }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared): return ask(thenScan: false, &state)
    case .input(.scanTapped): return ask(thenScan: true, &state)
    case .feedback(.decided(let isAllowed, let thenScan)):
      state.isAsking = false
      state.isScanning = isAllowed && thenScan
      return .none
    }
  }

  private func ask(thenScan: Bool, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isAsking, !state.isScanning else { return .none }
    state.isAsking = true
    return .run("ask") { send in
      let isAllowed = try await !load(0).isEmpty
      await send(.decided(isAllowed, thenScan: thenScan))
    }
  }
}
