public import Observation
public import StoreCore

/// A model that is no container, as a container whose state is what the test asserts of the model.
///
/// `TestStore(of:projection:)` uses it. The state is set after a job that changes the model, so it never shows values
/// between two assignments, as a view doesn't.
public final class ModelContainer<Model: AnyObject & Observable, Projection: Equatable & Sendable>: StateStore<
  Projection, Never
>
{
  let model: Model

  private let project: (Model) -> Projection

  init(_ model: Model, _ project: @escaping (Model) -> Projection) {
    self.model = model
    self.project = project
    super.init(state: project(model))
    look()
  }

  /// Sets the state to what the model shows now, and looks again after the next job that changes it.
  ///
  /// The model isn't read while it changes, as its properties may be in exclusive use.
  func look() {
    state = withObservationTracking {
      project(model)
    } onChange: { [weak self] in
      // The main actor runs this after the job that makes the change, and before those that the job enqueues.
      Task { @MainActor in self?.look() }
    }
  }
}
