import StoreTesting

/// What most tests hold of a failure: its kind and its line.
struct FailureLocation: Equatable, CustomStringConvertible {
  /// The kind of failure.
  let kind: TestFailure.Kind

  /// The line that is to blame.
  let line: Int

  /// Makes a mark.
  init(_ kind: TestFailure.Kind, _ line: Int) {
    self.kind = kind
    self.line = line
  }

  /// Both in a word.
  var description: String { "\(kind)@\(line)" }
}

extension [TestFailure] {
  /// The kinds and lines, in order.
  var marks: [FailureLocation] { map { FailureLocation($0.kind, $0.line) } }

  /// The kinds, in order.
  var kinds: [TestFailure.Kind] { map(\.kind) }
}
