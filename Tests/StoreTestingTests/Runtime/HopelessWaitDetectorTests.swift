import Synchronization
import TestSupport
import Testing

@testable import StoreRuntime
@testable import StoreTesting

@Suite(.timeLimit(.minutes(15))) struct HopelessWaitDetectorTests {
  /// A wait whose condition the test sets.
  private final class FakeWait: WaitForTest {
    let holdsTest: Bool?
    let isTestRunning: Bool
    let samples = Mutex(0)
    let samplesAtEnd = Mutex(0)

    init(holdsTest: Bool?, isTestRunning: Bool) {
      self.holdsTest = holdsTest
      self.isTestRunning = isTestRunning
    }

    var condition: WaitCondition? {
      let count = samples.withLock { count in
        count += 1
        return count
      }
      // The first ten samples see actions of the test.
      return WaitCondition(actions: min(count, 10), holdsTest: holdsTest, isTestRunning: isTestRunning)
    }

    func end() { samplesAtEnd.withLock { $0 = samples.withLock(\.self) } }
  }

  @Test(
    arguments: [
      (true, true, 30), (true, false, 30), (nil, true, 610), (nil, false, 0), (false, true, 0), (false, false, 0),
    ] as [(Bool?, Bool, Int)]
  )
  func `a wait is hopeless after a second without an action, or after half a minute if its waiters are unknown`(
    holdsTest: Bool?,
    isTestRunning: Bool,
    samplesAtEnd: Int
  ) {
    let detector = HopelessWaitDetector()
    let wait = FakeWait(holdsTest: holdsTest, isTestRunning: isTestRunning)
    #expect(detector.add(wait))
    for _ in 0..<1_000 { _ = detector.sample() }
    #expect(wait.samplesAtEnd.withLock(\.self) == samplesAtEnd)
  }

  /// A wait that has ended when it is looked at.
  private final class EndedWait: WaitForTest {
    let isSampled = Latch()

    var condition: WaitCondition? {
      isSampled.open()
      return nil
    }

    func end() {}
  }

  @Test func `a single wait is sampled without further calls`() async {
    let wait = EndedWait()
    HopelessWaitDetector().watch(wait)
    await wait.isSampled.wait()
  }

  @Test func `all waits share the samples, which end with the last wait`() {
    let detector = HopelessWaitDetector()
    let mustStart = (0..<2).map { _ in detector.add(EndedWait()) }
    #expect(mustStart == [true, false])
    let goesOn = detector.sample()
    #expect(!goesOn)
    let mustStartAgain = detector.add(EndedWait())
    #expect(mustStartAgain)
  }
}
