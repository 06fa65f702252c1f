import Foundation
import StoreTesting
import Testing

@testable import tour

/// Tests the failure texts of wrong tests, word for word.
///
/// If `STORE_TESTING_RECORD` is set, the tests record the texts and the guide instead of comparing them.
@Suite(.serialized) struct FailureGuideTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// The URL of the folder of texts.
  private static let folder = package.appending(path: "Fixtures/Failures")

  /// Whether the test rewrites the texts.
  private static let isRecording = ProcessInfo.processInfo.environment["STORE_TESTING_RECORD"] != nil

  /// The kinds whose texts don't depend on the runtime. Two texts name a detached task and a real sleep, which only the
  /// accelerator sees.
  private static var kinds: [TestFailure.Kind] {
    guard !Runtime.isAccelerated else { return TestFailure.Kind.allCases }
    return TestFailure.Kind.allCases.filter { ![.lateFeedback, .nondeterminism].contains($0) }
  }

  @Test(arguments: kinds)
  func `a wrong test has the failure text in Fixtures/Failures`(kind: TestFailure.Kind) async throws {
    let exhibit = try #require(FailureGallery.exhibits.first { $0.kind == kind })
    let failure = try #require(await FailureGalleryReports.shared.reports(of: exhibit).first)
    let text = FailureText(failure: failure).text
    let file = Self.folder.appending(path: "\(kind).txt")
    if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `a removed kind has no text`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names) == Set(TestFailure.Kind.allCases.map { "\($0).txt" }))
  }

  @Test(.enabled(if: !isRecording))
  func `the guide to failures consists of these texts`() throws {
    try checkGuide()
  }

  @Test(.enabled(if: isRecording))
  func `the guide to failures is recorded again`() throws {
    let text = try FailureGuide(folder: Self.folder).markdown()
    try text.write(to: Self.package.appending(path: "Documentation/Failures.md"), atomically: true, encoding: .utf8)
    try checkGuide()
  }

  /// Compares the guide with the texts.
  private func checkGuide() throws {
    let file = Self.package.appending(path: "Documentation/Failures.md")
    #expect(try String(contentsOf: file, encoding: .utf8) == FailureGuide(folder: Self.folder).markdown())
  }
}
