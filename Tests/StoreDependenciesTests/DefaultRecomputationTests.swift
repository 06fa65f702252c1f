import Dispatch
import Foundation
import StoreDependencies
import Testing

/// A default that keeps another one, which reads a number late.
private enum OuterKey: TestDependencyKey {
  static var testValue: LateClient { DependencyValues.current[LateKey.self] }
}

/// A default that reads two dependencies while it is computed.
private enum PairKey: TestDependencyKey {
  static var testValue: (number: Int, tally: Tally) {
    (DependencyValues.current.number, DependencyValues.current.tally)
  }
}

/// A default that reads one dependency early, and another one late.
private enum MixedKey: TestDependencyKey {
  static var testValue: (tally: Tally, late: LateClient) { (DependencyValues.current.tally, LateClient()) }
}

/// A default of an app that is made as in a test.
private enum TrialKey: DependencyKey {
  static var liveValue: Tally {
    withDependencies {
      $0.context = .test
    } operation: {
      DependencyValues.current[MixedKey.self].tally
    }
  }

  static var testValue: Tally { liveValue }
}

/// A default that needs `SecondKey` for the usual number only, and runs a test's closure then.
private enum FirstKey: TestDependencyKey {
  static var testValue: Int {
    guard DependencyValues.current.number == 3 else { return 1 }
    let second = DependencyValues.current[SecondKey.self]
    DefaultRecomputationTests.hook?.run()
    // Gives the other thread time to ask for this default.
    for _ in 1...1_000 { _ = DependencyValues.current[SecondKey.self] }
    return second
  }
}

/// A default that needs `FirstKey` for any other number.
private enum SecondKey: TestDependencyKey {
  static var testValue: Int {
    guard DependencyValues.current.number != 3 else { return 2 }
    DefaultRecomputationTests.hook?.run()
    return DependencyValues.current[FirstKey.self]
  }
}

@Suite struct DefaultRecomputationTests {
  /// What a default does while it is computed.
  final class Hook: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  @TaskLocal static var hook: Hook?

  @Test(arguments: [true, false])
  func `a default that keeps one with a dependency has the overrides of the model that reads it`(isPlainFirst: Bool) {
    /// A model that reads a client, which reads a number.
    struct Model {
      @Dependency(OuterKey.self) var client
    }
    if isPlainFirst { #expect(Model().client.number == 3) }
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    #expect(model.client.number == 10)
    #expect(Model().client.number == 3)
  }

  @Test func `a default that reads two dependencies is recomputed where either is overridden`() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      let plain = DependencyValues.current[PairKey.self]
      #expect(plain.number == 3)
      let tally = Tally()
      withDependencies {
        $0.tally = tally
      } operation: {
        #expect(DependencyValues.current[PairKey.self].tally === tally)
      }
      withDependencies {
        $0.number = 10
      } operation: {
        #expect(DependencyValues.current[PairKey.self].number == 10)
      }
      #expect(DependencyValues.current[PairKey.self].tally === plain.tally)
    }
  }

  @Test func `a default depends on what another one read, though that one depends on all overrides`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let plain = DependencyValues.current[TrialKey.self]
      #expect(DependencyValues.current[TrialKey.self] === plain)
      let tally = Tally()
      withDependencies {
        $0.tally = tally
      } operation: {
        #expect(DependencyValues.current[TrialKey.self] === tally)
      }
    }
  }

  @Test func `a default that declares a dependency only while it is computed ignores other overrides`() {
    let plain = DependencyValues.current[EarlyKey.self]
    withDependencies {
      $0.tally = Tally()
    } operation: {
      #expect(DependencyValues.current[EarlyKey.self] === plain)
    }
  }

  @Test func `a computed default keeps no override that it has not read`() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      weak var tally: Tally?
      withDependencies { values in
        let override = Tally()
        tally = override
        values.tally = override
      } operation: {
        #expect(DependencyValues.current.number == 3)
        #expect(tally != nil)
      }
      #expect(tally == nil)
    }
  }

  @Test(arguments: 1...5)
  func `two defaults can need each other under different overrides, on two threads`(_: Int) async {
    let (results, continuation) = AsyncStream<Int>.makeStream()
    let hasRead = DispatchSemaphore(value: 0)
    let needsFirst = DispatchSemaphore(value: 0)
    let values = DependencyValues(context: .test, observer: nil)
    let first = Hook {
      hasRead.signal()
      needsFirst.wait()
    }
    let second = Hook { needsFirst.signal() }
    Thread.detachNewThread {
      Self.$hook.withValue(first) {
        DependencyValues.withValues(values) { _ = continuation.yield(DependencyValues.current[FirstKey.self]) }
      }
    }
    Thread.detachNewThread {
      hasRead.wait()
      Self.$hook.withValue(second) {
        DependencyValues.withValues(values) {
          withDependencies {
            $0.number = 10
          } operation: {
            _ = continuation.yield(DependencyValues.current[SecondKey.self])
          }
        }
      }
    }
    var iterator = results.makeAsyncIterator()
    let found = [await iterator.next(), await iterator.next()]
    #expect(Set(found) == [1, 2])
  }
}
