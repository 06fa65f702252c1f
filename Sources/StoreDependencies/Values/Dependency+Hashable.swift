/// A dependency is what a value uses, and not what it is: it takes no part in comparisons.
extension Dependency: Hashable {
  /// True: two properties of one type that read dependencies don't make a difference between the values they belong to.
  public static func == (first: Self, second: Self) -> Bool { true }

  /// Feeds nothing into a hasher, as there is nothing to compare.
  public func hash(into hasher: inout Hasher) {}
}
