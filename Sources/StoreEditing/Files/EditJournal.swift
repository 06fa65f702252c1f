#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What processes have changed in a file, kept beside its lock.
struct EditJournal: Codable {
  /// The text that all changes refer to.
  let original: String

  /// When the original was last modified.
  let originalDate: Date
  private(set) var changes: [[TextEdit]]

  init(original: String, originalDate: Date, changes: [[TextEdit]]) {
    self.original = original
    self.originalDate = originalDate
    self.changes = changes
  }

  /// The text after all changes; nil if they don't fit.
  var text: String? {
    guard let file = try? SourceFile(original) else { return nil }
    return try? file.applying(changes.flatMap(\.self))
  }

  /// Adds a change of the original.
  ///
  /// - Throws: `EditError.overlapping` if another change has changed the same text.
  mutating func add(_ change: [TextEdit], to original: SourceFile) throws(EditError) {
    for edit in change where !changes.joined().allSatisfy(edit.isCompatible) {
      throw .overlapping(line: original.line(at: edit.range.lowerBound))
    }
    _ = try original.applying(change)
    changes.append(change)
  }
}
