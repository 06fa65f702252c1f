import StoreTesting
import Synchronization
import TestSupport
import Testing

/// A model that doesn't tell of its changes.
@MainActor
private final class PlainModel {
  private(set) var steps: [String] = []

  var title = "" {
    didSet { steps.append("set \(title)") }
  }

  private var tasks: [Task<Void, Never>] = []

  private let load: @Sendable (String) async -> String

  init(load: @escaping @Sendable (String) async -> String) {
    self.load = load
    tasks.append(Task { steps.append(await load("start")) })
  }

  func run() async {
    steps.append("begun")
    async let first = load("first")
    async let second = load("second")
    let both = await [first, second]
    steps.append(contentsOf: both)
  }

  func runInTasks() {
    tasks.append(
      Task {
        steps.append("task")
        Task {
          self.steps.append("inner")
          Task { self.steps.append("innermost") }
        }
        Task { self.steps.append("beside it") }
      }
    )
  }

  func runDetached() {
    tasks.append(
      Task.detached { [load] in
        let loaded = await load("detached")
        await MainActor.run { self.steps.append(loaded) }
      }
    )
  }
}

/// A model on no actor, which guards its state by a lock.
private final class FreeModel: Sendable {
  private let state = Mutex<[String]>([])

  private let load: @Sendable (String) async -> String

  init(load: @escaping @Sendable (String) async -> String) { self.load = load }

  var steps: [String] { state.withLock(\.self) }

  func run(_ name: String) {
    state.withLock { $0.append("begun") }
    Task {
      let loaded = await load(name)
      state.withLock { $0.append(loaded) }
      await Task.yield()
      state.withLock { $0.append("done") }
    }
  }
}

/// A model whose property has the name of a container's state.
@MainActor
private final class StatefulModel {
  var state = 0
}

@MainActor
@Suite struct UnobservedModelTests {
  private let load = Gate<String, String, Never>("load")

  private func makeStore() async -> TestStore<ContainerFeature<ModelContainer<PlainModel, [String]>, [String], Never>> {
    let store = TestStore(of: PlainModel { [load] in await load($0) }, projection: \.steps)
    await store.settle()
    await load.succeed(with: "started")
    await store.receiveChange { $0 = ["started"] }
    return store
  }

  @Test func `a property is set`() async {
    let store = await makeStore()
    await store.call { $0.title = "A" }
    await store.receiveChange { $0.append("set A") }
    await store.finish()
  }

  @Test func `child tasks`() async {
    let store = await makeStore()
    await store.call { await $0.run() }
    await store.receiveChange { $0.append("begun") }
    await load.pending[1].succeed(with: "2")
    await load.succeed(with: "1")
    await store.receiveChange { $0 += ["1", "2"] }
    await store.finish()
  }

  @Test(arguments: 0..<20) func `each job is a change`(_: Int) async {
    let store = await makeStore()
    await store.call { $0.runInTasks() }
    await store.receiveChange { $0.append("task") }
    await store.receiveChange { $0 += ["inner", "beside it"] }
    await store.receiveChange { $0.append("innermost") }
    await store.finish()
  }

  @Test func `a detached task`() async {
    let store = await makeStore()
    await store.call { $0.runDetached() }
    await load.succeed(with: "d")
    await store.receiveChange { $0.append("d") }
    await store.finish()
  }

  @Test(.accelerated, arguments: 0..<20) func `a model on no actor`(_: Int) async {
    let store = TestStore(of: FreeModel { [load] in await load($0) }, projection: \.steps)
    await store.call { $0.run("a") }
    await store.receiveChange { $0.append("begun") }
    await load.succeed(with: "a")
    await store.receiveChange { $0.append("a") }
    await store.receiveChange { $0.append("done") }
    await store.finish()
  }

  @Test func `a property with the name of the container's state is set`() async {
    let store = TestStore(of: StatefulModel(), projection: \.state)
    await store.call { $0.state = 1 }
    await store.receiveChange { $0 = 1 }
    await store.finish()
  }

  @Test func `a forgotten change`() async {
    let failures = await recordingFailures {
      let store = await makeStore()
      await store.call { $0.title = "A" }
      await store.finish()  // Fails: unhandledFeedback
    }
    #expect(failures.locations == markedFailures())
  }
}
