package import StoreDependencies

extension EffectToken {
  /// Makes the identity of work that no engine has started: that which begins while a container is being made.
  ///
  /// Its record is there until ``endMaking()``, for whoever keeps account of the work.
  ///
  /// - Parameters:
  ///   - name: What failures call the work.
  ///   - site: Where the container is made.
  package convenience init(making name: String, at site: CallSite) {
    let description = EffectDescription(kind: .run, name: name, payload: nil, site: site)
    self.init(id: 0, description: description, tree: EffectTree(site: site))
    record = EffectRecord(token: self, cause: EffectCause(), scope: nil, join: nil)
  }

  /// Notes that the container is made, so that only work goes on which that has left behind.
  package func endMaking() {
    leave(for: .finished)
    record = nil
  }
}
