import StoreDependencies
import StoreTesting

struct AuditFinding {
  /// The position in the first run: the number of the store, and the number of earlier entries.
  struct Position: Comparable {
    let store: Int

    /// The number of earlier entries.
    let entry: Int

    static func < (first: Self, second: Self) -> Bool {
      (first.store, first.entry) < (second.store, second.entry)
    }
  }

  /// The identity of a finding, independent of its position.
  struct Key: Hashable {
    /// The kind of value: states, messages, an effect.
    let area: String

    /// The place in the value.
    let path: String
  }

  let position: Position

  let key: Key

  /// The problem, in a clause.
  let headline: String

  /// The evidence and the fix.
  let details: String

  /// The line of the test to blame.
  let site: CallSite
}

extension AuditFinding {
  /// Creates the finding of a store that only some runs create.
  ///
  /// - Parameters:
  ///   - store: The number of the store.
  ///   - site: The line that creates the store.
  ///   - run: A run that creates it.
  ///   - other: A run that doesn't.
  init(store: Int, at site: CallSite, createdIn run: Int, notIn other: Int) {
    self.init(
      position: Position(store: store, entry: 0),
      key: Key(area: "stores", path: "\(site)"),
      headline: "the store is not created in every run",
      details: list(["run \(run) creates it, run \(other) does not"]),
      site: site
    )
  }
}
