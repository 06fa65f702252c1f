public import StoreCore
import StoreRuntime
import Synchronization

/// An actor that is no container, as a container whose state is what the test asserts of the actor.
///
/// `TestStore(of:projection:)` uses it. The state is set after each job that may have changed the actor.
public final class ActorContainer<Model: Actor, Projection: Equatable & Sendable>: StateStore<Projection, Never> {
  package nonisolated let model: Model

  private let project: @Sendable (Model) async -> Projection

  private(set) var author: EffectToken?

  init(_ model: Model, _ project: @escaping @Sendable (Model) async -> Projection) {
    self.model = model
    self.project = project
    var state: Projection?
    // An actor with an executor of its own answers from another thread.
    while state == nil { state = Self.read(model, project) }
    super.init(state: state!)
  }

  /// Reads the actor at once; nil if it is busy.
  ///
  /// The actor runs in the store's own queue, so it is idle between two items.
  private static func read(
    _ model: Model,
    _ project: @escaping @Sendable (Model) async -> Projection
  ) -> Projection? {
    let executor = ManualExecutor()
    let result = ReadResult<Projection>()
    _ = executor.start { [model] in
      let projection = await project(model)
      result.value.withLock { $0 = projection }
    }
    executor.run()
    return result.value.withLock(\.self)
  }
}

/// The result of reading an actor.
private final class ReadResult<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

extension ActorContainer: ModelStandIn, WatchedModel {
  func look(after effect: EffectToken?) {
    author = effect
    if let projection = Self.read(model, project) { state = projection }
    author = nil
  }

  var isChangedFromOutside: Bool { false }

  var taskHandles: TaskHandles { TaskHandles() }
}
