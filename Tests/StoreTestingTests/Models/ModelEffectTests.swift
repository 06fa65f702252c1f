import Observation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// A model that keeps the task that it has started, so that it can cancel it.
@MainActor
@Observable
private final class LoadingModel {
  var count = 0

  private(set) var task: Task<Void, Never>?

  private let load: @Sendable () async -> Int

  init(load: @escaping @Sendable () async -> Int) { self.load = load }

  func start() { task = Task { count = await load() } }
}

/// A model that doesn't tell of its changes.
@MainActor
private final class Lamp {
  var isOn = false
}

/// What a store and its container know of the effects of a model.
@MainActor
@Suite struct ModelEffectTests {
  private let effect = EffectToken(
    id: 7,
    description: EffectDescription(kind: .run, name: "blink", payload: nil, site: CallSite()),
    group: EffectGroup(site: CallSite())
  )

  @Test func `a container knows the author of a change only while it tells the change`() async {
    let (lamp, tally) = (Lamp(), TallyActor { _ in 0 })
    let model = ModelContainer(lamp) { $0.isOn }
    let actor = ActorContainer(tally) { await $0.counts }
    var authors: [Int?] = []
    model.observe { [unowned model] _ in authors.append(model.author?.id) }
    actor.observe { [unowned actor] _ in authors.append(actor.author?.id) }
    lamp.isOn = true
    model.look(after: effect)
    await tally.count("a")
    // Another thread may still be leaving the actor, and a busy one isn't read.
    for _ in 0..<100_000 where actor.state.isEmpty {
      await Task.yield()
      actor.look(after: effect)
    }
    #expect(authors == [7, 7])
    #expect(model.author == nil)
    #expect(actor.author == nil)
  }

  @Test func `without a store, no change of a model counts as one from outside`() async {
    let model = LoadingModel { 1 }
    let container = ModelContainer(model) { $0.count }
    var isFromOutside = [container.isChangedFromOutside]
    container.observe { [unowned container] _ in isFromOutside.append(container.isChangedFromOutside) }
    for count in 1...2 {
      model.count = count
      // The main actor runs jobs in order, so the container has looked before.
      await Task {}.value
      #expect(container.state == count)
    }
    #expect(isFromOutside == [false, false, false])
  }

  @Test func `no callback resumes a task whose handle only its model holds`() async {
    let load = Gate<Void, Int, Never>("load")
    let store = TestStore(of: LoadingModel { await load(()) }, projection: \.count)
    await store.call { $0.start() }
    #expect(await !store.session.environment.mayResumeFromCallback())
    await load.succeed(with: 1)
    await store.receiveChange { $0 = 1 }
    await store.finish()
  }
}
