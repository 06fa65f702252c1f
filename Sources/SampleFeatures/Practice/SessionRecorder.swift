public import StoreCore
import StoreDependencies

/// A timer that records how long the user practises. It runs from its start, unless it is paused.
public struct SessionRecorder: Reducer, Sendable {
  /// The state of the recorder.
  public struct State: Hashable, Sendable {
    /// The piece that the user practises.
    public let piece: Piece

    /// How many minutes the user wants to practise.
    public var goal: Int

    /// The recorded seconds.
    public var seconds: Int

    /// Whether the timer is paused.
    public var isPaused: Bool

    /// Creates a state; by default, that of a new session.
    public init(piece: Piece, goal: Int, seconds: Int = 0, isPaused: Bool = false) {
      self.piece = piece
      self.goal = goal
      self.seconds = seconds
      self.isPaused = isPaused
    }

    /// Whether the user has practised as long as planned.
    public var hasReachedGoal: Bool { seconds >= goal * 60 }
  }

  /// The inputs of the user.
  public enum Input: Hashable, Sendable {
    /// The user pauses, or goes on.
    case pauseTapped

    /// The user keeps the session.
    case doneTapped

    /// The user throws the session away.
    case discardTapped
  }

  /// The feedback of the recorder's effects.
  public enum Feedback: Hashable, Sendable {
    /// Another second has passed.
    case secondPassed

    /// A screen has changed the goal.
    case goalChanged(Int)
  }

  /// The outputs of the recorder.
  public enum Output: Hashable, Sendable {
    /// The user keeps a session of this length.
    case recorded(seconds: Int, of: Piece.ID)

    /// The user throws the session away.
    case discarded
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The timer.
    case timer
  }

  /// The clock that counts the seconds.
  @Dependency(\.continuousClock) private var clock

  /// The settings that the screens share.
  @Dependency(\.practiceSettings) private var settings

  /// Creates the reducer, which has no state.
  public init() {}

  /// Follows the goal, and starts the timer unless it is paused.
  public func start(from state: State) -> Effect<Feedback, Output> {
    .merge(
      .following(settings, reading: { $0.goal }, from: state.goal, Feedback.goalChanged),
      state.isPaused ? .none : timer()
    )
  }

  /// Counts seconds, and emits the session.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.pauseTapped):
      state.isPaused.toggle()
      return state.isPaused ? .cancel(id: CancelID.timer) : timer()

    case .input(.doneTapped): return .output(.recorded(seconds: state.seconds, of: state.piece.id))
    case .input(.discardTapped): return .output(.discarded)

    case .feedback(.secondPassed):
      state.seconds += 1
      return .none

    case .feedback(.goalChanged(let goal)):
      state.goal = goal
      return .none
    }
  }

  /// Sends a feedback each second.
  private func timer() -> Effect<Feedback, Output> {
    .run("timer") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.timer)
  }
}
