import Foundation
import StoreDependencies
import StoreTesting
import Synchronization
public import Testing

/// A trait that makes the stores of a suite keep all events, and reports unused golden files.
public struct TranscriptsTrait: SuiteTrait, TestScoping {
  /// Whether suites pass the trait on: `false`. It applies to the suite itself, around all of its tests.
  public var isRecursive: Bool { false }

  /// Runs a suite, and then reports unused files.
  ///
  /// If only some tests run (`--filter`, `--skip`), the files of the other tests are unknown, so the trait reports
  /// none.
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
  /// Makes the stores of the suite keep all events, and reports golden files that none of its tests verifies.
  ///
  /// Tests of the suite must verify all transcripts of the suite's file. If only some of its tests run, as with
  /// `--filter`, the trait reports no file.
  public static var transcripts: Self { Self() }
}

/// The golden files that the tests of a suite verified.
final class TranscriptUse: Sendable {
  /// The uses by the running suite, and by the suites around it, that have the trait.
  static var current: [TranscriptUse] { Hooks.observers.compactMap { $0 as? TranscriptUse } }

  /// The names of the files.
  private let files = Mutex<Set<String>>([])

  /// Records that a file was verified.
  func note(_ file: URL) {
    _ = files.withLock { $0.insert(file.lastPathComponent) }
  }

  /// Reports unused files.
  func reportUnused(_ site: CallSite) {
    let folder = TranscriptFile.folder(besides: site.filePath)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let unused = all.filter { name in !files.withLock { $0.contains(name) } }.sorted()
    guard !unused.isEmpty else { return }
    TestFailure(
      .unexpectedTranscript,
      "No test verifies \(count(unused.count, "transcript")) of this suite.",
      details: paragraphs(
        list(unused),
        "Remove what is out of date from '\(folder.pathComponents.suffix(2).joined(separator: "/"))', beside the file of the suite."
      ),
      at: site
    )
    .report(to: nil)
  }
}

extension TranscriptUse: ObserverOfStores, StoreObserver {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? { self }

  var keepsWholeLog: Bool { true }
}
