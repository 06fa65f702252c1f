import Synchronization
import TestSupport
import Testing

@testable import StoreTesting

/// A model that counts how often its store looks at it.
@MainActor
private final class Witness: WatchedModel {
  private(set) var looks = 0

  private let work: (Int) -> Void

  init(_ work: @escaping (Int) -> Void = { _ in }) { self.work = work }

  func look(after effect: EffectToken?) {
    looks += 1
    work(looks)
  }

  let author: EffectToken? = nil

  let isChangedFromOutside = false

  /// What happens while the handles are read.
  var onHandles: () -> Void = {}

  var taskHandles: TaskHandles {
    onHandles()
    return TaskHandles()
  }
}

/// How a store runs its work while it looks at a model.
@MainActor
@Suite struct WatchedRunTests {
  private let store = TestStore(initialState: Runner.State()) { Runner() }

  /// What a run does.
  fileprivate nonisolated struct Run: Equatable {
    let done: Int?
    let rest: Int
    let looks: Int
  }

  /// The work of a run, and what it does with it.
  fileprivate nonisolated struct Case {
    let items: Int
    let budget: Int
    let run: Run
  }

  fileprivate nonisolated static let cases = [
    Case(items: 0, budget: 5, run: Run(done: 0, rest: 5, looks: 2)),
    Case(items: 3, budget: 5, run: Run(done: 3, rest: 2, looks: 5)),
    Case(items: 3, budget: 2, run: Run(done: 2, rest: 0, looks: 3)),
    Case(items: 0, budget: 0, run: Run(done: 0, rest: 0, looks: 1)),
  ]

  /// Runs the store's work, and looks at a model meanwhile.
  private func run(_ budget: Int, watching model: Witness) async -> Run {
    let (done, rest) = await store.session.environment.drain(budget, watching: model)
    return Run(done: done, rest: rest, looks: model.looks)
  }

  @Test(arguments: cases)
  fileprivate func `a run looks at its model after each item, and once more if any may follow`(example: Case) async {
    for _ in 0..<example.items { _ = store.session.environment.executor.post {} }
    #expect(await run(example.budget, watching: Witness()) == example.run)
    await store.finish()
  }

  @Test func `a run looks once more after an item that arrives in its last turn`() async {
    let executor = store.session.environment.executor
    let model = Witness { if $0 == 2 { _ = executor.post {} } }
    #expect(await run(5, watching: model) == Run(done: 1, rest: 4, looks: 4))
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `a store without work looks at its model once more, and sees whether that has changed`(changes: Bool) async {
    let environment = store.session.environment
    let model = Witness { _ in if changes { _ = environment.executor.post {} } }
    environment.watch.set(model)
    #expect(await environment.lookAgain() == changes)
    #expect(model.looks == 1)
    withExtendedLifetime(model) {}
  }

  /// Runs the store's work as code does that is on no actor.
  @concurrent private nonisolated static func settle(_ environment: TestEnvironment) async {
    await environment.settle()
  }

  @Test func `a store looks at its model after each item also if code off the main actor makes the step`() async {
    let environment = store.session.environment
    let model = Witness()
    environment.watch.set(model)
    for _ in 0..<3 { _ = environment.executor.post {} }
    await Self.settle(environment)
    #expect(model.looks > 3)
    withExtendedLifetime(model) {}
  }

  @Test(.accelerated) func `work that arrives while the handles of a model are read may come from a callback`() async {
    let shared = Mutex<Task<Void, Never>?>(nil)
    let holding = TestStore(initialState: Runner.State()) {
      Runner { _ in
        let task = Task { _ = try? await sleep(for: .seconds(1)) }
        shared.withLock { $0 = task }
        await task.value
      }
    }
    await holding.send(.go)
    let environment = holding.session.environment
    #expect(environment.inFlightEffects.mayAnyResumeFromCallback)
    let model = Witness()
    model.onHandles = { _ = environment.executor.post {} }
    environment.watch.set(model)
    #expect(await environment.mayResumeFromCallback())
    model.onHandles = {}
    shared.withLock { $0 = nil }
    await holding.clock.advance(by: .seconds(1))
    await holding.receiveEffect("work")
    await holding.finish()
    withExtendedLifetime(model) {}
  }
}
