@testable import StoreExploration

extension PromiseFacts.Step {
  /// Makes the step of an input, or of time.
  ///
  /// - Parameters:
  ///   - name: The name of the input; nil for time.
  ///   - from: The situation before.
  ///   - to: The situation after.
  ///   - number: The position of the step among those of its situation.
  ///   - starting: The effects that start.
  ///   - labels: Their labels, if they are not the names.
  ///   - cancelling: The effects that are cancelled.
  ///   - isChange: Whether it changes the state. By default, it does so if it leads elsewhere.
  ///   - isEffective: Whether it does something. By default, it does so if it leads elsewhere, or starts or cancels effects.
  ///   - survivors: The effect after the step for each effect before it.
  static func byInput(
    _ name: String?,
    _ from: Int,
    _ to: Int,
    number: Int = 0,
    starting: [String] = [],
    labels: [String]? = nil,
    cancelling: [String] = [],
    isChange: Bool? = nil,
    isEffective: Bool? = nil,
    survivors: [Int?] = []
  ) -> Self {
    Self(
      from: from,
      to: to,
      number: number,
      input: name,
      started: starting,
      startedLabels: labels ?? starting,
      cancelled: cancelling,
      isChange: isChange ?? (from != to),
      isEffective: isEffective ?? (from != to || !starting.isEmpty || !cancelling.isEmpty),
      survivors: survivors
    )
  }

  /// Makes the step in which an effect sends a message, as its call is answered, or its wait ends.
  ///
  /// - Parameters:
  ///   - label: The label of the effect.
  ///   - from: The situation before.
  ///   - to: The situation after.
  ///   - number: The position of the step among those of its situation.
  ///   - message: The message.
  ///   - call: The call. By default, it is the label.
  ///   - command: The name of the effect, if its call returns nothing.
  ///   - isWake: Whether a wait ends, and no call is answered.
  ///   - isFailure: Whether the call fails.
  ///   - isElement: Whether it is a stream, and has a new element, or ends.
  ///   - endsStream: Whether the stream ends.
  ///   - starting: The effects that start.
  ///   - cancelling: The effects that are cancelled.
  ///   - isChange: Whether it changes the state. By default, it does so if it leads elsewhere.
  ///   - isEffective: Whether it does something.
  ///   - survivors: The effect after the step for each effect before it.
  static func byEffect(
    _ label: String,
    _ from: Int,
    _ to: Int,
    number: Int = 0,
    saying message: String = "answered",
    call: String? = nil,
    command: String? = nil,
    isWake: Bool = false,
    isFailure: Bool = false,
    isElement: Bool = false,
    endsStream: Bool = false,
    starting: [String] = [],
    cancelling: [String] = [],
    isChange: Bool? = nil,
    isEffective: Bool = true,
    survivors: [Int?] = []
  ) -> Self {
    var step = byInput(
      nil,
      from,
      to,
      number: number,
      starting: starting,
      cancelling: cancelling,
      isChange: isChange,
      isEffective: isEffective,
      survivors: survivors
    )
    (step.isFailure, step.isElement, step.endsStream) = (isFailure, isElement, endsStream)
    step.call = isWake ? nil : call ?? (label.hasSuffix(")") ? label : "\(label)()")
    step.command = command
    step.messages = [(name: message, sender: label)]
    return step
  }
}
