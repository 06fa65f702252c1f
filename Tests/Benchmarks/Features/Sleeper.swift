import StoreCore
import StoreDependencies

/// A feature that only sleeps.
struct Sleeper: Reducer {
  /// A state without properties.
  struct State: Equatable {}

  enum Input {
    /// Starts effects that sleep once, each a millisecond longer than its predecessor.
    case sleepSideBySide(Int)

    /// Starts an effect that sleeps repeatedly for a millisecond.
    case sleepInARow(Int)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.sleepSideBySide(let count)):
      .merge(
        (1...count).map { milliseconds in
          .run("sleep") { _ in try await clock.sleep(for: .milliseconds(milliseconds)) }
        }
      )
    case .input(.sleepInARow(let count)):
      .run("sleep") { _ in
        for _ in 0..<count { try await clock.sleep(for: .milliseconds(1)) }
      }
    }
  }
}
