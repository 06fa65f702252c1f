extension Clock where Duration == Swift.Duration {
  /// Returns a sequence of ticks that ends when the listening task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// ```
  ///
  /// Ticks are due at whole multiples of the interval after the iteration began, so they don't drift. A slow listener
  /// receives missed ticks immediately.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. An interval that isn't positive is reported, and produces no ticks.
  ///   - tolerance: How much later than due a tick may come.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A sequence of the time from the beginning to each tick.
  public func timer(
    interval: Swift.Duration,
    tolerance: Swift.Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> ClockTimer {
    guard interval > .zero else {
      RuntimeIssue(
        kind: .misuse,
        subject: "timer",
        headline: "A timer was given the interval \(interval), which is not positive.",
        details: "It never ticks. Give it an interval of more than zero.",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      .report(to: DependencyValues.current.observer)
      return ClockTimer { nil }
    }
    return ClockTimer {
      let start = now
      return { tick in
        let elapsed = interval * tick
        do {
          try await sleep(until: start.advanced(by: elapsed), tolerance: tolerance)
        } catch {
          return nil
        }
        return elapsed
      }
    }
  }
}

/// The ticks of a clock at a fixed interval.
public struct ClockTimer: AsyncSequence, Sendable {
  /// A function that waits for the tick with a number, counted from 1, and returns the time since the beginning; nil if
  /// it was cancelled.
  typealias Tick = @Sendable (Int) async -> Duration?

  /// Begins the ticks; nil if the interval is not positive.
  private let begin: @Sendable () -> Tick?

  init(begin: @escaping @Sendable () -> Tick?) {
    self.begin = begin
  }

  /// Begins the ticks.
  public func makeAsyncIterator() -> Iterator { Iterator(tick: begin()) }

  /// An iterator over the ticks.
  public struct Iterator: AsyncIteratorProtocol {
    /// Waits for a tick; nil after the last one.
    fileprivate var tick: Tick?

    /// The number of the newest tick.
    private var count = 0

    fileprivate init(tick: Tick?) {
      self.tick = tick
    }

    /// Waits for the next tick, and returns the time since the beginning; nil when the listening task is cancelled.
    public mutating func next() async -> Duration? {
      await next(isolation: #isolation)
    }

    /// Waits for the next tick, and returns the time since the beginning; nil when the listening task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Duration? {
      count += 1
      guard let elapsed = await tick?(count) else {
        tick = nil
        return nil
      }
      return elapsed
    }
  }
}
