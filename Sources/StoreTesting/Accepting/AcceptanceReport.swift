import StoreEditing
import StoreValues

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The end of a run that accepts changes: the sources are written, and the differences are printed.
enum AcceptanceReport {
  /// Writes and prints the changes of the process when it ends, after the results of the tests.
  static func printAtExit() {
    atexit {
      let changes = AcceptedChanges.ofProcess
      print(AcceptanceReport.apply(changes.result(), as: changes.mode), terminator: "")
      fflush(nil)
    }
  }

  /// Makes the changes of a run.
  ///
  /// - Returns: The text for the reader: the differences, what is left as it is, and a summary.
  static func apply(_ result: AcceptedResult, as mode: AcceptanceMode) -> String {
    var differences = ""
    var problems = result.refusals.map { ($0.place, $0.reason) }
    var calls = 0
    for changes in result.files {
      do throws(EditError) {
        let (old, new, refused) = try make(changes, as: mode)
        differences += unifiedDifference(old: old, new: new, path: relativePath(changes.file.path))
        calls += changes.edits.count - refused.count
        problems += refused.map { (changes.places[$0], "\($1)") }
      } catch {
        problems += changes.places.map { ($0, "\(error)") }
        // What can't be written can still be applied by hand.
        let text = (try? changes.file.original.applying(changes.edits.flatMap(\.self))) ?? changes.file.original.text
        differences +=
          "Not written:\n"
          + unifiedDifference(
            old: changes.file.original.text,
            new: text,
            path: relativePath(changes.file.path)
          )
      }
    }
    return differences + list(problems) + summary(calls, mode)
      + (result.failures == 0
        ? ""
        : "\(count(result.failures, "failure")) can't be accepted, and \(result.failures == 1 ? "stands" : "stand").\n")
  }

  /// Returns the calls that are left as they are, with the reasons. A reason of a whole file is listed once.
  private static func list(_ problems: [(place: SourcePlace, reason: String)]) -> String {
    struct Key: Hashable { let path, reason: String }
    let groups = Dictionary(grouping: problems.sorted { $0.place < $1.place }) {
      Key(path: $0.place.path, reason: $0.reason)
    }
    let lines = groups.sorted { $0.value[0].place < $1.value[0].place }.map { key, calls in
      let lines = calls.map { "\($0.place.line)" }.joined(separator: ", ")
      return "  \(relativePath(key.path)):\(lines): \(key.reason.replacing(key.path, with: relativePath(key.path)))\n"
    }
    return lines.isEmpty ? "" : "Left as they are:\n" + lines.joined()
  }

  /// Writes the changes of a file, or only computes their outcome.
  private static func make(
    _ changes: AcceptedResult.Changes,
    as mode: AcceptanceMode
  ) throws(EditError) -> (old: String, new: String, refused: [Int: EditError]) {
    if mode == .write {
      let outcome = try changes.file.write(changes.edits)
      return (outcome.old, outcome.new, outcome.refused)
    }
    let old = changes.file.original
    return (old.text, try old.applying(changes.edits.flatMap(\.self)), [:])
  }

  private static func summary(_ calls: Int, _ mode: AcceptanceMode) -> String {
    switch (calls, mode) {
    case (0, _): "No assertion was accepted.\n"
    case (_, .write):
      "Accepted what the stores did at \(count(calls, "call")). Read the difference, and run the tests again.\n"
    default: "This is a patch for 'git apply', with changes at \(count(calls, "call")). Nothing was written.\n"
    }
  }

  /// Returns a path from the current folder, as `git apply` expects it there.
  private static func relativePath(_ path: String) -> String {
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let prefix = String(cString: folder) + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
