import StoreTesting

extension Growth {
  /// The cost of finding one different element among many. Each has a string with separate storage, so a comparison of
  /// bytes is not enough.
  static let differing: Growth = Growth("elements of which one differs, difference(_:_:)") { count in
    let (first, second) = (Line.many(count), Line.many(count, changed: count / 2))
    var text: String?
    let elapsed = await time { text = difference(first, second) }
    precondition(text?.hasPrefix("[\(count / 2)].isDone: false -> true\n") == true, "The change must be found.")
    return Trial(held: Box(text), time: elapsed)
  }

  /// An element with an identity.
  private struct Line: Equatable, Identifiable {
    let id: Int

    /// A text that is too long for inline storage.
    let title: String

    /// The property that changes.
    var isDone = false

    /// Returns elements, possibly with one changed.
    static func many(_ count: Int, changed: Int? = nil) -> [Line] {
      (0..<count).map { Line(id: $0, title: "A text that lies elsewhere, number \($0)", isDone: $0 == changed) }
    }
  }
}
