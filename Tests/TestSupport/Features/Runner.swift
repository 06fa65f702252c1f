package import StoreCore
import StoreDependencies

/// A feature that starts an effect given by the test, and records its feedback.
package struct Runner: Reducer {
  package struct State: Equatable, Sendable {
    /// The sent texts, in order.
    package var log: [String] = []

    package init(log: [String] = []) {
      self.log = log
    }
  }

  package enum Input: Equatable, Sendable {
    case go

    case stop

    case idle
  }

  private let work: @Sendable (Send<String>) async throws -> Void

  package init(_ work: @escaping @Sendable (Send<String>) async throws -> Void = { _ in }) {
    self.work = work
  }

  package func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
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
package func sleep(for duration: Duration) async throws {
  try await DependencyValues.current.continuousClock.sleep(for: duration)
}
