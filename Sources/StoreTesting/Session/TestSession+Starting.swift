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
    if !childScopes.isEmpty { childStarts.forgottenAtStart = forgottenChildren(since: nil, node) }
    return group
  }
}
