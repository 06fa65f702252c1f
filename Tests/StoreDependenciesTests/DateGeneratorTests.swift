import Foundation
import StoreDependencies
import Synchronization
import Testing

@Suite struct DateGeneratorTests {
  @Test func `a constant date generator always returns its date`() {
    let first = Date(timeIntervalSince1970: 1)
    let second = Date(timeIntervalSince1970: 2)
    @Dependency(\.date) var date
    let failures = issues {
      withDependencies {
        $0.date = .constant(first)
      } operation: {
        #expect(date() == first)
        withDependencies {
          $0.date.now = second
        } operation: {
          #expect(date.now == second)
        }
        #expect(date.now == first)
      }
      withDependencies {
        $0.date.now = second
      } operation: {
        #expect(date() == second)
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `a generator that follows a clock begins at its date, and moves with the clock`() {
    let clock = SettableClock()
    clock.offset.withLock { $0 = .seconds(7) }
    let start = Date(timeIntervalSince1970: 1_000)
    let dates = DateGenerator.following(clock, from: start)
    #expect(dates.now == start)
    clock.offset.withLock { $0 = .seconds(8.5) }
    #expect(dates.now == Date(timeIntervalSince1970: 1_001.5))
    clock.offset.withLock { $0 = .seconds(6) }
    #expect(dates() == Date(timeIntervalSince1970: 999))
  }

  @Test func `a generator that follows a clock begins with the year 2001 by default`() throws {
    let clock = SettableClock()
    let dates = DateGenerator.following(clock)
    clock.offset.withLock { $0 = .seconds(60) }
    #expect(dates.now == Date(timeIntervalSince1970: 978_307_260))
  }
}

/// A clock at a time that the test sets.
private final class SettableClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }
  }

  let offset = Mutex(Duration.zero)
  var now: Instant { Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
