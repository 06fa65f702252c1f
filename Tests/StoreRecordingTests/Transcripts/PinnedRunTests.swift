import Foundation
import Testing

@testable import StoreTesting
@testable import StoreTestingTests

/// The generated test of a store must compile and pass.
@Suite struct PinnedRunTests {
  private static let file = CodeFile(beside: #filePath, named: "PinnedSteps.swift")

  @Test("the generated steps of a run equal the compiled ones", arguments: PinnedRun.all)
  func text(run: PinnedRun) async throws {
    guard !CodeFile.isRecording else { return }
    #expect(try Self.file.body(of: run.testDescription) == (await run.source()))
  }

  @Test("the compiled steps pass, and assert everything", arguments: PinnedRun.all)
  func effect(run: PinnedRun) async {
    guard !CodeFile.isRecording else { return }
    #expect(await run.failures().map(\.text) == [])
  }

  @Test("the file of steps is recorded again", .enabled(if: CodeFile.isRecording))
  func record() async throws {
    for run in PinnedRun.all { try Self.file.replaceBody(of: run.testDescription, with: await run.source()) }
  }
}
