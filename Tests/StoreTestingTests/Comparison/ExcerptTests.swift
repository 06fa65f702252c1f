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
