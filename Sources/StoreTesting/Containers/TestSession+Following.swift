import StoreCore
import StoreDependencies

extension TestSession {
  /// Records the events of a container.
  @MainActor
  func follow<Container, State, Output>(
    _ container: Container
  ) where Feature == ContainerFeature<Container, State, Output> {
    var isBeginning = true
    let model = container as? any WatchedModel
    if let model { environment.watch.set(model) }
    container.observe { [weak self, weak model] event in
      guard let self else { return }
      // Outputs of the initialiser, which the container keeps for the first subscriber.
      if isBeginning, case .emitted(let output) = event { return perform(.output(output), on: nil) }
      let effect = model?.author ?? InFlightEffect.runningToken
      if model?.isChangedFromOutside ?? false { reportOutsideChange(event) }
      let wasTaken = environment.executor.post { [weak self] in self?.enter(event, from: effect) }
      if !wasTaken { reportLate(event, by: effect) }
    }
    isBeginning = false
    // Tasks of the initialiser run in the first step, like the start effects of a reducer.
    isStarting = hasEffects
  }

  /// Removes the start of the effect that runs a call: the call itself asserts it.
  func nameCall(at site: CallSite) {
    judge.nameEffect { $0.site == site }
  }

  /// Records an event of a container, on the thread that drains the queue.
  private func enter<Container, State, Output>(
    _ event: ContainerEvent<State, Output>,
    from effect: EffectToken?
  ) where Feature == ContainerFeature<Container, State, Output> {
    switch (event, effect) {
    case (.changed(let old, let new), let effect?) where !effect.isCancelled:
      enter(ContainerChange(old: old, state: new), from: effect)
    case (.changed(let old, let new), let effect):
      // The state has changed even if the call was cancelled, so the message can't be dropped.
      let group = engine.makeGroup(site: effect?.group.site ?? environment.step)
      engine.take(ContainerChange(old: old, state: new), in: group)
    case (.emitted(let output), _): perform(.output(output), on: nil)
    }
  }

  /// Reports a change of a model that no call and no task of one has made.
  private func reportOutsideChange<State, Output>(_ event: ContainerEvent<State, Output>) {
    guard case .changed(_, let state) = event, !environment.isEnded else { return }
    environment.fail(
      .lateFeedback,
      "Code outside of the test has changed the model: \(describe(state))",
      details: """
        No call of the test made the change, and no task that a call has started. It came between two steps, from a callback \
        such as that of a timer or a notification, or from another task.

        Pass the source of these events to the model, as a stream or a client, and let the test drive it.
        """
    )
  }

  /// Reports an event of a container after the end.
  private func reportLate<Container, State, Output>(
    _ event: ContainerEvent<State, Output>,
    by effect: EffectToken?
  ) where Feature == ContainerFeature<Container, State, Output> {
    let what =
      switch event {
      case .changed(_, let state): "changed the state to \(describe(state))"
      case .emitted(let output): "emitted \(describe(output))"
      }
    let subject = effect.map { "The call \($0.description.title)" } ?? "A task that the store doesn't know"
    let origin = effect.map { "It was made at \($0.description.site). " } ?? ""
    environment.failLate(
      .lateFeedback,
      "\(subject) \(what) after its store had ended.",
      details: origin + "Wait for it before the test ends, or cancel it.",
      by: effect
    )
  }
}

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
  defer { effect.endOperation() }
  return TaskLifetime.$current.withValue(TaskLifetime(of: effect)) { make() }
}
