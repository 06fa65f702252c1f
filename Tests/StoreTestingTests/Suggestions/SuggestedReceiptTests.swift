import TestSupport
import Testing

@testable import StoreTesting
@testable import StoreValues

/// A message that returns as feedback and as output, and the suggestions to receive both, as text and as compiled code.
struct SuggestedReceipt: Sendable, CustomTestStringConvertible {
  /// The name of the case, and of its function in ``SuggestedReceipts``.
  let testDescription: String

  /// The suggestion in the failure of a test that receives nothing.
  let suggestion: @Sendable () async -> [String]

  /// The failures of the compiled code.
  let failures: @Sendable () async -> [TestFailure]

  /// Makes a case of a message.
  init<Letter: Sendable>(
    _ name: String,
    _ letter: Letter,
    by steps: @escaping @Sendable (TestStore<Post<Letter>>) async -> Void
  ) {
    testDescription = name
    suggestion = {
      let failures = await recordingFailures {
        let store = await posted(letter)
        await store.finish()
      }
      let lines = failures.flatMap { $0.details.split(separator: "\n") }
      return lines.drop { $0 != "If the feature is right, assert it:" }.dropFirst().map { String($0.dropFirst(4)) }
    }
    failures = {
      await recordingFailures {
        let store = await posted(letter)
        await steps(store)
        await store.finish()
      }
    }
  }

  /// Messages, each of which must be received by steps that compile and pass.
  static let all: [SuggestedReceipt] = [
    SuggestedReceipt("closure", PayloadSample.closure { 1 }, by: SuggestedReceipts.closure),
    SuggestedReceipt(
      "closureAndNumber",
      PayloadSample.closureAndNumber({ 1 }, 2),
      by: SuggestedReceipts.closureAndNumber
    ),
    SuggestedReceipt("perhaps", PayloadSample.perhaps { 1 }, by: SuggestedReceipts.perhaps),
    SuggestedReceipt("closures", PayloadSample.closures([{ 1 }]), by: SuggestedReceipts.closures),
    SuggestedReceipt("object", PayloadSample.object(PayloadSample.Thing()), by: SuggestedReceipts.object),
    SuggestedReceipt("named", PayloadSample.named(thing: PayloadSample.Thing()), by: SuggestedReceipts.named),
    SuggestedReceipt(
      "objectAndNumber",
      PayloadSample.objectAndNumber(PayloadSample.Thing(), number: 1),
      by: SuggestedReceipts.objectAndNumber
    ),
    SuggestedReceipt("secret", PayloadSample.secret(Liar()), by: SuggestedReceipts.secret),
    SuggestedReceipt("anything", PayloadSample.anything(PayloadSample.Thing()), by: SuggestedReceipts.anything),
    SuggestedReceipt("number", PayloadSample.number(.nan), by: SuggestedReceipts.number),
    SuggestedReceipt("point", PayloadSample.point(x: 1, y: .nan), by: SuggestedReceipts.point),
    SuggestedReceipt("long", PayloadSample.long(Array(0..<10_000)), by: SuggestedReceipts.long),
    SuggestedReceipt("nested", PayloadSample.nested(.closure { 1 }), by: SuggestedReceipts.nested),
    SuggestedReceipt("initialiser", PayloadSample.`init`(PayloadSample.Thing()), by: SuggestedReceipts.initialiser),
    SuggestedReceipt("reading", Reading.value(.nan), by: SuggestedReceipts.reading),
    SuggestedReceipt("note", Memo { 1 }, by: SuggestedReceipts.note),
    SuggestedReceipt("bare", Double.nan, by: SuggestedReceipts.bare),
    SuggestedReceipt("saved", PayloadSample.saved(.success(())), by: SuggestedReceipts.saved),
    SuggestedReceipt("nothing", PayloadSample.nothing(()), by: SuggestedReceipts.nothing),
    SuggestedReceipt("couple", PayloadSample.couple(.success((1, "a"))), by: SuggestedReceipts.couple),
    SuggestedReceipt("child", PayloadSample.child(.feedback(.found(["a"]))), by: SuggestedReceipts.child),
    SuggestedReceipt("readingInside", PayloadSample.reading(.value(1)), by: SuggestedReceipts.readingInside),
    SuggestedReceipt("writable", PayloadSample.number(1), by: SuggestedReceipts.writable),
  ]
}

/// The suggested receipt of any message must compile and pass.
@Suite struct SuggestedReceiptTests {
  private static let file = CodeFile(beside: #filePath, named: "SuggestedReceipts.swift")

  @Test(arguments: SuggestedReceipt.all)
  func `the suggested steps equal the compiled ones`(sample: SuggestedReceipt) async throws {
    guard !CodeFile.isRecording else { return }
    #expect(try Self.file.body(of: sample.testDescription) == (await sample.suggestion()))
  }

  @Test(arguments: SuggestedReceipt.all)
  func `the suggested steps pass`(sample: SuggestedReceipt) async {
    guard !CodeFile.isRecording else { return }
    #expect(await sample.failures().map(\.text) == [])
  }

  @Test(.enabled(if: CodeFile.isRecording))
  func `the file of steps is recorded again`() async throws {
    for sample in SuggestedReceipt.all {
      try Self.file.replaceBody(of: sample.testDescription, with: await sample.suggestion())
    }
  }
}
