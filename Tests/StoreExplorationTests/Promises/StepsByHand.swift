@testable import StoreExploration

extension PromiseFacts.Step {
  /// Makes the step of an input, which does something if it leads elsewhere, or starts or cancels effects.
  static func byInput(
    _ name: String,
    _ from: Int,
    _ to: Int,
    starting: [String] = [],
    cancelling: [String] = [],
    survivors: [Int?] = []
  ) -> Self {
    Self(
      from: from,
      to: to,
      number: 0,
      input: name,
      started: starting,
      startedLabels: starting,
      cancelled: cancelling,
      isChange: from != to,
      isEffective: from != to || !starting.isEmpty || !cancelling.isEmpty,
      survivors: survivors
    )
  }

  /// Makes the step in which the call of an effect is answered, and the effect sends a message.
  ///
  /// - Parameters:
  ///   - label: The label of the effect, and the call.
  ///   - from: The situation before.
  ///   - to: The situation after.
  ///   - message: The message.
  ///   - command: The name of the effect, if its call returns nothing.
  ///   - isFailure: Whether the call fails.
  ///   - isElement: Whether it is a stream, and has a new element.
  ///   - starting: The effects that start.
  ///   - survivors: The effect after the step for each effect before it.
  static func byEffect(
    _ label: String,
    _ from: Int,
    _ to: Int,
    saying message: String = "answered",
    command: String? = nil,
    isFailure: Bool = false,
    isElement: Bool = false,
    starting: [String] = [],
    survivors: [Int?] = []
  ) -> Self {
    Self(
      from: from,
      to: to,
      number: 0,
      isFailure: isFailure,
      isElement: isElement,
      call: label.hasSuffix(")") ? label : "\(label)()",
      command: command,
      messages: [(name: message, sender: label)],
      started: starting,
      startedLabels: starting,
      isChange: from != to,
      isEffective: true,
      survivors: survivors
    )
  }
}
