import StoreDependencies

extension EffectEngine {
  /// What the feature's effects consist of.
  typealias Node = EffectNode<Feature.Feedback, Feature.Output>

  /// What is left to do while an effect starts.
  ///
  /// Effects may nest deeper than the stack is, so they are started with a list of steps, and not by calls within calls.
  enum Step {
    /// Start an effect.
    case start(Node, EffectContext)

    /// Leave a scope, in which everything has started.
    case leave(CancellationScope)

    /// Go on with a chain.
    case proceed(Chain<Node>)

    /// Go on with a chain if nothing of its last effect is under way, as all of it has started.
    case seal(Chain<Node>)
  }

  /// Starts an effect.
  func start(_ node: Node, _ context: EffectContext) {
    perform(.start(node, context))
  }

  /// Notes that something that a chain waits for has ended, and goes on with the chain if that was the last.
  func leave(_ join: Join) {
    if join.leave() { perform(.proceed(chain(of: join))) }
  }

  /// Takes a step, and those that follow from it, the newest first.
  private func perform(_ step: Step) {
    var steps = [step]
    while let step = steps.popLast() {
      switch step {
      case .start(let node, let context): start(node, context, &steps)
      case .leave(let scope): scope.leave()
      case .proceed(let chain): proceed(chain, &steps)
      case .seal(let chain): if chain.leave() { steps.append(.proceed(chain)) }
      }
    }
  }

  /// Starts an effect, or adds the steps that do it.
  private func start(_ node: Node, _ context: EffectContext, _ steps: inout [Step]) {
    guard !context.isCancelled else { return }
    guard !context.isGone else { return emitLastOutputs(of: node, context) }
    switch node {
    case .none: break
    case .output(let output):
      delegate?.engineDidEmit(output)
      tell(.output(output))
    case .feedback(let feedback, let description): feed(feedback, description, context)
    case .run(let work): run(work, context)
    case .merge(let parts): for node in parts[...].reversed() { steps.append(.start(node, context)) }
    case .concatenate(let parts):
      context.scope?.enter()
      context.join?.enter()
      context.tree.enter()
      steps.append(.proceed(Chain(parts[...], context)))
    case .cancel(let id): if let group = groups.find(context.identifier(id)) { cancel(group, by: context.cause) }
    case .cancellable(let node, let id, let cancelInFlight):
      let group = groups.make(context.identifier(id))
      if cancelInFlight { cancel(group, by: context.cause, sparing: context.scope) }
      steps.append(.start(node, open(group, context, &steps)))
    case .throttle(let node, let id, let interval, let latest, let site):
      for node in throttled(node, id, interval, latest: latest, site: site, context).reversed() {
        steps.append(.start(node, context))
      }
    case .openThrottle(let id, let interval):
      context.surroundings?.child?.keep()
      openThrottle(context.identifier(id), interval, on: clock(context))
    case .child(let node, let place):
      let (node, context) = enter(place, node, context, &steps)
      steps.append(.start(node, context))
    case .said(let node): steps.append(.start(node, context.outsideChild))
    case .overriding(let node, let override): steps.append(.start(node, context.overriding(override)))
    }
  }

  /// Opens a scope of an id, to be left when everything in it has started.
  ///
  /// - Returns: The place within the scope.
  func open(_ group: CancellationGroup, _ context: EffectContext, _ steps: inout [Step]) -> EffectContext {
    let scope = groups.scope(of: group, within: context.scope)
    scope.enter()
    steps.append(.leave(scope))
    return context.within(scope)
  }

  /// Starts the task of an effect.
  private func run(_ work: EffectWork<Feature.Feedback>, _ context: EffectContext) {
    guard let host else { return }
    lastEffect += 1
    let token = EffectToken(id: lastEffect, description: work.description, tree: context.tree)
    let record = EffectRecord(token: token, cause: context.cause, scope: context.scope, join: context.join)
    live.append(record)
    context.tree.enter()
    context.scope?.enter(record)
    context.join?.enter()
    let process = EffectProcess<Feature>(record: record)
    delegate?.engineDidStart(process)
    tell(.started(process))
    let inForce = isInForce && context.surroundings == nil
    let task = host.launch(token, work, dependencies: inForce ? nil : context.dependencies(over: provided))
    record.task = task
    context.tree.add(task, id: token.id)
  }

  /// Goes on with a chain: starts its next effect, or ends it.
  private func proceed(_ chain: Chain<Node>, _ steps: inout [Step]) {
    let context = chain.context
    if !context.isCancelled, let next = chain.next() {
      chain.enter()
      steps.append(.seal(chain))
      steps.append(.start(next, context.joined(to: chain)))
      return
    }
    context.tree.leave()
    if let scope = context.scope { steps.append(.leave(scope)) }
    if let join = context.join, join.leave() { steps.append(.proceed(self.chain(of: join))) }
  }

  /// The chain that waits.
  private func chain(of join: Join) -> Chain<Node> {
    guard let chain = join as? Chain<Node> else {
      preconditionFailure("An engine starts the effects of its own feature only.")
    }
    return chain
  }
}
