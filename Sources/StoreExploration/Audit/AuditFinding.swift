import StoreDependencies

/// Something that an audit has found.
struct AuditFinding {
  /// Where it stands in what the first run has done: which store, and how many of its entries were before.
  struct Position: Comparable {
    /// The number of the store.
    let store: Int

    /// How many entries were before.
    let entry: Int

    /// Whether one comes before another.
    static func < (first: Self, second: Self) -> Bool {
      (first.store, first.entry) < (second.store, second.entry)
    }
  }

  /// What makes two findings the same, although they were made at other times.
  struct Key: Hashable {
    /// What was looked at: states, messages, an effect.
    let area: String

    /// The place in it.
    let path: String
  }

  /// Where it stands.
  let position: Position

  /// What makes it the same as another.
  let key: Key

  /// What is wrong, in a clause.
  let headline: String

  /// The evidence and the cure.
  let details: String

  /// The line of the test that is to blame.
  let site: CallSite
}
