import Observation
public import StoreCore
import StoreDependencies
import StoreRuntime
import Synchronization

/// A model that is no container, as a container whose state is what the test asserts of the model.
///
/// `TestStore(of:projection:)` uses it. The state is set after a job that changes the model, so it never shows values
/// between two assignments, as a view doesn't.
public final class ModelContainer<Model: AnyObject, Projection: Equatable & Sendable>: StateStore<Projection, Never> {
  /// The model, while it exists.
  private(set) weak var model: Model?

  /// The reference by which the container keeps the model, as its view does.
  private var owned: Model?

  private let project: (Model) -> Projection

  /// The environment of the store.
  private weak let environment = DependencyValues.current.observer as? TestEnvironment

  /// Whether the model tells of the changes of its properties.
  private let tellsChanges = Model.self is any Observable.Type

  private(set) var author: EffectToken?

  private(set) var isChangedFromOutside = false

  /// Whether the next change of an observed property leads to a look.
  private let isTracking = Atomic(false)

  init(_ model: Model, _ project: @escaping (Model) -> Projection) {
    self.model = model
    owned = model
    self.project = project
    super.init(state: project(model))
    look(after: nil)
  }

  /// Releases the model, as its view would.
  func release() { owned = nil }

  /// Sets the state to what the model shows now, and looks again after the next job that changes it.
  ///
  /// The model isn't read while it changes, as its properties may be in exclusive use.
  func look(after effect: EffectToken?) {
    guard let model else { return }
    author = effect
    defer { author = nil }
    guard tellsChanges, !isTracking.exchange(true, ordering: .relaxed) else {
      state = project(model)
      return
    }
    state = withObservationTracking {
      project(model)
    } onChange: { [weak self, weak environment] in
      let isFromOutside = environment?.isChangedFromOutside ?? false
      // The main actor runs this after the job that makes the change, and before those that the job enqueues.
      Task { @MainActor in
        guard let self else { return }
        self.isTracking.store(false, ordering: .relaxed)
        self.isChangedFromOutside = isFromOutside
        self.look(after: nil)
        self.isChangedFromOutside = false
      }
    }
  }
}

extension ModelContainer: ModelStandIn, WatchedModel {
  var taskHandles: TaskHandles {
    var handles = TaskHandles()
    if let model { handles.add(from: model) }
    return handles
  }
}
