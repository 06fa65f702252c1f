/// A screen above the list.
public enum PracticeScreen: Hashable, Sendable {
  /// The screen of a piece.
  case detail(PieceDetail.State)

  /// The recorder of a session.
  case recorder(SessionRecorder.State)

  /// The settings.
  case settings(SettingsScreen.State)
}

// The properties through which the scopes lead.
extension PracticeScreen {
  /// The screen of a piece; nil for another screen.
  public var detail: PieceDetail.State? {
    get { if case .detail(let detail) = self { detail } else { nil } }
    set { if let newValue { self = .detail(newValue) } }
  }

  /// The recorder; nil for another screen.
  public var recorder: SessionRecorder.State? {
    get { if case .recorder(let recorder) = self { recorder } else { nil } }
    set { if let newValue { self = .recorder(newValue) } }
  }

  /// The settings; nil for another screen.
  public var settings: SettingsScreen.State? {
    get { if case .settings(let settings) = self { settings } else { nil } }
    set { if let newValue { self = .settings(newValue) } }
  }
}
