import StoreTesting
import TestSupport
import Testing

/// A clock that must not be used.
@Suite struct UnimplementedClockTests {
  @Test func `a sleep is one failure, at the step that reached it, and ends at once`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Ticker.State()) {
        Ticker()
      } withDependencies: {
        $0.continuousClock = .unimplemented("SearchClock")
      }
      await store.send(.wait)  // Fails: unimplementedDependency
      await store.receive(.ticked(1)) { $0.ticks = [1] }
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == "SearchClock.now was used, and the test forbids that.")
  }

  @Test func `each use of an unimplemented clock is a separate failure`() async {
    let failures = await recordingFailures {
      let clock = UnimplementedClock()
      _ = clock.minimumResolution
      _ = clock.now
      _ = clock.now
    }
    #expect(failures.map(\.headline) == ["minimumResolution", "now", "now"].map(headline))
  }

  @Test func `a sleep until an instant is a failure, and throws when it is cancelled`() async {
    let failures = await recordingFailures {
      let clock = UnimplementedClock()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(failures.map(\.headline) == [headline("sleep")])
  }

  /// Returns the failure for the use of a member.
  private func headline(_ member: String) -> String {
    "Clock.\(member) was used, and the test forbids that."
  }
}
