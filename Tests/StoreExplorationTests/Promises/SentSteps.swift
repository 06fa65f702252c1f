@testable import StoreExploration

extension PromiseFacts.Step {
  /// Makes the step of an input, or of time.
  ///
  /// - Parameters:
  ///   - from: The situation before.
  ///   - to: The situation after. If it is the same, the step does nothing.
  ///   - input: The input; nil for time.
  ///   - started: The effects that start.
  ///   - cancelled: The effects that are cancelled.
  init(_ from: Int, _ to: Int, by input: String?, starting started: [String] = [], cancelling cancelled: [String] = [])
  {
    self.init(
      from: from,
      to: to,
      number: 0,
      input: input,
      started: started,
      startedLabels: started,
      cancelled: cancelled,
      isChange: from != to,
      isEffective: from != to
    )
  }

  /// Makes the step in which the only running effect sends a message, and ends or goes on.
  init(_ from: Int, _ to: Int, sentBy effect: String, call: String? = nil, starting started: [String] = []) {
    self.init(
      from: from,
      to: to,
      number: 0,
      call: call,
      messages: [(name: "answered", sender: effect)],
      started: started,
      startedLabels: started,
      isChange: from != to,
      isEffective: true,
      survivors: [nil]
    )
  }
}
