import StoreCore
import StoreDependencies

extension TestSession {
  /// Takes over what a container does.
  @MainActor
  func follow<Container, State, Output>(
    _ container: Container
  ) where Feature == ContainerFeature<Container, State, Output> {
    // What the initialiser has emitted is heard by the first subscriber, if the container keeps it.
    for output in container.keptOutputs { perform(.output(output), on: nil) }
    container.observer = { [weak self] event in
      guard let self else { return }
      let effect = InFlightEffect.runningToken
      let wasTaken = environment.executor.post { [weak self] in self?.enter(event, from: effect) }
      if !wasTaken { reportLate(event, by: effect) }
    }
    // Tasks of the initialiser run in the first step, as the first effects of a reducer do.
    isStarting = hasEffects
  }

  /// Lets go of the event of the effect that a call is: the test has named it by making it.
  func nameCall(at site: CallSite) {
    guard let index = unasserted.firstIndex(where: { $0.startedEffect?.description.site == site }) else { return }
    _ = unasserted.take(at: index)
  }

  /// Takes over something that a container has done, on the thread that drains the queue.
  private func enter<Container, State, Output>(
    _ event: ContainerEvent<State, Output>,
    from effect: EffectToken?
  ) where Feature == ContainerFeature<Container, State, Output> {
    switch (event, effect) {
    case (.changed(let old, let new), let effect?) where !effect.isCancelled:
      enter(ContainerChange(old: old, state: new), from: effect)
    case (.changed(let old, let new), let effect):
      // What a cancelled call sends is no message that could be dropped: the state has changed, and stays so.
      let tree = engine.makeTree(site: effect?.tree.site ?? environment.step)
      engine.take(ContainerChange(old: old, state: new), in: tree)
    case (.emitted(let output), _): perform(.output(output), on: nil)
    }
  }

  /// Reports something that a container has done after the end.
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
      "\(subject) \(what) after its store had come to an end.",
      details: origin + "Wait for it before the test ends, or cancel it.",
      by: effect
    )
  }
}
