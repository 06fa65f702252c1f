#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A Swift file on disk that several processes may edit, each for the same text that the program was built from.
package struct EditedFile: Sendable {
  /// What became of the changes of one write.
  package struct Outcome: Sendable {
    /// The text on disk before the write and after it.
    package let old: String
    package let new: String

    /// Why changes weren't made, by their positions.
    package let refused: [Int: EditError]
  }

  package let path: String

  /// The text that edits refer to, which may be older than the text on disk if another process has edited it.
  package let original: SourceFile

  /// Reads a file as it was when a program was built from it.
  ///
  /// A file that is newer than the program must be what a process of the same program has written, or the original again.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - program: The path of the program; nil if the file is read as it is.
  /// - Throws: `EditError` if the file can't be read, isn't UTF-8, is unbalanced, or has changed since the build.
  package init(reading path: String, builtInto program: String?) throws(EditError) {
    let location = try FileLocation(path)
    let text = try location.locked { () throws(EditError) in
      let text = try location.read()
      guard let program else { return text }
      guard let built = FileLocation.modificationDate(of: program) else {
        throw .unreadable(path: program, reason: "it has no date")
      }
      guard let changed = FileLocation.modificationDate(of: location.path), changed > built else { return text }
      guard let journal = location.journal, journal.originalDate <= built,
        [journal.text, journal.original].contains(text)
      else { throw .changedSinceBuild(path: path) }
      return journal.original
    }
    self.path = path
    original = try SourceFile(text)
  }

  /// Makes changes of the original text, beside those that other processes have made.
  ///
  /// Each change is made as a whole. One that another process has made in the same way counts as made. The file is replaced
  /// in one step, with its permissions; nothing is written if there is nothing to change.
  ///
  /// - Parameter changes: For each change, its edits.
  /// - Throws: `EditError` if the file can't be written or is neither the original nor what another process has made of it.
  package func write(_ changes: [[TextEdit]]) throws(EditError) -> Outcome {
    let location = try FileLocation(path)
    return try location.locked { () throws(EditError) in
      let old = try location.read()
      var journal = try journal(of: location, text: old)
      var refused: [Int: EditError] = [:]
      for (index, change) in changes.enumerated() where !journal.changes.contains(change) {
        do throws(EditError) {
          try journal.add(change, to: original)
        } catch {
          refused[index] = error
        }
      }
      guard let new = journal.text, new != old else { return Outcome(old: old, new: old, refused: refused) }
      // An edit that breaks the file's brackets is a mistake of its writer.
      _ = try SourceFile(new)
      try location.write(new, with: journal)
      return Outcome(old: old, new: new, refused: refused)
    }
  }

  /// The journal of the processes that have edited the file, an empty one if its text is still the original.
  private func journal(of location: FileLocation, text: String) throws(EditError) -> EditJournal {
    if text == original.text {
      let known = location.journal.flatMap { $0.original == text ? $0.originalDate : nil }
      let date = known ?? FileLocation.modificationDate(of: location.path) ?? .distantPast
      return EditJournal(original: text, originalDate: date, changes: [])
    }
    guard let journal = location.journal, journal.original == original.text, journal.text == text else {
      throw .changedSinceBuild(path: path)
    }
    return journal
  }
}
