@testable import StoreExploration

extension PromiseFacts.Step {
  /// Makes the step in which the call of an effect is answered, which changes the state.
  ///
  /// - Parameters:
  ///   - effect: The label of the effect.
  ///   - from: The situation before.
  ///   - to: The situation after.
  ///   - call: The call, if it has arguments.
  ///   - survivors: The effect after the step for each effect before it.
  static func answer(
    of effect: String,
    from: Int,
    to: Int,
    call: String? = nil,
    survivors: [Int?] = [nil]
  ) -> Self {
    Self(
      from: from,
      to: to,
      number: 0,
      call: call ?? "\(effect)()",
      messages: [(name: "answered", sender: effect)],
      isChange: true,
      isEffective: true,
      survivors: survivors
    )
  }
}
