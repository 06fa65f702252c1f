public import StoreCore
import StoreDependencies

/// An app for those who practise an instrument: a list, and a stack of screens above it.
///
/// The screens share the library and the settings, and each follows what it shows. A popped screen loses its effects. A
/// session is recorded by the app, as the recorder is gone by then.
public struct PracticeApp: Reducer, Sendable {
  /// The state of the app.
  public struct State: Hashable, Sendable {
    /// The first screen.
    public var list: PieceList.State

    /// The screens above the list.
    public var path: Stack<PracticeScreen>

    /// Creates a state. An app passes what its sources have.
    public init(list: PieceList.State = PieceList.State(), path: Stack<PracticeScreen> = []) {
      self.list = list
      self.path = path
    }
  }

  /// The inputs of the user, by the screen.
  public enum Input: Equatable, Sendable {
    /// An action in the list.
    case list(PieceList.Input)

    /// An action on the screen of a piece.
    case detail(ScreenID, PieceDetail.Input)

    /// An action in a recorder.
    case recorder(ScreenID, SessionRecorder.Input)

    /// An action in the settings.
    case settings(ScreenID, SettingsScreen.Input)

    /// The user goes back.
    case pathChanged([ScreenID])

    /// The user opens a link.
    case linkOpened(PracticeLink)
  }

  /// The outputs and the feedback of the screens.
  public enum Feedback: Hashable, Sendable {
    /// A message of the list.
    case list(ChildFeedback<PieceList>)

    /// A message of the screen of a piece.
    case detail(ScreenID, ChildFeedback<PieceDetail>)

    /// A message of a recorder.
    case recorder(ScreenID, ChildFeedback<SessionRecorder>)

    /// A message of the settings.
    case settings(ScreenID, ChildFeedback<SettingsScreen>)
  }

  /// The list.
  private let list = Scope<PracticeApp, PieceList>(at: .always(\.list), feedback: Feedback.list) { PieceList() }

  /// The screens of pieces.
  private let detail = ScopeScreens<PracticeApp, PieceDetail>(
    at: .screens(\.path, \.detail),
    feedback: Feedback.detail
  ) { PieceDetail() }

  /// The recorders.
  private let recorder = ScopeScreens<PracticeApp, SessionRecorder>(
    at: .screens(\.path, \.recorder),
    feedback: Feedback.recorder
  ) { SessionRecorder() }

  /// The settings.
  private let settings = ScopeScreens<PracticeApp, SettingsScreen>(
    at: .screens(\.path, \.settings),
    feedback: Feedback.settings
  ) { SettingsScreen() }

  /// The pieces that the screens share.
  @Dependency(\.practiceLibrary) private var library

  /// Creates the reducer, which has no state.
  public init() {}

  /// Starts the list, and the screens that are there from the beginning.
  public func start(from state: State) -> Effect<Feedback, Never> {
    .merge(list.start(from: state), startScreens(of: state))
  }

  /// Routes messages to the screens, and navigates in response to their outputs.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.list(let input)): return list.reduce(.input(input), into: &state)
    case .input(.detail(let id, let input)): return detail.reduce(.input(input), id: id, into: &state)
    case .input(.recorder(let id, let input)): return recorder.reduce(.input(input), id: id, into: &state)
    case .input(.settings(let id, let input)): return settings.reduce(.input(input), id: id, into: &state)

    case .feedback(.list(.feedback(let feedback))): return list.reduce(.feedback(feedback), into: &state)
    case .feedback(.detail(let id, .feedback(let feedback))):
      return detail.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.recorder(let id, .feedback(let feedback))):
      return recorder.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.settings(let id, .feedback(let feedback))):
      return settings.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.pathChanged(let ids)):
      state.path.ids = ids
      return .none

    case .input(.linkOpened(let link)):
      state.path = link.screens(in: state.list)
      return startScreens(of: state)

    case .feedback(.list(.output(.opened(let id)))):
      guard let piece = state.list.library.pieces[id: id] else { return .none }
      return push(.detail(PieceDetail.State(piece: piece)), onto: &state)

    case .feedback(.list(.output(.settingsOpened))):
      return push(.settings(SettingsScreen.State(settings: state.list.settings)), onto: &state)

    case .feedback(.detail(_, .output(.practised(let piece)))):
      return push(.recorder(SessionRecorder.State(piece: piece, goal: state.list.settings.goal)), onto: &state)

    case .feedback(.detail(let id, .output(.closed))), .feedback(.recorder(let id, .output(.discarded))):
      state.path.pop(from: id)
      return .none

    case .feedback(.recorder(let id, .output(.recorded(let seconds, let piece)))):
      state.path.pop(from: id)
      return .update(library) { $0.record(seconds: seconds, of: piece) }
    }
  }

  /// Pushes a screen, and starts it.
  private func push(_ screen: PracticeScreen, onto state: inout State) -> Effect<Feedback, Never> {
    let id = state.path.push(screen)
    return .merge(
      detail.start(id: id, from: state),
      recorder.start(id: id, from: state),
      settings.start(id: id, from: state)
    )
  }

  /// Starts all screens above the list.
  private func startScreens(of state: State) -> Effect<Feedback, Never> {
    .merge(detail.start(from: state), recorder.start(from: state), settings.start(from: state))
  }
}
