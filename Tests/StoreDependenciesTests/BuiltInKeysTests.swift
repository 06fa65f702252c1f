import Foundation
import StoreDependencies
import Testing

@Suite struct BuiltInKeysTests {
  /// Reads every built-in dependency once.
  private func readAll() {
    let values = DependencyValues.current
    _ = values.continuousClock
    _ = values.suspendingClock
    _ = values.date
    _ = values.uuid
    _ = values.calendar
    _ = values.timeZone
    _ = values.locale
    _ = values.withRandomNumberGenerator
    _ = values.context
  }

  @Test func `only the context has a test value among the built-in dependencies`() {
    let failures = issues { readAll() }
    #expect(
      failures.map(\.subject) == [
        #"\.continuousClock"#, #"\.suspendingClock"#, #"\.date"#, #"\.uuid"#, #"\.calendar"#, #"\.timeZone"#,
        #"\.locale"#, #"\.withRandomNumberGenerator"#,
      ]
    )
  }

  @Test func `every built-in dependency has a live value`() {
    let failures = issues(in: .live) {
      readAll()
      #expect(DependencyValues.current.continuousClock is ContinuousClock)
      #expect(DependencyValues.current.suspendingClock is SuspendingClock)
      #expect(DependencyValues.current.uuid() != DependencyValues.current.uuid())
      #expect(abs(DependencyValues.current.date.now.timeIntervalSinceNow) < 60)
      #expect(DependencyValues.current.withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } <= 6)
    }
    #expect(failures.isEmpty)
  }
}
