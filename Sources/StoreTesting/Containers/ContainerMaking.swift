import StoreCore
import StoreDependencies

/// Makes a container, and keeps account of the tasks that its initialiser leaves behind.
///
/// They are part of the test like those of a call: they run in its steps, what they do is theirs, and the end waits for them.
///
/// - Parameters:
///   - site: Where the test makes its store.
///   - make: Makes the container.
/// - Returns: The container.
@MainActor
func followingTasks<Container>(madeAt site: CallSite, _ make: () -> Container) -> Container {
  guard let environment = DependencyValues.current.observer as? TestEnvironment else { return make() }
  let token = EffectToken(making: "\(Container.self)", at: site)
  let record = EffectRecord(token: token, origin: EffectOrigin(nil))
  let effect = InFlightEffect(environment: environment, record, startedAt: TestClock.Instant())
  defer {
    token.leave(for: .finished)
    effect.endOperation()
  }
  return EffectLifetime.$current.withValue(EffectLifetime(of: effect)) { make() }
}
