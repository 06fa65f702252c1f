import Testing

@testable import StoreEditing

/// Where one token ends and the next begins.
struct TokenTests {
  private func tokens(_ text: String) throws -> [String] {
    let file = try SourceFile(text)
    return file.tokens.map { file[$0.range] }
  }

  @Test(
    arguments: [
      ("1.5 + 9.9", ["1.5", "+", "9.9"]),
      ("1.a", ["1", ".", "a"]),
      ("1-5", ["1", "-", "5"]),
      ("1e-5", ["1e-5"]),
      ("1E+5", ["1E+5"]),
      ("1e - 5", ["1e", "-", "5"]),
      ("0x1p-3", ["0x1p-3"]),
      ("0xA.8p2", ["0xA.8p2"]),
      // An "e" is a digit here, and no exponent.
      ("0x1e-5", ["0x1e", "-", "5"]),
    ] as [(String, [String])]
  )
  func `a number ends behind its fraction and its exponent`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test(
    arguments: [
      ("x = a!=b", ["x", "=", "a", "!", "=", "b"]),
      ("x = a??.b", ["x", "=", "a", "?", "?", ".", "b"]),
      ("a != b", ["a", "!=", "b"]),
      ("a+=b", ["a", "+=", "b"]),
      ("f(!a)", ["f", "(", "!", "a", ")"]),
      ("(a, !!b)", ["(", "a", ",", "!!", "b", ")"]),
    ] as [(String, [String])]
  )
  func `a mark that touches the operand before it stands alone`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test(
    arguments: [
      ("x = /a b/", ["x", "=", "/a b/"]),
      ("#/a b/#.c", ["#/a b/#", ".", "c"]),
      ("a /b/ c", ["a", "/", "b", "/", "c"]),
      ("1 /b/ c", ["1", "/", "b", "/", "c"]),
      ("a! /b/ c", ["a", "!", "/", "b", "/", "c"]),
      ("a ? /x(/ : b", ["a", "?", "/x(/", ":", "b"]),
      ("a ?? /x(/", ["a", "??", "/x(/"]),
      ("a+ /x(/", ["a", "+", "/x(/"]),
      ("x = a! /b/ c", ["x", "=", "a", "!", "/", "b", "/", "c"]),
      ("x = /a /b", ["x", "=", "/", "a", "/", "b"]),
      // No slash closes it before the end of the text.
      ("x = /", ["x", "=", "/"]),
      ("x = /a", ["x", "=", "/", "a"]),
      // A class ends with its last bracket, and a parenthesis counts from there on.
      ("x = /[[a])]/", ["x", "=", "/[[a])]/"]),
      ("f(/[a])/2", ["f", "(", "/", "[", "a", "]", ")", "/", "2"]),
      ("a +/ b", ["a", "+/", "b"]),
      ("a +// b", ["a", "+"]),
    ] as [(String, [String])]
  )
  func `a slash begins a regex, divides, or is a part of an operator`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test(
    arguments: [
      ("x ± ¬a≠", ["x", "±", "¬", "a", "≠"]),
      ("é🎉 →", ["é🎉", "→"]),
      ("aZ zÀ", ["aZ", "zÀ"]),
      ("let ҡала", ["let", "ҡала"]),
    ] as [(String, [String])]
  )
  func `a character outside of ASCII is a part of a name or an operator`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test(
    arguments: [
      ("#if A/* b */", ["#if A"]),
      (
        #"#sourceLocation(file: "A/B.swift", line: 1) // c"#, [#"#sourceLocation(file: "A/B.swift", line: 1)"#]
      ),
    ] as [(String, [String])]
  )
  func `a directive ends with its line or before a comment`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test(
    arguments: [
      ("\u{FEFF}a", ["a"]),
      ("#!/usr/bin/swift (\na", ["a"]),
      ("\u{FEFF}#!/usr/bin/swift (\na", ["a"]),
    ] as [(String, [String])]
  )
  func `a byte order mark or a line for the shell is no token`(text: String, expected: [String]) throws {
    #expect(try tokens(text) == expected)
  }

  @Test func `a raw string has interpolations with as many pounds`() throws {
    #expect(try tokens(##"#"\#(b) \(c)"#"##) == [##"#""##, ##"\#("##, "b", ")", ##""#"##])
  }

  @Test func `a comment of one line ends before the line break`() throws {
    let file = try SourceFile("a // b\r\nc")
    #expect(file.comments.map { file[$0] } == ["// b"])
  }

  @Test func `a comment of several lines separates statements`() throws {
    let file = try SourceFile("a() /*\n*/ b()")
    #expect(file.statements.map { file[$0.range] } == ["a()", "b()"])
  }
}
