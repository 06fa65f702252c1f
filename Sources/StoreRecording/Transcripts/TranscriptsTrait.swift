import Foundation
import StoreDependencies
import StoreTesting
import Synchronization
public import Testing

/// Has the stores of a suite keep all that they do, and reports golden files that none of its tests verifies any more.
public struct TranscriptsTrait: SuiteTrait, TestScoping {
  /// The trait is that of the suite itself, around all of its tests.
  public var isRecursive: Bool { false }

  /// Runs a suite, and then looks for files that nobody has asked for.
  ///
  /// Where only some tests run (`--filter`, `--skip`), nothing can be said of the others, so nothing is.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let use = TranscriptUse()
    try await Hooks.$observers.withValue(Hooks.observers + [use]) { try await function() }
    guard !CommandLine.arguments.contains(where: { $0.hasPrefix("--filter") || $0.hasPrefix("--skip") }) else { return }
    use.reportUnused(CallSite(test.sourceLocation))
  }
}

extension Trait where Self == TranscriptsTrait {
  /// Has the stores of the suite keep all that they do, however long it becomes, and reports golden files that none of its tests verifies
  /// any more.
  ///
  /// All transcripts of the suite's file must be verified by tests of the suite. Where only some of its tests run, as with `--filter`, no
  /// file is reported.
  public static var transcripts: Self { Self() }
}

/// The golden files that the tests of a suite have asked for.
final class TranscriptUse: Sendable {
  /// The use by the running suite, if it has the trait.
  static var current: TranscriptUse? { Hooks.observers.lazy.compactMap { $0 as? TranscriptUse }.first }

  /// The files, by their names.
  private let files = Mutex<Set<String>>([])

  /// Notes that a file was asked for.
  func note(_ file: URL) {
    _ = files.withLock { $0.insert(file.lastPathComponent) }
  }

  /// Reports files that nobody has asked for.
  func reportUnused(_ site: CallSite) {
    let folder = TranscriptFile.folder(besides: site.filePath)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let unused = all.filter { name in !files.withLock { $0.contains(name) } }.sorted()
    guard !unused.isEmpty else { return }
    TestFailure(
      .unexpectedTranscript,
      "\(count(unused.count, "transcript")) of this suite \(unused.count == 1 ? "is" : "are") verified by no test.",
      details: paragraphs(
        list(unused),
        "Remove what is out of date from '\(folder.pathComponents.suffix(2).joined(separator: "/"))', beside the file of the suite."
      ),
      at: site
    )
    .report(to: nil)
  }
}

extension TranscriptUse: Observer, StoreObserver {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

  var keepsWholeLog: Bool { true }
}
