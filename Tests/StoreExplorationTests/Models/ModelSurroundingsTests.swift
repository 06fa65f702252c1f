import Observation
import StoreTesting
import TestSupport
import Testing

@testable import StoreExploration

/// Mutants of what a model gets from outside: the answers of gates, the elements of streams, and its sleeps.
@MainActor
@Suite struct ModelSurroundingsTests {
  /// A test of a list with pages, which asserts what the answers change, or leaves it out.
  private func loadPages(_ exhaustivity: Exhaustivity, assertsPages: Bool = true) async {
    let load = Gate<Int, [Int], any Error>("load")
    let store = TestStore(of: PagesModel { try await load($0) }, projection: ShownPages.init)
    store.exhaustivity = exhaustivity
    await store.call { $0.loadMore() }
    await store.receiveChange { $0.isLoading = true }
    await load.succeed(with: [1])
    if assertsPages {
      await store.receiveChange {
        $0.items = [1]
        $0.isLoading = false
      }
    }
    await store.call { $0.loadMore() }
    if assertsPages { await store.receiveChange { $0.isLoading = true } }
    await load.succeed(with: [2])
    if assertsPages {
      await store.receiveChange {
        $0.items = [1, 2]
        $0.isLoading = false
      }
    }
    await store.finish()
  }

  @Test func `an exhaustive test notices each change of an answer`() async throws {
    let report = try await checkMutants(of: PagesModel.self) { await self.loadPages(.on) }
    #expect(report.kinds.first { $0.kind == "answers" }?.count == 4)
    #expect(report.survivors.isEmpty)
  }

  @Test func `a test that doesn't look at the pages misses changes of answers`() async throws {
    let report = try await checkMutants(of: PagesModel.self, minimumScore: 0) {
      await self.loadPages(.off, assertsPages: false)
    }
    let survivors = report.survivors.filter { $0.text.contains("answer") }
    #expect(
      survivors.map(\.text) == [
        "In \"isLoading\", on an answer of 'load': it was an error",
        "In \"isLoading\", on an answer of 'load': the call of 'load' was made twice",
        "In every mode: two answers of 'load' were swapped",
      ]
    )
    #expect(
      survivors[0].advice == """
        await store.receiveChange {
          $0.items = [1]
          $0.isLoading = false
        }
        """
    )
  }

  @Test(
    arguments: [(.on, ["lasted half as long", "was left out"]), (.strict, ["was left out"])]
      as [(Exhaustivity, [String])]
  )
  func `an advance by a fixed time misses shorter pauses, of which a strict test notices some`(
    exhaustivity: Exhaustivity,
    missed: [String]
  ) async throws {
    let report = try await checkMutants(of: PlayerModel.self, minimumScore: 0) {
      let clock = TestClock()
      let store = TestStore(of: PlayerModel(length: 1, clock: clock), projection: \.isPlaying)
      store.exhaustivity = exhaustivity
      await store.call { $0.toggle() }
      await store.receiveChange { $0 = true }
      await clock.advance(by: .seconds(1))
      await store.receiveChange { $0 = false }
      await store.finish()
    }
    #expect(report.survivors.map(\.text) == missed.map { "In every mode: a sleep of 1 s \($0)" })
    #expect(
      report.survivors.map(\.advice)
        == missed.map { _ in "#expect(await clock.advanceToNextDeadline() == .seconds(1))" }
    )
  }

  @Test func `elements of streams, sleeps in endless loops, and tasks of the initialiser are changed`() async throws {
    let report = try await checkMutants(of: Listener.self, minimumScore: 0) {
      let titles = StreamGate<Void, String, Never>("titles")
      let clock = TestClock()
      let store = TestStore(of: Listener(titles: titles, clock: clock), projection: \.titles.count)
      await store.settle()
      await titles.yield("a")
      await store.receiveChange { $0 = 1 }
      #expect(await clock.advanceToNextDeadline() == .seconds(1))
      await store.receiveChange { $0 = 2 }
      await store.call { $0.stop() }
      await store.finish()
    }
    #expect(report.refused.isEmpty)
    #expect(report.kinds.first { $0.kind == "answers" }.map { [$0.count, $0.survivors] } == [3, 0])
    #expect(report.survivors.map(\.text) == [])
  }

  @Test func `a change before the first step is noticed by the first step`() async throws {
    let report = try await checkMutants(of: Listener.self, minimumScore: 0) {
      let titles = StreamGate<Void, String, Never>("titles")
      let store = TestStore(of: Listener(titles: titles, clock: TestClock()), projection: \.titles.count)
      store.exhaustivity = .off
      await store.settle()
      await titles.yield("a")
      await store.call { $0.stop() }
      await store.finish()
    }
    let lost = try #require(report.survivors.first { $0.text.hasSuffix("an element of 'titles': it got lost") })
    #expect(lost.advice == "await store.receiveChange { $0 = 1 }")
  }

  @Test(arguments: [true, false])
  func `an error of a type is taken from the test`(fails: Bool) async throws {
    let report = try await checkMutants(of: Saver.self) {
      let save = Gate<Int, Int, Saver.Full>("save")
      let store = TestStore(of: Saver { number throws(Saver.Full) in try await save(number) }, projection: \.text)
      await store.call { await $0.save(1) }
      await save.succeed(with: 5)
      await store.receiveChange { $0 = "5" }
      if fails {
        await store.call { await $0.save(1) }
        await save.fail(with: Saver.Full())
        await store.receiveChange { $0 = "full" }
      }
      await store.finish()
    }
    #expect(report.untried.count == (fails ? 0 : 1))
    #expect(report.text.contains("or as no test gives an error of the gate:") == !fails)
  }

  @Test func `the report says what no mutant of a model changes`() async throws {
    let report = try await checkMutants(of: PagesModel.self) { await self.loadPages(.on) }
    #expect(
      report.text.contains(
        """
        Mutants of a model come from outside. They don't change:

            • the code of PagesModel itself, such as its conditions and what it cancels
            • elements of streams, as none comes from a gate
            • pauses, as no task sleeps on a test clock
        """
      )
    )
  }

  @Test func `the mutants of a model are the same in each run`() async throws {
    let first = try await checkMutants(of: PagesModel.self) { await self.loadPages(.on) }
    let second = try await checkMutants(of: PagesModel.self) { await self.loadPages(.on) }
    #expect("\(first)" == "\(second)")
  }
}

/// A model that listens from its beginning, and counts in an endless loop.
@MainActor
@Observable
private final class Listener {
  private(set) var titles: [String] = []

  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  init(titles: StreamGate<Void, String, Never>, clock: any Clock<Duration>) {
    tasks = [
      Task { for await title in titles() { self.titles.append(title) } },
      Task {
        while !Task.isCancelled {
          guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
          self.titles.append("tick")
        }
      },
    ]
  }

  func stop() { for task in tasks { task.cancel() } }
}

/// A model with a client that throws errors of one type.
@MainActor
@Observable
private final class Saver {
  struct Full: Error {}

  private(set) var text = ""

  private let save: @Sendable (Int) async throws(Full) -> Int

  init(save: @escaping @Sendable (Int) async throws(Full) -> Int) { self.save = save }

  func save(_ number: Int) async {
    do {
      text = "\(try await save(number))"
    } catch {
      text = "full"
    }
  }
}
