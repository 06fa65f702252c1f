extension TestStore {
  /// Refuses a projection to a tuple, which isn't `Equatable`.
  @available(
    *,
    unavailable,
    message: "A tuple isn't 'Equatable'. Return a structure of the test, with a name for each value."
  )
  @MainActor
  public convenience init<Model, First, Second>(
    of model: @autoclosure () -> Model,
    projection: @escaping @MainActor (Model) -> (First, Second)
  ) where Feature == ContainerFeature<ModelContainer<Model, Never>, Never, Never> {
    preconditionFailure("Unavailable code can't be called.")
  }

  /// Refuses a projection to a tuple, which isn't `Equatable`.
  @available(
    *,
    unavailable,
    message: "A tuple isn't 'Equatable'. Return a structure of the test, with a name for each value."
  )
  @MainActor
  public convenience init<Model, First, Second, Third>(
    of model: @autoclosure () -> Model,
    projection: @escaping @MainActor (Model) -> (First, Second, Third)
  ) where Feature == ContainerFeature<ModelContainer<Model, Never>, Never, Never> {
    preconditionFailure("Unavailable code can't be called.")
  }

  /// Refuses a projection of an actor to a tuple, which isn't `Equatable`.
  @available(
    *,
    unavailable,
    message: "A tuple isn't 'Equatable'. Return a structure of the test, with a name for each value."
  )
  @MainActor
  public convenience init<Model: Actor, First, Second>(
    of model: @autoclosure () -> Model,
    projection: @escaping @Sendable (Model) async -> (First, Second)
  ) where Feature == ContainerFeature<ActorContainer<Model, Never>, Never, Never> {
    preconditionFailure("Unavailable code can't be called.")
  }
}
