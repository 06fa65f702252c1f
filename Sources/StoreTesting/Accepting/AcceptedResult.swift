import StoreDependencies
import StoreEditing

/// The changes of a run.
struct AcceptedResult {
  /// The changes of one file, each the edits of one call.
  struct Changes {
    let file: EditedFile
    var places: [SourcePlace] = []
    var edits: [[TextEdit]] = []
  }

  private(set) var files: [Changes] = []

  /// The calls that are left as they are, with the reasons.
  var refusals: [(place: SourcePlace, reason: String)] = []

  /// The number of failures that stand.
  var failures = 0

  /// Adds the edits of a call.
  mutating func add(_ edits: [TextEdit], at place: SourcePlace, _ file: EditedFile) {
    guard !edits.isEmpty else { return }
    if files.last?.file.path != file.path { files.append(Changes(file: file)) }
    files[files.count - 1].places.append(place)
    files[files.count - 1].edits.append(edits)
  }
}

/// A call in a source.
struct SourcePlace: Hashable, Comparable {
  let path: String
  let line: Int
  let column: Int

  init(_ site: CallSite) {
    path = site.filePath
    line = site.line
    column = site.column
  }

  static func < (first: Self, second: Self) -> Bool {
    (first.path, first.line, first.column) < (second.path, second.line, second.column)
  }
}
