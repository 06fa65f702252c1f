import StoreCore

extension TestSession {
  /// Starts the effects with which the feature begins, at the line that makes the store.
  func start(_ tree: EffectTree) {
    let node = engine.begin(tree: tree)
    isStarting = engine.isBusy
    if !childStarts.isEmpty { forgottenAtStart = forgottenChildren(since: nil, node) }
  }

  /// Runs what can run of the first effects, before the first input changes anything.
  ///
  /// A store is made without waiting, so their tasks run in the first step. An input that is this step must find what
  /// they have sent unasserted, as one that comes later would. A schedule may let it come before what they have left open.
  func settleStart() async {
    isStarting = false
    await environment.settle(nil, .acts)
  }
}

extension EffectProcess {
  /// What the effect follows from, as text.
  var origin: String { message.map { describe($0) } ?? "the start of the store" }
}
