import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct DescriptionLimitTests {
  @Test(
    arguments: [
      ([1] as [Int], "[1]", "[…]"),
      ([1] as [Int]?, "[1]", "…"),
      ([1: 2] as [Int: Int], "[1: 2]", "[…: …]"),
      (1...2, "1...2", "…...…"),
      (Screen.nested(.home), ".nested(.home)", ".nested(…)"),
    ] as [(any Sendable, String, String)]
  )
  func `a description ends at a depth of twelve, unless it is to be complete`(
    value: any Sendable,
    whole: String,
    cut: String
  ) {
    func inLists(_ text: String) -> String {
      String(repeating: "[", count: 11) + text + String(repeating: "]", count: 11)
    }
    let lists = (0..<11).reduce(value as Any) { value, _ in [value] as [Any] }
    #expect(describe(lists) == inLists(cut))
    #expect(describe(lists, limit: .max) == inLists(whole))
  }

  @Test func `a description contains ten thousand values at most`() {
    let text = describe(Array(repeating: 0, count: 20_000), limit: 1_000_000)
    #expect(text.hasSuffix("0, … 10,001 more]"))
  }

  @Test func `a text up to the limit is whole`() {
    #expect(describe("12345", limit: 5) == #""12345""#)
    #expect(describe("12345", limit: 4) == #""1234"…"#)
  }

  @Test func `long data does not look like a short text`() {
    #expect(describe(Data(repeating: 0x61, count: 64)).hasPrefix("Data(\"aaa"))
    #expect(describe(Data(repeating: 0x61, count: 65), limit: 1_000).hasSuffix("0x61, … 1 more])"))
  }

  @Test func `the omitted fields of a struct are counted`() {
    #expect(describe(Row(id: 1, title: "a"), limit: 2) == "Ro…(… 3 more)")
  }

  @Test func `a long collection with a mirror is described by its first elements`() {
    #expect(describe(Lined(count: 10), limit: 10) == "[0, 1, 2, … 7 more]")
    #expect(describe(Lined(count: 500), limit: 10) == "[0, 1, 2, …]")
  }

  @Test func `many endless parts use up a description`() {
    #expect(describe(Endless(), limit: 100_000) == "[…]")
  }

  @Test func `a mirror that contains its own subject is followed four times`() {
    struct Echo: CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["echo": self], displayStyle: .struct) }
    }
    #expect(describe(Echo()) == "Echo(echo: Echo(echo: Echo(echo: Echo(echo: Echo(…)))))")
  }

  @Test func `mirrors beside each other are all followed`() {
    let texts = Array(repeating: "Liar(value: 0)", count: 5)
    #expect(describe(Array(repeating: Liar(), count: 5)) == "[\(texts.joined(separator: ", "))]")
  }
}
