import StoreCore
import StoreDependencies

/// A feature that starts an effect given by the test, and records its feedback.
struct Runner: Reducer {
  struct State: Equatable, Sendable {
    /// The sent texts, in order.
    var log: [String] = []
  }

  enum Input: Equatable, Sendable {
    /// Starts the effect.
    case go

    /// Cancels the effect.
    case stop

    /// Does nothing.
    case idle
  }

  /// The effect's work.
  private let work: @Sendable (Send<String>) async throws -> Void

  /// Makes a feature with an effect.
  init(_ work: @escaping @Sendable (Send<String>) async throws -> Void = { _ in }) {
    self.work = work
  }

  /// Starts or cancels the effect, or records its feedback.
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input(.go): return .run("work", operation: work).cancellable(id: "work")
    case .input(.stop): return .cancel(id: "work")
    case .input(.idle): return .none
    case .feedback(let text):
      state.log.append(text)
      return .none
    }
  }
}

/// Sleeps on the clock that the running effect has been given.
func sleep(for duration: Duration) async throws {
  try await DependencyValues.current.continuousClock.sleep(for: duration)
}
