public import StoreCore
import StoreDependencies

/// The screen that shows and changes the settings.
///
/// An input says what is to change, and not the new value. So two changes are right in whichever order they are written.
public struct SettingsScreen: Reducer, Sendable {
  /// The state of the screen.
  public struct State: Hashable, Sendable {
    /// The settings.
    public var settings: PracticeSettings

    /// Creates a state. An app passes what its source has.
    public init(settings: PracticeSettings = PracticeSettings()) {
      self.settings = settings
    }
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user wants to practise this many minutes more, or less.
    case goalStepped(by: Int)

    /// The user switches backups on, or off.
    case backsUpToggled
  }

  /// The feedback of the screen's effects.
  public enum Feedback: Hashable, Sendable {
    /// This screen or another one has changed the settings.
    case settingsChanged(PracticeSettings)
  }

  /// The settings that the screens share.
  @Dependency(\.practiceSettings) private var settings

  /// Creates the reducer, which has no state.
  public init() {}

  /// Follows the settings.
  public func start(from state: State) -> Effect<Feedback, Never> {
    .following(settings, from: state.settings, Feedback.settingsChanged)
  }

  /// Changes the shared settings, which come back as a feedback.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.goalStepped(let minutes)): return .update(settings) { $0.goal = max(5, $0.goal + minutes) }
    case .input(.backsUpToggled): return .update(settings) { $0.backsUp.toggle() }

    case .feedback(.settingsChanged(let settings)):
      state.settings = settings
      return .none
    }
  }
}
