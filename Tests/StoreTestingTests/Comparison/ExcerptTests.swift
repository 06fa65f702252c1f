import Foundation
import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct ExcerptTests {
  @Test func `a long text is cut shortly before its difference, and between characters`() {
    let common = String(repeating: "é", count: 100)
    let texts = Excerpts(common + "a", common + "b", limit: 50)
    #expect(texts.first == "…\"\(String(repeating: "é", count: 10))a\"")
    #expect(texts.second == "…\"\(String(repeating: "é", count: 10))b\"")
  }

  @Test func `long data is cut shortly before its difference`() {
    let common = Data(repeating: 1, count: 100)
    let texts = Excerpts(common + [2], common + [3], limit: 50)
    #expect(texts.first == "Data([… 96 more, 0x01, 0x01, 0x01, 0x01, 0x02])")
    #expect(texts.second == "Data([… 96 more, 0x01, 0x01, 0x01, 0x01, 0x03])")
  }

  @Test(arguments: [31, 32, 33])
  func `data is shown with its first difference`(common: Int) {
    let start = Data(repeating: 1, count: common)
    let texts = Excerpts(start + [2], start + [3], limit: 50)
    #expect(texts.first.hasSuffix("0x01, 0x02])"))
    #expect(texts.second.hasSuffix("0x01, 0x03])"))
  }

  @Test func `data is shown from its start if there is no limit`() {
    let start = Data(repeating: 1, count: 40)
    #expect(Excerpts(start + [2], start + [3], limit: .max).first == describe(start + [2]))
  }

  @Test(arguments: [(31, false), (30, true)])
  func `a text up to the limit is shown from its start`(limit: Int, isCut: Bool) {
    let start = String(repeating: "a", count: 30)
    #expect(Excerpts(start + "b", start + "c", limit: limit).first.hasPrefix("…") == isCut)
  }

  @Test func `a long text that differs at its start is cut only at its end`() {
    let rest = String(repeating: "x", count: 60)
    #expect(Excerpts("a" + rest, "b" + rest, limit: 50).first == "\"a\(rest.prefix(49))\"…")
  }

  @Test func `a text is not cut within a character that differs in its last byte`() {
    let common = String(repeating: "\u{E9}", count: 100)
    let texts = Excerpts(common + "\u{E9}", common + "\u{E8}", limit: 50)
    #expect(texts.first == "…\"\(common.prefix(10))\u{E9}\"")
    #expect(texts.second == "…\"\(common.prefix(10))\u{E8}\"")
  }

  @Test func `two values whose texts differ late are cut shortly before their difference`() {
    let texts = Excerpts([Array(0..<100), [1]], [Array(0..<100), [2]], limit: 40)
    #expect(texts.first == "…, 96, 97, 98, 99], [1]]")
    #expect(texts.second == "…, 96, 97, 98, 99], [2]]")
  }

  @Test func `the excerpt names the types if the texts are equal`() {
    let texts = Excerpts(Int8(1), Int16(1), limit: 50)
    #expect([texts.first, texts.second] == ["1 as Int8", "1 as Int16"])
  }

  @Test func `the excerpt of a missing value is the word 'nothing'`() {
    #expect(Excerpts(nil, 1, limit: 50).first == "nothing")
  }
}
