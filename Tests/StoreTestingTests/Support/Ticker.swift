import StoreTesting

/// A feature that waits, or ticks, on the clock that it is given.
struct Ticker: Reducer {
  struct State: Equatable {
    var ticks: [Int] = []
  }

  enum Input: Sendable {
    /// Tick once, in a second.
    case wait

    /// Tick each time that an interval has passed.
    case start(Duration)

    case stop
  }

  enum Feedback: Equatable, Sendable {
    /// A tick came, the first of which is number 1.
    case ticked(Int)
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    case timer
  }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.wait):
      return .run("wait") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.ticked(1))
      }
    case .input(.start(let interval)):
      return .run("timer") { send in
        var count = 0
        for await _ in clock.timer(interval: interval) {
          count += 1
          await send(.ticked(count))
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .input(.stop):
      return .cancel(id: CancelID.timer)
    case .feedback(.ticked(let count)):
      state.ticks.append(count)
      return .none
    }
  }
}
