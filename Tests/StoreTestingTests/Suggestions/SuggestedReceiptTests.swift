import Foundation
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
    SuggestedReceipt("writable", Parcel.number(1), by: SuggestedReceipts.writable),
  ]
}

/// What to type so that a message is received must compile, and pass, whatever the message holds.
@Suite struct SuggestedReceiptTests {
  /// The file with the suggestions as code.
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "SuggestedReceipts.swift")

  /// Whether the file is to be written anew.
  private static let isRecording = ProcessInfo.processInfo.environment["STORE_TESTING_RECORD"] != nil

  @Test("the steps that are suggested are those that were compiled", arguments: SuggestedReceipt.all)
  func text(sample: SuggestedReceipt) async throws {
    guard !Self.isRecording else { return }
    let code = try String(contentsOf: Self.file, encoding: .utf8)
    let body = Self.range(of: sample.testDescription, in: code).map { code[$0].split(separator: "\n") }
    #expect(await body?.map { String($0.dropFirst(4)) } == sample.suggestion())
  }

  @Test("the steps that are suggested pass", arguments: SuggestedReceipt.all)
  func effect(sample: SuggestedReceipt) async {
    guard !Self.isRecording else { return }
    #expect(await sample.failures().map(\.text) == [])
  }

  @Test("the file of steps is written anew", .enabled(if: isRecording))
  func record() async throws {
    var code = try String(contentsOf: Self.file, encoding: .utf8)
    for sample in SuggestedReceipt.all {
      let lines = await sample.suggestion()
      guard let range = Self.range(of: sample.testDescription, in: code) else { continue }
      code.replaceSubrange(range, with: lines.map { "    \($0)\n" }.joined())
    }
    try code.write(to: Self.file, atomically: true, encoding: .utf8)
  }

  /// Where the lines of a function are.
  private static func range(of name: String, in code: String) -> Range<String.Index>? {
    guard
      let start = code.range(of: "  static func \(name)("),
      let open = code.range(of: ") async {\n", range: start.upperBound..<code.endIndex),
      let close = code.range(of: "  }\n", range: open.upperBound..<code.endIndex)
    else { return nil }
    return open.upperBound..<close.lowerBound
  }
}
