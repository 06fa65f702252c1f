import StoreCore
import StoreDependencies

extension TestSession {
  /// Starts the effects with which the feature begins, at the line that makes the store.
  func start(_ site: CallSite) {
    let node = engine.begin(in: engine.makeTree(site: site))
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

extension EffectOrigin {
  /// What an effect follows from, as text.
  var text: String { message.map { describe($0) } ?? "the start of the store" }
}
