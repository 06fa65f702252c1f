package import StoreCore

/// What a running effect waits for.
package struct EffectWait {
  package let token: EffectToken

  /// The message that started the effect.
  package let origin: EffectOrigin

  package let wait: EffectSnapshot.Wait

  /// The number of messages that the effect has sent.
  package let feedbackCount: Int
}
