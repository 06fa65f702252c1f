import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A voice note with its transcript. The transcript is locked while it is saved.
struct F36Note: Reducer {
  struct State: Equatable {
    let name: String
    var text: String?
    var saved: String?
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { text != saved }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, retryTapped, playTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), loadFailed, saved(String), saveFailed }
  enum Output: Equatable, Sendable { case saved, saveFailed, playTapped }

  @Dependency(\.f36Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.name) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.text != nil, !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      return state.isDirty && !state.isSaving ? save(&state) : .none

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return state.text == nil ? load(state.name) : save(&state)

    case .input(.playTapped): return .output(.playTapped)

    case .feedback(.loaded(let text)):
      state.text = text
      state.saved = text
      return .none

    case .feedback(.loadFailed):
      state.hasFailed = true
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.saved = text
      return .output(.saved)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasFailed = true
      return .output(.saveFailed)
    }
  }

  private func load(_ name: String) -> Effect<Feedback, Output> {
    .run("load", of: name) { send in
      await send(.loaded(try await client.load(name)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    guard let text = state.text else { return .none }
    state.isSaving = true
    state.hasFailed = false
    return .run("save", of: text) { [name = state.name] send in
      try await client.save(name, text)
      await send(.saved(text))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

/// The player of a voice note. It counts the seconds while it plays and the app is on the screen.
struct F36Player: Reducer {
  struct State: Equatable {
    var isActive: Bool
    var isPlaying = true
    var secondsLeft = 2
  }

  enum Input: Equatable, Sendable { case playTapped, pauseTapped, wentToBackground, cameToForeground }
  enum Feedback: Equatable, Sendable { case secondPassed }

  private enum CancelID { case second }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Never> { tick(state) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.playTapped):
      if state.secondsLeft == 0 { state.secondsLeft = 2 }
      state.isPlaying = true
    case .input(.pauseTapped): state.isPlaying = false
    case .input(.wentToBackground): state.isActive = false
    case .input(.cameToForeground): state.isActive = true
    case .feedback(.secondPassed):
      state.secondsLeft -= 1
      if state.secondsLeft == 0 { state.isPlaying = false }
    }
    return tick(state)
  }

  /// Waits for the next second, if there is one to wait for.
  private func tick(_ state: State) -> Effect<Feedback, Never> {
    guard state.isPlaying, state.isActive else { return .cancel(id: CancelID.second) }
    return .run("second") { send in
      try await clock.sleep(for: .seconds(1))
      await send(.secondPassed)
    }
    .cancellable(id: CancelID.second, cancelInFlight: true)
  }
}

enum F36Screen: Equatable {
  case note(F36Note.State)
  case player(F36Player.State)

  var note: F36Note.State? {
    get { if case .note(let note) = self { note } else { nil } }
    set { if let newValue { self = .note(newValue) } }
  }

  var player: F36Player.State? {
    get { if case .player(let player) = self { player } else { nil } }
    set { if let newValue { self = .player(newValue) } }
  }
}

/// The notebook: a list, a note above it, and perhaps its player above that.
struct F36Notebook: Reducer {
  enum Destination: Equatable, Sendable { case list, note(String), player(String) }
  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var path: Stack<F36Screen> = []
    var isActive = true

    /// Where the user goes once the open note is saved, or its changes are discarded.
    var leaving: Destination?
    var question: AlertState<Choice>?

    var note: F36Note.State? { path.screens.first?.note }
  }

  enum Input: Equatable, Sendable {
    case noteTapped(String)
    case linkOpened(Destination)
    case backTapped
    case questionAnswered(AlertState<Choice>.Answer)
    case wentToBackground
    case cameToForeground
    case note(ScreenID, F36Note.Input)
    case player(ScreenID, F36Player.Input)
  }

  enum Feedback: Equatable, Sendable {
    case note(ScreenID, ChildFeedback<F36Note>)
    case player(ScreenID, ChildFeedback<F36Player>)
  }

  static let question = AlertState(
    "Your changes are not saved.",
    buttons: [.init("Discard", role: .destructive, action: Choice.discard), .init("Stay", role: .cancel)]
  )

  let notes = ScopeScreens<F36Notebook, F36Note>(at: .screens(\.path, \.note), feedback: Feedback.note) { F36Note() }
  let players = ScopeScreens<F36Notebook, F36Player>(at: .screens(\.path, \.player), feedback: Feedback.player) {
    F36Player()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.note(let id, let input)): return notes.reduce(.input(input), id: id, into: &state)
    case .input(.player(let id, let input)): return players.reduce(.input(input), id: id, into: &state)
    case .feedback(.note(let id, .feedback(let feedback))):
      return notes.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.player(let id, .feedback(let feedback))):
      return players.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.noteTapped(let name)): return go(to: .note(name), &state)
    case .input(.linkOpened(let destination)): return go(to: destination, &state)

    case .input(.backTapped):
      guard state.path.count > 1 else { return go(to: .list, &state) }
      state.path.pop()
      return .none

    case .input(.questionAnswered(let answer)):
      let choice = state.question.close(by: answer)
      let destination = state.leaving.take()
      guard choice == .discard, let destination else { return .none }
      return show(destination, &state)

    case .feedback(.note(_, .output(.saved))):
      guard let destination = state.leaving.take() else { return .none }
      return show(destination, &state)

    case .feedback(.note(_, .output(.saveFailed))):
      // The user stays, to try again.
      state.leaving = nil
      return .none

    case .feedback(.note(_, .output(.playTapped))):
      return state.leaving == nil ? play(&state) : .none

    case .input(.wentToBackground):
      state.isActive = false
      return tellPlayer(.wentToBackground, &state)

    case .input(.cameToForeground):
      state.isActive = true
      return tellPlayer(.cameToForeground, &state)
    }
  }

  /// Leaves the open note when its text is saved, and asks if it is not.
  private func go(to destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    state.leaving = nil
    state.question = nil
    guard let note = state.note, let id = state.path.ids.first else { return show(destination, &state) }
    if destination == .note(note.name) || destination == .player(note.name) {
      state.path.pop(to: id)
      return destination == .note(note.name) ? .none : play(&state)
    }
    guard note.isDirty else { return show(destination, &state) }
    state.leaving = destination
    if !note.isSaving { state.question = Self.question }
    return .none
  }

  private func show(_ destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    switch destination {
    case .list: state.path = []
    case .note(let name): state.path = [.note(F36Note.State(name: name))]
    case .player(let name):
      let isActive = state.isActive
      state.path = [.note(F36Note.State(name: name)), .player(F36Player.State(isActive: isActive))]
    }
    return .merge(notes.start(from: state), players.start(from: state))
  }

  private func play(_ state: inout State) -> Effect<Feedback, Never> {
    let id = state.path.push(.player(F36Player.State(isActive: state.isActive)))
    return players.start(id: id, from: state)
  }

  private func tellPlayer(_ input: F36Player.Input, _ state: inout State) -> Effect<Feedback, Never> {
    guard let id = state.path.ids.last, state.path[id]?.player != nil else { return .none }
    return players.reduce(.input(input), id: id, into: &state)
  }
}

struct F36Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ note: String) async throws -> String
  var save: @Sendable (_ note: String, _ text: String) async throws -> Void

  static let testValue = F36Client(
    load: unimplemented("F36Client.load"),
    save: unimplemented("F36Client.save")
  )
}

extension DependencyValues {
  var f36Client: F36Client {
    get { self[F36Client.self] }
    set { self[F36Client.self] = newValue }
  }
}

struct F36Offline: Error {}

struct F36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F36Notebook.State) -> [F36Notebook.Input] in
        if !state.isActive { return [.cameToForeground] }
        if state.question != nil {
          return [
            .questionAnswered(.chosen(.discard)), .questionAnswered(.dismissed), .linkOpened(.player("Talk")),
            .wentToBackground,
          ]
        }
        var inputs: [F36Notebook.Input] = [.linkOpened(.player("Talk")), .wentToBackground]
        guard let id = state.path.ids.last, let top = state.path.top else {
          inputs.append(.noteTapped("Walk"))
          return inputs
        }
        inputs.append(.backTapped)
        switch top {
        case .note(let note):
          if note.hasFailed { inputs.append(.note(id, .retryTapped)) }
          if note.text != nil, state.leaving == nil { inputs.append(.note(id, .playTapped)) }
          if note.text != nil, !note.isSaving { inputs.append(.note(id, .textChanged("Milk"))) }
          if note.isDirty, !note.isSaving { inputs.append(.note(id, .saveTapped)) }
        case .player(let player):
          inputs.append(.player(id, player.isPlaying ? .pauseTapped : .playTapped))
        }
        return inputs
      }
    ) { () -> TestStore<F36Notebook> in
      let store = TestStore(initialState: F36Notebook.State()) { F36Notebook() }
      store.gate("load", at: \.f36Client.load) { note in [.success("On \(note)"), .failure(F36Offline())] }
      store.gate("save", at: \.f36Client.save) { _ in [.success(()), .failure(F36Offline())] }
      return store
    }
  }
}
