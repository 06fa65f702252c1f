import Dispatch
import Foundation
import StoreDependencies
import Synchronization
import TestSupport
import Testing

/// A default that needs one that needs it.
private enum EggKey: TestDependencyKey {
  static var testValue: Int { DependencyValues.current[HenKey.self] }
}

/// A default that needs one that needs it.
private enum HenKey: TestDependencyKey {
  static var testValue: Int { DependencyValues.current[EggKey.self] }
}

/// The point at which two threads meet that each compute one of the next two defaults.
///
/// Used in a separate process, which the cycle stops.
private let meeting = Atomic(0)

/// Waits until both threads have arrived.
private func meet() {
  meeting.wrappingAdd(1, ordering: .relaxed)
  while meeting.load(ordering: .relaxed) < 2 {}
}

/// A default that needs one that needs it, and waits until another thread computes that.
private enum PingKey: TestDependencyKey {
  static var testValue: Int {
    meet()
    return DependencyValues.current[PongKey.self]
  }
}

/// A default that needs one that needs it, and waits until another thread computes that.
private enum PongKey: TestDependencyKey {
  static var testValue: Int {
    meet()
    return DependencyValues.current[PingKey.self]
  }
}

@Suite struct DefaultComputationTests {
  /// The computations of `CountedKey` in this task and those it starts.
  @TaskLocal static var computations: Counter?

  /// A count to which several tasks add.
  final class Counter: Sendable {
    let count = Atomic(0)
  }

  /// A default that counts its computations.
  private enum CountedKey: TestDependencyKey {
    static var testValue: Tally {
      DefaultComputationTests.computations?.count.wrappingAdd(1, ordering: .relaxed)
      return Tally()
    }
  }

  /// A closure that `HookedKey` runs while its default is computed.
  ///
  /// An object, as setting a task local of a function's type crashes in release builds of Swift 6.3.1.
  @TaskLocal static var meddler: ComputationHook?

  /// Something to do while a default is computed.
  final class ComputationHook: Sendable {
    let meddle: @Sendable () -> Void

    init(_ meddle: @escaping @Sendable () -> Void) {
      self.meddle = meddle
    }
  }

  /// A default that runs a test's closure while it is computed.
  private enum HookedKey: TestDependencyKey {
    static var testValue: Tally {
      DefaultComputationTests.meddler?.meddle()
      return Tally()
    }
  }

  /// Computes a default on a thread of its own and reads it elsewhere meanwhile.
  ///
  /// - Parameter start: Starts its argument outside the computation.
  private func readMeanwhile(_ start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) async {
    for _ in repetitions(50, byDefault: 5) {
      let (tallies, continuation) = AsyncStream<Tally>.makeStream()
      let begun = DispatchSemaphore(value: 0)
      let meddler = ComputationHook {
        start {
          begun.signal()
          _ = continuation.yield(DependencyValues.current[HookedKey.self])
        }
        begun.wait()
      }
      Thread.detachNewThread {
        Self.$meddler.withValue(meddler) {
          DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
            _ = continuation.yield(DependencyValues.current[HookedKey.self])
          }
        }
      }
      var iterator = tallies.makeAsyncIterator()
      let (first, second) = (await iterator.next(), await iterator.next())
      #expect(first === second)
    }
  }

  @Test func `a task that a computation starts can wait for its result`() async {
    await readMeanwhile { read in Task { read() } }
  }

  @Test func `a thread that a computation starts can wait for its result`() async {
    await readMeanwhile { read in
      withEscapedDependencies { dependencies in
        Thread.detachNewThread { dependencies.yield { read() } }
      }
    }
  }

  @Test func `a hundred tasks that read a default first compute it once, each time`() async {
    for _ in repetitions(1_000, byDefault: 5) {
      let counter = Counter()
      let values = DependencyValues(context: .test, observer: nil)
      let tallies = await Self.$computations.withValue(counter) {
        await DependencyValues.withValues(values) {
          await withTaskGroup(of: Tally.self) { group in
            for _ in 1...100 { group.addTask { DependencyValues.current[CountedKey.self] } }
            return await group.reduce(into: [Tally]()) { $0.append($1) }
          }
        }
      }
      #expect(counter.count.load(ordering: .relaxed) == 1)
      #expect(tallies.allSatisfy { $0 === tallies.first })
    }
  }

  @Test func `diamonds are computed from both sides at once without a deadlock`() async {
    for _ in repetitions(500, byDefault: 5) {
      await DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
        let tallies = await withTaskGroup(of: [Tally].self) { group in
          for _ in 1...5 {
            group.addTask { DependencyValues.current[TopKey.self] }
            group.addTask { [DependencyValues.current[RightKey.self]] }
            group.addTask { [DependencyValues.current[LeftKey.self]] }
          }
          return await group.reduce(into: [Tally]()) { $0 += $1 }
        }
        #expect(tallies.allSatisfy { $0 === tallies.first })
      }
    }
  }

  @Test func `a default that reads another late sees the values in force at the read`() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      let first = withDependencies {
        $0.number = 10
      } operation: {
        let client = DependencyValues.current[LateKey.self]
        #expect(client.number == 10)
        return client
      }
      #expect(first.number == 3)
      #expect(DependencyValues.current[LateKey.self].number == 3)
    }
  }

  @Test func `a default that reads another early is recomputed where that is overridden differently`() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      @Dependency(EarlyKey.self) var client
      withDependencies {
        $0.number = 10
      } operation: {
        #expect(client.number == 10)
        #expect(client === client)
        withDependencies {
          $0.number = 20
        } operation: {
          #expect(client.number == 20)
        }
        #expect(client.number == 10)
      }
      let plain = client
      #expect(plain.number == 3)
      withDependencies {
        $0.number = 30
      } operation: {
        #expect(client.number == 30)
      }
      withDependencies {
        $0.tally = Tally()
      } operation: {
        #expect(client === plain)
      }
      #expect(client === plain)
    }
  }

  @Test func `a default is computed from the values in force at the read, else from captured ones`() {
    let client = withDependencies {
      $0.number = 10
    } operation: {
      Dependency(EarlyKey.self)
    }
    #expect(client.wrappedValue.number == 10)
    withDependencies {
      $0.tally = Tally()
    } operation: {
      #expect(client.wrappedValue.number == 10)
    }
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(client.wrappedValue.number == 20)
    }
    #expect(client.wrappedValue.number == 10)
  }

  @Test(arguments: [true, false])
  func `a default that declares a dependency has the overrides of the model that reads it`(isPlainFirst: Bool) {
    /// A model that reads a client, which reads a number.
    struct Model {
      @Dependency(LateKey.self) var client
    }
    /// Makes a model under another number.
    func model(_ number: Int) -> Model {
      withDependencies {
        $0.number = number
      } operation: {
        Model()
      }
    }
    if isPlainFirst { #expect(Model().client.number == 3) }
    let models = [model(10), model(20)]
    #expect(models.map(\.client.number) == [10, 20])
    #expect(models.map(\.client.number) == [10, 20])
    #expect(Model().client.number == 3)
    let inner = withDependencies {
      $0.number = 30
    } operation: {
      models[0].client.number
    }
    #expect(inner == 30)
    let client = withDependencies {
      $0.tally = Tally()
    } operation: {
      models[0].client
    }
    #expect(client.number == 10)
  }

  @Test func `all models under the same overrides share a default that declares a dependency`() {
    withDependencies {
      $0.number = 10
    } operation: {
      @Dependency(KeepingKey.self) var client
      @Dependency(KeepingKey.self) var other
      #expect(client === other)
      #expect(client.number == 10)
    }
  }

  @Test func `all models of an app share one default, with any overrides`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let client = DependencyValues.current[KeepingKey.self]
      let other = withDependencies {
        $0.number = 10
      } operation: {
        DependencyValues.current[KeepingKey.self]
      }
      #expect(client === other)
    }
  }

  @Test(arguments: [true, false])
  func `the closure that changes dependencies reads the value that the operation receives`(isOverridden: Bool) {
    weak var client: EarlyClient?
    weak var keeping: KeepingClient?
    weak var tally: Tally?
    withDependencies { values in
      if isOverridden { values.number = 10 }
      client = values[EarlyKey.self]
      keeping = values[KeepingKey.self]
      tally = values.tally
    } operation: {
      #expect(client != nil && client === DependencyValues.current[EarlyKey.self])
      #expect(keeping != nil && keeping === DependencyValues.current[KeepingKey.self])
      #expect(tally != nil && tally === DependencyValues.current.tally)
    }
  }

  @Test func `a default read in the changing closure is recomputed if its dependencies change afterwards`() {
    withDependencies { values in
      #expect(values[EarlyKey.self].number == 3)
      values.number = 10
    } operation: {
      #expect(DependencyValues.current[EarlyKey.self].number == 10)
    }
  }

  @Test func `dependencies that a default overrides apply to that default alone`() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      let value = DependencyValues.current[PrivateKey.self]
      #expect(value.early.number == 99)
      #expect(value.late.number == 99)
      #expect(value.number == 99)
      #expect(DependencyValues.current[PrivateKey.self].tally === value.tally)
      #expect(DependencyValues.current[EarlyKey.self].number == 3)
    }
  }

  @Test func `a task that a default starts continues with the same dependencies`() async {
    let values = DependencyValues(context: .test, observer: nil)
    let owner = DependencyValues.withValues(values) { DependencyValues.current[TaskOwnerKey.self] }
    #expect(await owner.task.value == 3)
  }

  #if os(Linux) || os(macOS)
    @Test func `a default that needs itself stops the process, which names the cycle`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = DependencyValues.current[EggKey.self]
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("EggKey -> HenKey -> EggKey"))
    }
  #endif

  #if os(Linux) || os(macOS)
    @Test func `a cycle across two threads stops the process instead of a deadlock`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let values = DependencyValues(context: .test, observer: nil)
        Thread.detachNewThread {
          DependencyValues.withValues(values) { _ = DependencyValues.current[PingKey.self] }
        }
        DependencyValues.withValues(values) { _ = DependencyValues.current[PongKey.self] }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("PingKey -> PongKey -> PingKey") || text.contains("PongKey -> PingKey -> PongKey"))
    }
  #endif
}
