import StoreCore
import StoreDependencies

/// Calls a closure that makes a container, and tracks the tasks that the container's initialiser starts.
///
/// The tasks belong to the test like those of a call: they run in its steps, and the end of the test waits for them.
///
/// - Parameters:
///   - site: The line that creates the test store.
///   - make: Makes the container.
/// - Returns: The container.
@MainActor
func followingTasks<Container>(madeAt site: CallSite, _ make: () -> Container) -> Container {
  guard let environment = DependencyValues.current.observer as? TestEnvironment else { return make() }
  let description = EffectDescription(
    kind: .run,
    name: shortName(of: classInTexts(Container.self)),
    payload: nil,
    site: site
  )
  let token = EffectToken(id: 0, description: description, group: EffectGroup(site: site))
  let record = EffectRecord(token: token, origin: EffectOrigin(nil))
  let effect = InFlightEffect(environment: environment, record, startedAt: TestClock.Instant())
  defer {
    token.leave(for: .finished)
    effect.endOperation()
  }
  return TaskLifetime.$current.withValue(TaskLifetime(of: effect)) { make() }
}
