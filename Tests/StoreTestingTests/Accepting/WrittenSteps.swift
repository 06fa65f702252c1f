import Foundation
import StoreDependencies
import StoreEditing

@testable import StoreTesting

/// The steps of a test that is only a text. Each is the first call of its line.
final class WrittenSteps {
  let acceptance: Acceptance
  let changes: AcceptedChanges
  let path: String

  private let source: String
  private let sink = FailureSink()

  init(_ source: String, as mode: AcceptanceMode = .patch) throws {
    self.source = source
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
    try Data(source.utf8).write(to: file)
    path = file.path
    changes = AcceptedChanges(mode, sink: sink, checksAge: false)
    acceptance = Acceptance(changes, of: TestRun.current)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Begins the step of a line.
  func begin(_ line: Int, firstEvent: Int = 0, level: Exhaustivity? = nil, isShared: Bool = false) {
    let text = source.split(separator: "\n", omittingEmptySubsequences: false)[line - 1]
    let head = text.prefix { $0 != "(" }
    let name = head.split { !$0.isLetter }.last.map(String.init)
    let site = CallSite(filePath: path, line: line, column: head.utf8.count + 1)
    acceptance.begin(isShared ? nil : name, at: site, firstEvent: firstEvent, level: level)
  }

  /// Runs the step of a line from its begin to its end.
  func run(_ line: Int, firstEvent: Int = 0, level: Exhaustivity? = nil) {
    begin(line, firstEvent: firstEvent, level: level)
    acceptance.endStep()
  }

  /// Adds a failure that stands.
  func fail() { _ = sink.take(TestFailure(.misuse, "The test is wrong.", at: CallSite())) }

  /// Changes the argument of the current step.
  func changeArgument(to text: String = ".changed") -> AcceptanceRefusal? {
    acceptance.make(.argument(text)) { _ in true }
  }

  /// Removes the current step.
  func remove() -> AcceptanceRefusal? { acceptance.make(.removal) { _ in true } }

  /// Adds the line `await store.receive(.new)` for an event.
  func addLine(for event: Int) -> AcceptanceRefusal? {
    let lines = AcceptedLines("await store.receive(.new)", "await store.receive(.new)")
    return acceptance.make(.steps([Acceptance.NewStep(event: event, lines: lines)])) { _ in true }
  }

  /// Returns the lines of the source after the changes. The store must have ended.
  func lines() throws -> [String] {
    let file = try SourceFile(source)
    let edits = changes.result().files.flatMap { $0.edits.flatMap(\.self) }
    return try file.applying(edits).split(separator: "\n").map(String.init)
  }

  /// The reasons why lines stay as they are. The store must have ended.
  var refusals: [Int: String] {
    Dictionary(uniqueKeysWithValues: changes.result().refusals.map { ($0.place.line, $0.reason) })
  }
}
