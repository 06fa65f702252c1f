import Testing

@testable import StoreTesting

/// A message that comes back as feedback and as output, and what is suggested to receive both, as text and as compiled code.
struct SuggestedReceipt: Sendable, CustomTestStringConvertible {
  /// What the case is called, and its function in ``SuggestedReceipts``.
  let testDescription: String

  /// What the failure of a test that receives nothing suggests.
  let suggestion: @Sendable () async -> [String]

  /// What still fails if the compiled code is run.
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
      return lines.drop { $0 != "If that is right, assert it:" }.dropFirst().map { String($0.dropFirst(4)) }
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
    SuggestedReceipt("closure", Parcel.closure { 1 }, by: SuggestedReceipts.closure),
    SuggestedReceipt("closureAndNumber", Parcel.closureAndNumber({ 1 }, 2), by: SuggestedReceipts.closureAndNumber),
    SuggestedReceipt("perhaps", Parcel.perhaps { 1 }, by: SuggestedReceipts.perhaps),
    SuggestedReceipt("closures", Parcel.closures([{ 1 }]), by: SuggestedReceipts.closures),
    SuggestedReceipt("object", Parcel.object(Parcel.Thing()), by: SuggestedReceipts.object),
    SuggestedReceipt("named", Parcel.named(thing: Parcel.Thing()), by: SuggestedReceipts.named),
    SuggestedReceipt(
      "objectAndNumber",
      Parcel.objectAndNumber(Parcel.Thing(), number: 1),
      by: SuggestedReceipts.objectAndNumber
    ),
    SuggestedReceipt("secret", Parcel.secret(Liar()), by: SuggestedReceipts.secret),
    SuggestedReceipt("anything", Parcel.anything(Parcel.Thing()), by: SuggestedReceipts.anything),
    SuggestedReceipt("number", Parcel.number(.nan), by: SuggestedReceipts.number),
    SuggestedReceipt("point", Parcel.point(x: 1, y: .nan), by: SuggestedReceipts.point),
    SuggestedReceipt("long", Parcel.long(Array(0..<10_000)), by: SuggestedReceipts.long),
    SuggestedReceipt("nested", Parcel.nested(.closure { 1 }), by: SuggestedReceipts.nested),
    SuggestedReceipt("initialiser", Parcel.`init`(Parcel.Thing()), by: SuggestedReceipts.initialiser),
    SuggestedReceipt("reading", Reading.value(.nan), by: SuggestedReceipts.reading),
    SuggestedReceipt("note", Memo { 1 }, by: SuggestedReceipts.note),
    SuggestedReceipt("bare", Double.nan, by: SuggestedReceipts.bare),
    SuggestedReceipt("saved", Parcel.saved(.success(())), by: SuggestedReceipts.saved),
    SuggestedReceipt("nothing", Parcel.nothing(()), by: SuggestedReceipts.nothing),
    SuggestedReceipt("couple", Parcel.couple(.success((1, "a"))), by: SuggestedReceipts.couple),
    SuggestedReceipt("child", Parcel.child(.own(.found(["a"]))), by: SuggestedReceipts.child),
    SuggestedReceipt("readingInside", Parcel.reading(.value(1)), by: SuggestedReceipts.readingInside),
    SuggestedReceipt("writable", Parcel.number(1), by: SuggestedReceipts.writable),
  ]
}

/// What to type so that a message is received must compile, and pass, whatever the message holds.
@Suite struct SuggestedReceiptTests {
  /// The file with the suggestions as code.
  private static let file = CodeFile(beside: #filePath, named: "SuggestedReceipts.swift")

  @Test("the steps that are suggested are those that were compiled", arguments: SuggestedReceipt.all)
  func text(sample: SuggestedReceipt) async throws {
    guard !CodeFile.isRecording else { return }
    #expect(try Self.file.body(of: sample.testDescription) == (await sample.suggestion()))
  }

  @Test("the steps that are suggested pass", arguments: SuggestedReceipt.all)
  func effect(sample: SuggestedReceipt) async {
    guard !CodeFile.isRecording else { return }
    #expect(await sample.failures().map(\.text) == [])
  }

  @Test("the file of steps is written anew", .enabled(if: CodeFile.isRecording))
  func record() async throws {
    for sample in SuggestedReceipt.all {
      try Self.file.replaceBody(of: sample.testDescription, with: await sample.suggestion())
    }
  }
}
