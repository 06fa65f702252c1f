import Testing

@testable import StoreTesting
@testable import StoreValues

/// A state of about 2 MB.
private struct Large: Equatable {
  /// Many rows, whose texts have separate storage.
  var rows = (0..<20_000).map { Row(id: $0, title: "A title that is too long to lie in the row itself: \($0)") }

  var bytes = [UInt8](repeating: 1, count: 300_000)

  var index = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("A key of some length, number \($0)", $0) })

  var text = String(repeating: "All work and no play.\n", count: 20_000)
}

@Suite struct ComparisonTests {
  @Test func `a large state is compared in bounded time, and its text has a bounded size`() throws {
    var after = Large()
    after.rows[19_000].isDone = true
    after.bytes[299_999] = 2
    after.index["A key of some length, number 7"] = 8
    after.text += "The end."
    let comparison = try #require(Comparison(Large(), after))
    #expect(
      comparison.lines() == [
        "rows[19000].isDone: false -> true", "bytes[299999]: 1 -> 2",
        "index[\"A key of some length, number 7\"]: 7 -> 8",
        "text: line 20001: \"\" -> \"The end.\"",
      ]
    )
    #expect(comparison.text().split(separator: "\n").count < 40)
  }

  @Test func `a large state that has changed everywhere gives a text of bounded size`() throws {
    var after = Large()
    after.rows = after.rows.map { Row(id: $0.id + 1, title: $0.title, isDone: true) }
    after.bytes = after.bytes.map { $0 + 1 }
    after.index = after.index.mapValues { $0 + 1 }
    after.text = after.text.replacing("\n", with: "!\n")
    let text = try #require(Comparison(Large(), after)).text()
    #expect(text.utf8.count < 20_000)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
  }
}
