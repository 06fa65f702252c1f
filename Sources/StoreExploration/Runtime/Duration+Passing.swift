import StoreTesting

extension Duration {
  /// The duration in a sentence: `300 ms pass`.
  var passing: String { "\(text) \(self == .seconds(1) || self == .milliseconds(1) ? "passes" : "pass")" }
}
