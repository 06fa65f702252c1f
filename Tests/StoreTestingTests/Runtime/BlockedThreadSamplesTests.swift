import Testing

@testable import StoreRuntime

/// How the detector compares the samples of a queue.
@Suite struct BlockedThreadSamplesTests {
  private let detector = BlockedThreadDetector()

  private func makeSample(
    itemsBegun: Int = 3,
    threadTime: UInt64 = 5_000_000,
    hasMore: Bool = true
  ) -> TestExecutor.Sample {
    TestExecutor.Sample(threadTime: threadTime, itemsBegun: itemsBegun, hasMore: hasMore, task: 0)
  }

  @Test(arguments: [(true, 10), (false, 100)])
  func `a job is blocked after ten samples without work, or after a hundred if no other job waits, and once`(
    hasMore: Bool,
    limit: Int
  ) {
    var watched = BlockedThreadDetector.Watched(drainOwner: DrainOwner())
    let sample = makeSample(hasMore: hasMore)
    // The first sample is compared with none.
    let results = (0...2 * limit).map { _ in detector.isBlocked(sample, &watched) }
    #expect(results.indices.filter { results[$0] } == [limit])
  }

  @Test(arguments: [(4, 5_000_000, 11), (3, 6_000_001, 11), (3, 6_000_000, 1)] as [(Int, UInt64, Int)])
  func `another job, or more than a millisecond of processor time, begins the count anew`(
    itemsBegun: Int,
    threadTime: UInt64,
    samples: Int
  ) {
    var watched = BlockedThreadDetector.Watched(drainOwner: DrainOwner())
    let earlier = (0..<10).map { _ in detector.isBlocked(makeSample(), &watched) }
    #expect(!earlier.contains(true))
    let sample = makeSample(itemsBegun: itemsBegun, threadTime: threadTime)
    let later = (1...20).map { _ in detector.isBlocked(sample, &watched) }
    #expect(later.firstIndex(of: true) == samples - 1)
  }

  @Test func `the executors that are drained are those that are watched, except for the own one`() {
    let (own, other) = (TestExecutor(), TestExecutor())
    for executor in [own, other] {
      detector.add(executor.drainOwner)
      #expect(executor.drainOwner.begin(executor))
    }
    defer {
      own.drainOwner.end()
      other.drainOwner.end()
    }
    #expect(detector.drainedExecutors(except: own).map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
    detector.remove(other.drainOwner)
    #expect(detector.drainedExecutors(except: own).isEmpty)
    detector.remove(own.drainOwner)
    #expect(detector.drainedExecutors(except: other).isEmpty)
  }
}
