import StoreTesting
import Testing

@testable import StoreDependencies

@Suite struct DependencyPreparationTests {
  @Test func `the app reads dependencies that several calls have prepared`() {
    let preparation = DependencyPreparation()
    preparation.prepare(at: CallSite()) { $0.number = 10 }
    preparation.prepare(at: CallSite()) { $0.number += 1 }
    #expect(DependencyValues(preparation.begin()).number == 11)
  }

  @Test func `a preparation after the first read is reported, and changes nothing`() async {
    let preparation = DependencyPreparation()
    _ = preparation.begin()
    let failures = await recordingFailures {
      preparation.prepare(at: CallSite()) { $0.number = 10 }
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(
      failures.first?.headline
        == "prepareDependencies was called after a dependency had been read, so it changes nothing."
    )
    #expect(DependencyValues(preparation.begin()).number == 3)
  }

  @Test func `a change reads dependencies that are prepared so far`() {
    let preparation = DependencyPreparation()
    preparation.prepare(at: CallSite()) { $0.number = 10 }
    preparation.prepare(at: CallSite()) { values in
      @Dependency(\.number) var number
      values.number = number * 2
    }
    #expect(DependencyValues(preparation.begin()).number == 20)
  }

  @Test func `a test ignores preparations, as tests share nothing with an app`() {
    var isPrepared = false
    prepareDependencies { values in
      isPrepared = true
      values.number = 10
    }
    #expect(!isPrepared)
    #expect(DependencyValues.current.number == 3)
  }
}
