import StoreCore
import StoreDependencies

extension TestSession {
  /// Starts the effects of the feature's `start`, at the line that creates the store.
  ///
  /// - Returns: The group of all work that follows.
  func start(_ site: CallSite) -> EffectGroup {
    let group = engine.makeGroup(site: site)
    let node = engine.begin(in: group)
    isStarting = !engine.effects.isEmpty
    if !childStarts.scopes.isEmpty { childStarts.forgottenAtStart = forgottenChildren(since: nil, node) }
    return group
  }

  /// Runs the start effects, before the first input changes the state.
  ///
  /// The store's initialiser is synchronous, so the effects' tasks run in the first step. If that step is an input,
  /// their feedback must count as unasserted before it. A scheduler may run the input before the events that these
  /// effects have left open.
  func settleStart() async {
    isStarting = false
    await environment.settle(nil, .acts)
  }
}

extension EffectOrigin {
  /// The origin of an effect, as text.
  var text: String { message.map { describe($0) } ?? "the start of the store" }
}
