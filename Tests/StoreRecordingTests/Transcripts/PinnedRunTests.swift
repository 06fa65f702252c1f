import Foundation
import TestSupport
import Testing

@testable import StoreTesting

/// The generated test of a store must compile and pass.
@Suite struct PinnedRunTests {
  private static let file = CodeFile(beside: #filePath, named: "PinnedSteps.swift")

  @Test(arguments: PinnedRun.all)
  func `the generated steps of a run equal the compiled ones`(run: PinnedRun) async throws {
    guard !CodeFile.isRecording else { return }
    #expect(try Self.file.body(of: run.testDescription) == (await run.source()))
  }

  @Test(arguments: PinnedRun.all)
  func `the compiled steps pass, and assert everything`(run: PinnedRun) async {
    guard !CodeFile.isRecording else { return }
    #expect(await run.failures().map(\.text) == [])
  }

  @Test(.enabled(if: CodeFile.isRecording))
  func `the file of steps is recorded again`() async throws {
    for run in PinnedRun.all { try Self.file.replaceBody(of: run.testDescription, with: await run.source()) }
  }
}
