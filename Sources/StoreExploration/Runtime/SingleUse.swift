/// Whether a value contains something that ends the process if it is used twice: a continuation, a sequence with one
/// consumer, or a closure that may hold either.
///
/// A mutant neither delivers such a value twice, nor takes it from an earlier run.
func isForSingleUse(_ value: Any) -> Bool {
  var search = SingleUseSearch()
  return search.finds(in: value, depth: 0)
}

/// A search for parts of a value that can be used only once.
private struct SingleUseSearch {
  private static let maximumDepth = 8

  /// The number of values that the search may still visit. A value with more parts counts as plain data.
  private var rest = 2_000

  /// The visited objects.
  private var objects: Set<ObjectIdentifier> = []

  mutating func finds(in value: Any, depth: Int) -> Bool {
    guard rest > 0, depth < Self.maximumDepth else { return false }
    rest -= 1
    if value is any SingleUse || value is any AsyncSequence { return true }
    if value is any StringProtocol || value is any BinaryInteger { return false }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == nil, mirror.children.isEmpty { return "\(type(of: value))".contains("->") }
    if mirror.displayStyle == .class, !objects.insert(ObjectIdentifier(value as AnyObject)).inserted { return false }
    var level: Mirror? = mirror
    while let current = level {
      for child in current.children where finds(in: child.value, depth: depth + 1) { return true }
      level = current.superclassMirror
    }
    return false
  }
}

/// A type whose values end the process if they are used twice.
private protocol SingleUse {}

extension CheckedContinuation: SingleUse {}

// Safety: the conformance only marks the type. Nothing resumes a continuation.
extension UnsafeContinuation: SingleUse {}
