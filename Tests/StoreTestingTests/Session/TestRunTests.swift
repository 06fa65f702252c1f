import StoreDependencies
import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// A run that the test of a scope has seen, by case.
private let runsInScope = Mutex<[Int: TestRun]>([:])

/// The runs of cases without a scope.
private let runsOfCases = Mutex<[TestRun]>([])

/// An object that a test keeps. Two are equal if they are the same.
private final class Object: Sendable, Equatable {
  static func == (first: Object, second: Object) -> Bool { first === second }
}

@Suite struct TestRunTests {
  @Test func `all tasks of a test have its run`() async {
    let run = TestRun.current
    async let ofChild = TestRun.current
    let ofTask = Task { TestRun.current }
    #expect(await ofChild === run)
    #expect(await ofTask.value === run)
    #expect(run.test?.id == Test.current?.id)
    #expect(!run.isForeignHere)
  }

  @Test(arguments: 0..<3)
  func `each case of a test has its own run`(_: Int) {
    let run = TestRun.current
    let others = runsOfCases.withLock { runs in
      defer { runs.append(run) }
      return runs
    }
    #expect(others.allSatisfy { $0 !== run && $0.isForeign(to: run) && $0.isForeignHere })
  }

  @Test(.exhaustive, arguments: 0..<2)
  func `each case in the scope of a trait has its own run, also in its tasks`(number: Int) async {
    let run = TestRun.current
    let ofTask = Task { TestRun.current }
    #expect(await ofTask.value === run)
    let other = runsInScope.withLock { runs in
      runs[number] = run
      return runs[1 - number]
    }
    #expect(other !== run)
  }

  @Test func `code that has lost its test belongs to no other test`() async {
    let run = TestRun.current
    let lost = await Task.detached { TestRun.current }.value
    #expect(lost !== run)
    #expect(lost.test == nil)
    #expect(!run.isForeign(to: lost) && !lost.isForeign(to: run) && !lost.isForeignHere)
  }

  @Test func `stores that code without a test creates in one task know each other`() async {
    let (alone, together) = await Task.detached {
      let first = TestStore(initialState: Runner.State()) { Runner { _ in } }
      let alone = first.session.environment.companions.count
      let second = TestStore(initialState: Runner.State()) { Runner { _ in } }
      defer { withExtendedLifetime((first, second)) {} }
      return (alone, first.session.environment.companions.map { $0 === second.session.environment })
    }.value
    #expect(alone == 0)
    #expect(together == [true])
  }

  @Test func `the kept object of a test is made once`() async {
    let first = TestRun.kept { Object() } as? Object
    let again = await Task { TestRun.kept { Object() } as? Object }.value
    let lost = await Task.detached { TestRun.kept { Object() } as? Object }.value
    #expect(first != nil)
    #expect(first === again)
    #expect(lost == nil)
    var count = 0
    _ = TestRun.kept {
      count += 1
      return Object()
    }
    #expect(count == 0)
  }

  @Test func `an object that is kept while another is being made stays`() {
    var first: Object?
    let second =
      TestRun.kept {
        first = TestRun.kept { Object() } as? Object
        return Object()
      } as? Object
    #expect(first != nil)
    #expect(first === second)
  }

  #if os(Linux) || os(macOS)
    /// The count of all runs is that of a process, and other tests of this one compare it.
    @Test func `a failure counts in its run, and among those of all runs`() async {
      await #expect(processExitsWith: .success) {
        let run = TestRun(of: nil, nil)
        run.noteFailure()
        #expect(run.failureCount == 1)
        #expect(TestRun.totalFailureCount == 1)
      }
    }
  #endif
}
