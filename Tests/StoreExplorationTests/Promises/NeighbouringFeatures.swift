import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Chores that are ticked at once, and saved. A failure puts all of them back as they were, unless it is fixed.
struct ChoreList: Reducer {
  struct State: Equatable {
    var done: Set<Int> = []
    var saving: Set<Int> = []
  }

  enum Input { case tickTapped(Int) }

  enum Feedback { case saved(Int), saveFailed(Int, before: Set<Int>) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tickTapped(let id)):
      guard !state.saving.contains(id) else { return .none }
      let before = state.done
      state.done.formSymmetricDifference([id])
      state.saving.insert(id)
      return .run("tick", of: id) { send in
        try await post("\(id)")
        await send(.saved(id))
      } catch: { _, send in
        await send(.saveFailed(id, before: before))
      }
    case .feedback(.saved(let id)): state.saving.remove(id)
    case .feedback(.saveFailed(let id, let before)):
      state.saving.remove(id)
      state.done = isFixed ? state.done.symmetricDifference([id]) : before
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.tickTapped(1), .tickTapped(2)],
      gates: [.post]
    )
  }
}

/// A document that a server writes, and for which is asked after a pause. Another profile stops the request, but not the pause, unless it
/// is fixed.
struct WrittenDocument: Reducer {
  enum Export: Equatable { case idle, running, ready }

  struct State: Equatable {
    var profile: Int?
    var export = Export.idle
  }

  enum Input { case profileChosen(Int), signedOut, exportTapped, closeTapped }

  enum Feedback { case requested, written, failed }

  private enum CancelID { case request, wait }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let stop = Effect<Feedback, Never>.merge(.cancel(id: CancelID.request), .cancel(id: CancelID.wait))
    switch message {
    case .input(.profileChosen(let profile)):
      guard profile != state.profile else { return .none }
      state = State(profile: profile)
      return isFixed ? stop : .cancel(id: CancelID.request)
    case .input(.signedOut):
      state = State()
      return stop
    case .input(.exportTapped):
      guard state.profile != nil, state.export != .running else { return .none }
      state.export = .running
      return .run("request") { send in
        try await post("write")
        await send(.requested)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)
    case .input(.closeTapped): if state.export == .ready { state.export = .idle }
    case .feedback(.requested):
      return .run("wait") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.written)
      }
      .cancellable(id: CancelID.wait)
    case .feedback(.written): state.export = .ready
    case .feedback(.failed): state.export = .idle
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.profileChosen(1), .profileChosen(2), .signedOut, .exportTapped, .closeTapped],
      gates: [.post]
    )
  }
}

/// A form with a picker above it. A link asks before it discards what was typed, but looks only at the topmost screen, unless it is fixed.
struct PickingForm: Reducer {
  enum Screen: Equatable {
    case form(String)
    case picker

    var isChanged: Bool { self != .form("") && self != .picker }
  }

  struct State: Equatable {
    var path: Stack<Screen> = [.form("")]
    var isAsking = false
  }

  enum Input { case typed(ScreenID, String), pickTapped, picked, linkOpened, discardTapped, keepTapped }

  let isFixed: Bool

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .typed(let id, let text): if !state.isAsking, state.path.ids == [id] { state.path[id] = .form(text) }
    case .pickTapped: if !state.isAsking, state.path.count == 1 { state.path.push(.picker) }
    case .picked: if state.path.top == .picker { state.path.pop() }
    case .linkOpened:
      guard !state.isAsking else { return .none }
      let isChanged = isFixed ? state.path.screens.contains(where: \.isChanged) : state.path.top?.isChanged ?? false
      if isChanged { state.isAsking = true } else { open(&state) }
    case .discardTapped: if state.isAsking { open(&state) }
    case .keepTapped: state.isAsking = false
    }
    return .none
  }

  private func open(_ state: inout State) {
    state.isAsking = false
    state.path.popAll()
    state.path.push(.form(""))
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(inputs: { state in
      state.path.ids.map { .typed($0, "Squats") } + [.pickTapped, .picked, .linkOpened, .discardTapped, .keepTapped]
    }) { TestStore(initialState: State()) { Self(isFixed: isFixed) } }
  }
}
