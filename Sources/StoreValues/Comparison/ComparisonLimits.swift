/// The limits of a comparison.
package struct ComparisonLimits {
  /// The greatest number of listed changes; further ones are only counted.
  var changes = 50

  /// The greatest number of visited values. Beyond it, two values that `==` calls equal count as unchanged.
  var values = 20_000

  /// The greatest nesting depth.
  var depth = 60
}
