import StoreCore

extension EffectEngine {
  /// A chain that continues when an effect has ended.
  struct WaitingChain {
    let number: Int
    let rest: ArraySlice<EffectNode>

    /// The ids under which it can be cancelled, from the innermost outwards.
    let identifiers: [EffectIdentifier]
  }

  /// Returns the chains that wait for the end of an effect and have effects left, from the innermost outwards.
  func waitingChains(for effect: Int) -> [WaitingChain] {
    var waiting: [WaitingChain] = []
    var next = place(of: effect)?.chain
    while let number = next, let chain = chain(number) {
      next = chain.place.chain
      guard !chain.rest.isEmpty, !isCancelled(at: chain.place) else { continue }
      waiting.append(WaitingChain(number: number, rest: chain.rest, identifiers: identifiers(around: chain.place)))
    }
    return waiting
  }
}
