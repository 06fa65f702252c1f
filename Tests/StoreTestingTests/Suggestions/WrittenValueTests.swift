import Foundation
import Testing

@testable import StoreValues

/// A value with several initialisers.
struct MadeStall: Equatable {
  let row: Int
  var seat = 0
  var name = ""

  init(row: Int) { self.row = row }

  init(row: Int, seat: Int) { (self.row, self.seat) = (row, seat) }

  init(row: Int, name: String) { (self.row, self.name) = (row, name) }
}

/// A value with two constants that no initialiser sets.
struct MadePass: Equatable {
  let row: Int
  let code: Int
  let gate: Int

  init(row: Int) { (self.row, code, gate) = (row, row * 7, row * 9) }
}

/// A class, which no source can make again.
private final class Owner: Sendable {
  let id: Int

  init(_ id: Int) { self.id = id }
}

private struct Inner: CustomStringConvertible {
  var number = 7

  var description: String { "inner 7" }
}

private struct Outer: CustomStringConvertible {
  var inner = Inner()

  var description: String { "outer inner 7" }
}

/// How single values are written as source.
@Suite struct WrittenValueTests {
  private func source(_ value: Any, near file: String? = nil) -> SourceText {
    SourceWriter(near: file).source(of: value, declared: nil)
  }

  @Test(arguments: [(1_997, true), (1_998, true), (1_999, false)])
  func `a value is written on up to 2000 characters`(length: Int, isWritten: Bool) {
    #expect(source(String(repeating: "a", count: length)).isComplete == isWritten)
  }

  @Test func `the advice is about the first part that can't be written, or about the length that is reached before`() {
    let many = Array(repeating: 1, count: 1_500)
    let long = String(repeating: "a", count: 1_500)
    let mixed: [Any] = [1, long, long, Owner(1)]
    let objects = [1 as Any] + (0..<500).map { Owner($0) as Any }
    #expect(source((many, many, Owner(1))).obstacle == .length)
    #expect(source(mixed).obstacle == .length)
    #expect(source(objects).obstacle == .object("Owner"))
    #expect(source([UUID(): Owner(1)]).obstacle == .random)
  }

  @Test func `values with their own texts are written if each text shows what is in it`() {
    #expect(source(Outer()).text == "Outer(inner: Inner(number: 7))")
  }

  @Test func `a list names its type unless a literal has it`() {
    #expect(source(["a"]).text == "[\"a\"]")
    #expect(source([1]).text == "[1]")
    #expect(source([true]).text == "[true]")
    #expect(source([1] as [Int8]).text == "([1] as [Int8])")
  }

  @Test(arguments: ["00000000-0000-4000-0000-000000000000", "00000000-0000-0000-8000-000000000000"])
  func `an identifier that only resembles a random one is written`(text: String) throws {
    let identifier = try #require(UUID(uuidString: text))
    #expect(source(identifier).text == "UUID(uuidString: \"\(text)\")!")
  }

  @Test func `a relative URL is written with its base`() throws {
    let url = try #require(URL(string: "b", relativeTo: URL(string: "https://a.b/")))
    #expect(source(url).text == "URL(string: \"b\", relativeTo: URL(string: \"https://a.b/\")!)!")
  }

  @Test func `the initialiser that sets the most properties makes a value`() {
    var stall = MadeStall(row: 1, seat: 2)
    stall.name = "a"
    #expect(
      source(stall, near: #filePath).text
        == "{ var value = MadeStall(row: 1, seat: 2); value.name = \"a\"; return value }()"
    )
  }

  @Test func `the advice names the first property that no initialiser takes`() {
    #expect(source(MadePass(row: 1), near: #filePath).obstacle == .lacksProperty("code", of: "MadePass"))
  }
}
