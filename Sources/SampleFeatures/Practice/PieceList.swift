public import StoreCore
import StoreDependencies

/// The first screen: the pieces of the user, a form for a new one, and the backup of all.
///
/// If the settings say so, each change of the library is backed up. While the server can't be reached, the backup is
/// tried again after one, two and four seconds. Then the screen asks the user.
public struct PieceList: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The pieces.
    public var library: PracticeLibrary

    /// The settings.
    public var settings: PracticeSettings

    /// The progress of the backup.
    public var backup: Backup

    /// The form for a new piece, while it is shown.
    public var form: PieceForm.State?

    /// The question after a backup that has failed.
    public var alert: AlertState<Choice>?

    /// Creates a state. An app passes what its sources have.
    public init(
      library: PracticeLibrary = PracticeLibrary(),
      settings: PracticeSettings = PracticeSettings(),
      backup: Backup = .idle,
      form: PieceForm.State? = nil,
      alert: AlertState<Choice>? = nil
    ) {
      self.library = library
      self.settings = settings
      self.backup = backup
      self.form = form
      self.alert = alert
    }
  }

  /// The progress of a backup.
  public enum Backup: Hashable, Sendable {
    /// No backup runs.
    case idle

    /// A backup runs, and has failed this many times.
    case running(failures: Int)
  }

  /// An answer to the question after a backup that has failed.
  public enum Choice: Hashable, Sendable {
    /// The backup is to be tried again.
    case tryAgain
  }

  /// The inputs of the user.
  public enum Input: Equatable, Sendable {
    /// The user adds a piece.
    case addTapped

    /// The user drags the form away.
    case formDismissed

    /// An action in the form.
    case form(PieceForm.Input)

    /// The user opens a piece.
    case pieceTapped(Piece.ID)

    /// The user opens the settings.
    case settingsTapped

    /// The user backs up the library.
    case backUpTapped

    /// The user answers the question.
    case alert(AlertState<Choice>.Answer)
  }

  /// The feedback of the effects, and the messages of the form.
  public enum Feedback: Hashable, Sendable {
    /// A message of the form.
    case form(ChildFeedback<PieceForm>)

    /// A screen has changed the library.
    case libraryChanged(PracticeLibrary)

    /// A screen has changed the settings.
    case settingsChanged(PracticeSettings)

    /// The library is backed up.
    case backedUp

    /// The server can't be reached.
    case backUpFailed
  }

  /// The outputs of the screen.
  public enum Output: Hashable, Sendable {
    /// The user opens a piece.
    case opened(Piece.ID)

    /// The user opens the settings.
    case settingsOpened
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The backup.
    case backup
  }

  /// The question after a backup that has failed.
  public static let question = AlertState(
    "Your pieces are not backed up.",
    message: "The server can't be reached.",
    buttons: [.init("Try again", action: Choice.tryAgain), .init("Later", role: .cancel)]
  )

  /// The form.
  private let form = Scope<PieceList, PieceForm>(at: .ifLet(\.form), feedback: Feedback.form) { PieceForm() }

  /// The pieces that the screens share.
  @Dependency(\.practiceLibrary) private var library

  /// The settings that the screens share.
  @Dependency(\.practiceSettings) private var settings

  /// The client that backs up the library.
  @Dependency(\.backupClient) private var client

  /// The clock of the pauses between two attempts.
  @Dependency(\.continuousClock) private var clock

  /// Creates the reducer, which has no state.
  public init() {}

  /// Follows the library and the settings.
  public func start(from state: State) -> Effect<Feedback, Output> {
    .merge(
      .following(library, from: state.library, Feedback.libraryChanged),
      .following(settings, from: state.settings, Feedback.settingsChanged)
    )
  }

  /// Adds pieces, opens screens, and backs up.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.addTapped):
      state.form = PieceForm.State()
      return .none

    case .input(.formDismissed):
      state.form = nil
      return .none

    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)

    case .feedback(.form(.output(.saved(let title, let composer)))):
      state.form = nil
      return .update(library) { $0.add(title: title, composer: composer) }

    case .input(.pieceTapped(let id)): return .output(.opened(id))
    case .input(.settingsTapped): return .output(.settingsOpened)
    case .input(.backUpTapped): return backUp(&state)

    case .input(.alert(let answer)):
      return state.alert.close(by: answer) == .tryAgain ? backUp(&state) : .none

    case .feedback(.libraryChanged(let library)):
      state.library = library
      return state.settings.backsUp ? backUp(&state) : .none

    case .feedback(.settingsChanged(let settings)):
      state.settings = settings
      return .none

    case .feedback(.backedUp):
      state.backup = .idle
      return .none

    case .feedback(.backUpFailed):
      guard case .running(let failures) = state.backup, failures < 3 else {
        state.backup = .idle
        state.alert = Self.question
        return .none
      }
      state.backup = .running(failures: failures + 1)
      return attempt(state.library, after: .seconds(1 << failures)).cancellable(id: CancelID.backup)
    }
  }

  /// Begins a backup, which replaces a running one and its question.
  private func backUp(_ state: inout State) -> Effect<Feedback, Output> {
    state.backup = .running(failures: 0)
    state.alert = nil
    return attempt(state.library).cancellable(id: CancelID.backup, cancelInFlight: true)
  }

  /// Tries to back up a library once.
  private func attempt(_ library: PracticeLibrary, after pause: Duration? = nil) -> Effect<Feedback, Output> {
    .run("back up", of: library) { send in
      if let pause { try await clock.sleep(for: pause) }
      try await client.backUp(library)
      await send(.backedUp)
    } catch: { _, send in
      await send(.backUpFailed)
    }
  }
}
