import StoreCore
import StoreDependencies
import StoreTesting

/// A reader of the mode and the message of reductions.
struct TransitionReader: Sendable {
  /// The reader of the modes that enums, Booleans and optionals make.
  static let usual = Self { StateDiagram.mode(of: $0) }

  /// Derives a mode from a state's text.
  let mode: @Sendable (String) -> String

  func mode(of state: Any) -> String { mode(stateText(state)) }

  func name<Input, Feedback>(of message: Message<Input, Feedback>, in state: Any) -> TransitionName {
    TransitionName(mode: mode(of: state), message: MessageName.text(of: message))
  }

  /// Whether a message in a state belongs to a transition.
  func matches<Input, Feedback>(_ name: TransitionName, _ message: Message<Input, Feedback>, in state: Any) -> Bool {
    // Performance: the message is compared first, because its name takes much less time than a mode.
    MessageName.text(of: message) == name.message && mode(of: state) == name.mode
  }
}
