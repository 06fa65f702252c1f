import Dispatch
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreExploration
@testable import StoreTesting

@Suite("Explorations of effects that make tasks")
struct UnorderedTaskTests {
  /// Explores the orders of operations. Returns the report, and all texts in which a run has ended.
  ///
  /// Without assertions, a test does not wait for outside work. Such a run ends before all letters have come, and counts
  /// for nothing here.
  private func explored(
    _ granularity: ScheduleGranularity,
    budget: Int? = nil,
    _ program: TaskProgram
  ) async throws -> (report: ScheduleReport, texts: Set<String>) {
    let texts = Recorder<String>()
    let report = try await explore(budget: budget, granularity: granularity) {
      let store = TestStore(initialState: "") { Letters(operations: program.operations()) }
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      texts.record(store.state)
    }
    let length = program.texts.first?.count
    return (report, Set(texts.values.filter { $0.count == length || report.isComplete }))
  }

  @Test(arguments: TaskProgram.all, 0..<4)
  func `a complete exploration has every final state`(_ program: TaskProgram, copy: Int) async throws {
    let (report, texts) = try await explored(.deliveries, program)
    #expect(report.hasPassed)
    switch program.order {
    case .always: #expect(report.isComplete)
    case .accelerated: #expect(report.isComplete == Runtime.movesTasks)
    case .never: #expect(!report.isComplete)
    case .unknown: break
    }
    if report.isComplete { #expect(texts == program.texts) } else { #expect(texts.isSubset(of: program.texts)) }
  }

  @Test(arguments: TaskProgram.all, 0..<2)
  func `no right test fails where the jobs of tasks are reordered`(_ program: TaskProgram, copy: Int) async throws {
    let (report, texts) = try await explored(.jobs, budget: 60, program)
    #expect(report.hasPassed)
    #expect(!report.isComplete || Runtime.movesTasks)
    if report.isComplete { #expect(texts == program.texts) } else { #expect(texts.isSubset(of: program.texts)) }
  }

  @Test(.accelerated, arguments: 0..<10)
  func `the jobs of a task made by 'Task {}' run in every order, and each time in the same ones`(copy: Int) async throws
  {
    let program = try #require(TaskProgram.all.first { $0.name == "an awaited task" })
    let (report, texts) = try await explored(.jobs, program)
    // The optimizer joins two jobs.
    #if DEBUG
      #expect("\(report)" == "complete: all 455 schedules")
    #else
      #expect("\(report)" == "complete: all 364 schedules")
    #endif
    #expect(texts == ["12", "21"])
  }

  @Test func `parallel explorations of effects on one actor have the same report`() async throws {
    let reports = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10 { group.addTask { try await "\(explored(.deliveries, .shared).report)" } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(reports == ["complete: all 6 schedules"])
  }

  @Test func `two explorations on one actor are right in the few runs in which they meet`() async throws {
    for _ in 0..<10 {
      let reports = try await withThrowingTaskGroup(of: ScheduleReport.self) { group in
        for _ in 0..<2 { group.addTask { try await explored(.jobs, budget: 60, .shared).report } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(reports.allSatisfy { $0.hasPassed })
    }
  }

  @Test func `the report names a detached task that is not ordered`() async throws {
    let program = try #require(TaskProgram.all.first { $0.name == "a detached task" })
    let (report, _) = try await explored(.deliveries, program)
    #expect(
      "\(report)"
        == (Runtime.movesTasks
          ? "complete: all 2 schedules"
          : "incomplete: 1 schedule, beside work that no schedule orders: a task that load(0) has made")
    )
  }

  @Test func `the report names a task on the main actor that an effect has made`() async throws {
    let program = try #require(TaskProgram.all.first { $0.name == "a task on the main actor" })
    let (report, _) = try await explored(.deliveries, program)
    #expect("\(report)".contains("a task that load(0) has made"))
  }
}

/// A feature that appends each feedback of its effects.
private struct Letters: Reducer {
  enum Input: Equatable { case start }

  let operations: [TaskProgram.Operation]

  func reduce(message: Message<Input, String>, into text: inout String) -> Effect<String, Never> {
    switch message {
    case .input:
      return .merge(
        operations.enumerated().map { number, operation in
          .run("load", of: number) { send in await operation(send) }
        }
      )
    case .feedback(let letter):
      text += letter
      return .none
    }
  }
}

/// The operations of effects, with all texts that their feedback can make.
struct TaskProgram: Sendable, CustomTestStringConvertible {
  typealias Operation = @Sendable (Send<String>) async -> Void

  /// The runtimes that order all work of the program.
  enum Order { case always, accelerated, never, unknown }

  let name: String
  let order: Order
  let texts: Set<String>
  let operations: @Sendable () -> [Operation]

  init(_ name: String, _ order: Order, _ texts: Set<String>, _ operations: @escaping @Sendable () -> [Operation]) {
    self.name = name
    self.order = order
    self.texts = texts
    self.operations = operations
  }

  var testDescription: String { name }
}

extension TaskProgram {
  /// All orders of two effects that send two letters each.
  private static let merged: Set<String> = ["1234", "1324", "1342", "3124", "3142", "3412"]

  static let all: [TaskProgram] = children + unstructured + elsewhere

  private static let children = [
    Self("two effects", .always, merged) { [sending("1", "2"), sending("3", "4")] },
    Self("a group", .always, ["123", "132", "213", "231", "312", "321"]) {
      [
        { send in
          await withTaskGroup(of: Void.self) { group in
            for letter in ["1", "2", "3"] { group.addTask { await send(letter) } }
          }
        }
      ]
    },
    Self("an async let", .always, ["123", "213"]) {
      [
        { send in
          async let first: Void = send("1")
          await send("2")
          await first
          await send("3")
        }
      ]
    },
    Self("effects on the main actor", .always, merged) { [sendingOnMain("1", "2"), sendingOnMain("3", "4")] },
  ]

  private static let unstructured = [
    Self("a task", .accelerated, ["12", "21"]) {
      [
        { send in
          Task { await send("1") }
          await send("2")
        }
      ]
    },
    Self("an awaited task", .accelerated, ["12", "21"]) {
      [
        { send in
          let task = Task { await send("1") }
          await send("2")
          await task.value
        }
      ]
    },
    Self("a detached task", .accelerated, ["12", "21"]) {
      [
        { send in
          Task.detached { await send("1") }
          await send("2")
        }
      ]
    },
  ]

  /// The jobs of the actor run on the thread of any test that uses it.
  fileprivate static let shared = Self("effects on an actor of several tests", .unknown, merged) {
    [sendingOnShared("1", "2"), sendingOnShared("3", "4")]
  }

  private static let elsewhere = [
    shared,
    // The scheduler notices where two runs differ, because an effect on the main actor arrives at any time.
    Self("an effect on the main actor beside another", .unknown, merged) {
      [sendingOnMain("1", "2"), sending("3", "4")]
    },
    // Which of the two waits first depends on threads, and both have the name of the effect.
    Self("an async let on the main actor", .never, ["12", "21"]) {
      [
        { send in
          async let first: Void = sendOnMainActor("1", send)
          await send("2")
          await first
        }
      ]
    },
    Self("a task on the main actor", .never, ["12", "21"]) {
      [
        { send in
          sendOnMain("1", send)
          await send("2")
        }
      ]
    },
    Self("an actor with its own executor", .never, ["12", "21"]) {
      let actor = QueueActor()
      return [
        { send in
          await actor.work()
          await send("1")
        }, sending("2"),
      ]
    },
    Self("a dispatch queue", .never, ["12", "21"]) {
      [
        { send in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
          }
          await send("1")
        }, sending("2"),
      ]
    },
  ]

  private static func sending(_ letters: String...) -> Operation {
    { send in for letter in letters { await send(letter) } }
  }

  private static func sendingOnShared(_ letters: String...) -> Operation {
    { @Shared send in for letter in letters { await send(letter) } }
  }

  private static func sendingOnMain(_ letters: String...) -> Operation {
    { @MainActor send in for letter in letters { await send(letter) } }
  }
}

/// An actor that parallel tests use.
@globalActor private actor Shared {
  static let shared = Shared()
}

@MainActor private func sendOnMainActor(_ letter: String, _ send: Send<String>) async { await send(letter) }

/// Sends a letter in a task on the main actor.
private func sendOnMain(_ letter: String, _ send: Send<String>) {
  Task { @MainActor in await send(letter) }
}

/// An actor that runs on a dispatch queue.
private actor QueueActor {
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var works = 0

  /// Changes the actor's state, as the optimizer removes the use of an actor that does nothing.
  @inline(never) func work() { works += 1 }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "swift-store-testing.tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
