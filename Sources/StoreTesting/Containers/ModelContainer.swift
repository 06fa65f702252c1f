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
  package private(set) weak var model: Model?

  /// The reference by which the container keeps the model, as its view does.
  private var owned: Model?

  private let project: (Model) -> Projection

  /// The environment of the store.
  private weak let environment = DependencyValues.current.observer as? TestEnvironment

  /// Whether the model tells of the changes of its properties.
  private let tellsChanges = Model.self is any Observable.Type

  /// What is known of the change that the model tells now.
  private var change: Change?

  /// What is known of the first change since the last look; nil before it.
  private let nextChange = Mutex<Change?>(nil)

  /// Whether the next change of an observed property is told.
  private var isTracking = false

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
    let told = nextChange.withLock { $0.take() }
    change = Change(author: told?.author ?? effect, isFromOutside: told?.isFromOutside ?? false)
    defer { change = nil }
    guard tellsChanges, told != nil || !isTracking else {
      state = project(model)
      return
    }
    isTracking = true
    state = withObservationTracking {
      project(model)
    } onChange: { [weak self, weak environment] in
      let isFromOutside = environment?.isChangedFromOutside ?? false
      self?.nextChange.withLock { $0 = Change(author: InFlightEffect.runningToken, isFromOutside: isFromOutside) }
      // The main actor runs this after the job that makes the change, and before those that the job enqueues.
      Task { @MainActor in self?.look(after: nil) }
    }
  }

  var author: EffectToken? { change?.author }

  var isChangedFromOutside: Bool { change?.isFromOutside ?? false }
}

/// What is known of a change of a model.
private struct Change: Sendable {
  /// The effect that has made it.
  let author: EffectToken?

  /// Whether neither the test nor an effect has made it.
  let isFromOutside: Bool
}

extension ModelContainer: ModelStandIn, WatchedModel {
  var taskHandles: TaskHandles {
    var handles = TaskHandles()
    if let model { handles.add(from: model) }
    return handles
  }
}
