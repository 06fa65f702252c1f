import Foundation
import Testing

@testable import StoreTesting
@testable import StoreTestingTests

/// The test that a store writes of what it has done must compile and pass.
@Suite struct PinnedRunTests {
  /// The file with the steps as code.
  private static let file = CodeFile(beside: #filePath, named: "PinnedSteps.swift")

  @Test("a run is written as the steps that were compiled", arguments: PinnedRun.all)
  func text(run: PinnedRun) async throws {
    guard !CodeFile.isRecording else { return }
    #expect(try Self.file.body(of: run.testDescription) == (await run.source()))
  }

  @Test("the steps pass, and assert all there is", arguments: PinnedRun.all)
  func effect(run: PinnedRun) async {
    guard !CodeFile.isRecording else { return }
    #expect(await run.failures().map(\.text) == [])
  }

  @Test("the file of steps is written anew", .enabled(if: CodeFile.isRecording))
  func record() async throws {
    for run in PinnedRun.all { try Self.file.replaceBody(of: run.testDescription, with: await run.source()) }
  }
}
