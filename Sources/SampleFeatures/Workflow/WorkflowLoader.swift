public import StoreCore
import StoreDependencies

/// A loader in the style of Workflow: actions change the state, and the state alone determines the running work.
///
/// A failed download is retried after a second, with at most three attempts.
public struct WorkflowLoader: Reducer, Sendable {
  /// The state of the loader.
  public enum State: Hashable, Sendable {
    /// The loader is idle.
    case idle

    /// An attempt is running, counted from 1.
    case loading(attempt: Int)

    /// An attempt has failed, and the loader waits before the next one.
    case waiting(attempt: Int)

    /// All attempts have failed.
    case failed(NumbersError)
  }

  /// The actions of the rendering.
  public enum Input: Hashable, Sendable {
    /// The user requests numbers.
    case load

    /// The user cancels.
    case cancel
  }

  /// The actions of the effects.
  public enum Feedback: Hashable, Sendable {
    /// An attempt has ended.
    case downloaded(Result<[Int], NumbersError>)

    /// The wait before the next attempt has ended.
    case pauseEnded
  }

  /// The outputs of the loader.
  public enum Output: Hashable, Sendable {
    /// The numbers are loaded.
    case finished([Int])
  }

  /// The keys of the effects.
  public enum Work: Hashable, Sendable {
    /// The key of an attempt.
    case download(attempt: Int)

    /// The key of the wait after an attempt.
    case pause(after: Int)
  }

  /// Creates the loader without its effects.
  public init() {}

  /// Applies an action. The loader derives its work from the state, so an action returns at most an output.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (message, state) {
    case (.input(.load), .idle), (.input(.load), .failed):
      state = .loading(attempt: 1)
    case (.input(.cancel), .loading), (.input(.cancel), .waiting):
      state = .idle
    case (.feedback(.downloaded(.success(let numbers))), .loading):
      state = .idle
      return .output(.finished(numbers))
    case (.feedback(.downloaded(.failure)), .loading(let attempt)) where attempt < 3:
      state = .waiting(attempt: attempt)
    case (.feedback(.downloaded(.failure(let error))), .loading):
      state = .failed(error)
    case (.feedback(.pauseEnded), .waiting(let attempt)):
      state = .loading(attempt: attempt + 1)
    default:
      break
    }
    return .none
  }
}

extension WorkflowLoader {
  /// The loader with its effects.
  public static var workflow: some Reducer<State, Input, Feedback, Output> & Sendable {
    WorkflowLoader().running(\.work) { work in
      switch work {
      case .download:
        .run("download") { send in
          @Dependency(\.numbersClient) var client
          await send(.downloaded(Result { try await client.numbers() }))
        }
      case .pause:
        .run("pause") { send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          await send(.pauseEnded)
        }
      }
    }
  }
}

extension WorkflowLoader.State {
  /// The keys of the effects for the state.
  public var work: [WorkflowLoader.Work] {
    switch self {
    case .idle, .failed: []
    case .loading(let attempt): [.download(attempt: attempt)]
    case .waiting(let attempt): [.pause(after: attempt)]
    }
  }

  /// The text to show, and the action of the button.
  public var rendering: (text: String, button: WorkflowLoader.Input) {
    switch self {
    case .idle: ("Nothing is under way", .load)
    case .loading(1): ("Loading", .cancel)
    case .loading(let attempt), .waiting(let attempt): ("Loading, attempt \(attempt)", .cancel)
    case .failed: ("Some error happened", .load)
    }
  }
}
