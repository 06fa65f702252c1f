import StoreDependencies
import StoreTesting

/// Returns a share between 0 and 1. Any other number is a failure, and counts as 1.
///
/// - Parameters:
///   - share: The share.
///   - parameter: The name of the parameter.
///   - site: The line that passes it.
func checkedShare(_ share: Double, _ parameter: String, at site: CallSite) -> Double {
  if (0...1).contains(share) { return share }
  reportMisuse(
    "The parameter '\(parameter)' is \(share), which is no share between 0 and 1.",
    details: "It counts as 1.",
    at: site
  )
  return 1
}

/// Formats a share as a percentage.
func percentage(_ share: Double) -> String {
  let tenths = Int((share * 1_000).rounded(.down))
  return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
}
