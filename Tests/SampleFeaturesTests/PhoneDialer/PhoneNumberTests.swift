import SampleFeatures
import Testing

@Suite("Phone number")
struct PhoneNumberTests {
  @Test(arguments: [
    ("555-0123", "555-0123"),
    ("555 0123", "555-0123"),
    ("  555\t0123\n", "555-0123"),
    ("(555) 0123", "555-0123"),
    ("555.0123", "555-0123"),
    ("555/0123", "555-0123"),
    ("555--0123-", "555-0123"),
    ("555\u{2013}0123", "555-0123"),
    ("555\u{2011}0123", "555-0123"),
    ("555\u{00A0}0123", "555-0123"),
    ("+1 (555) 0123", "+1-555-0123"),
    (" +49 30/555", "+49-30-555"),
    ("112", "112"),
    ("+123456789012345", "+123456789012345"),
    ("\u{0665}\u{0665}\u{0665}\u{0660}\u{0661}\u{0662}\u{0663}", "5550123"),
    ("\u{FF15}\u{FF15}\u{FF15}", "555"),
  ])
  func `A phone number joins its groups of digits by hyphens`(_ input: String, _ text: String) throws {
    #expect(try PhoneNumber(input).text == text)
  }

  @Test(
    arguments: [
      ("", .empty),
      (" \n", .empty),
      ("+", .empty),
      ("- ( ) -", .empty),
      ("1", .tooShort),
      ("+12", .tooShort),
      ("1234567890123456", .tooLong),
      ("call me", .unexpectedCharacter("c")),
      ("555-0123x", .unexpectedCharacter("x")),
      ("555+0123", .unexpectedCharacter("+")),
      ("++555", .unexpectedCharacter("+")),
      ("555;0123", .unexpectedCharacter(";")),
      ("55\u{2164}", .unexpectedCharacter("\u{2164}")),
      ("555½", .unexpectedCharacter("½")),
      ("五五五", .unexpectedCharacter("五")),
      ("555📞", .unexpectedCharacter("📞")),
      ("5\u{20E3}55", .unexpectedCharacter("5\u{20E3}")),
    ] as [(String, PhoneNumber.Problem)]
  )
  func `A text with too few or too many digits, or other characters, is not a phone number`(
    _ input: String,
    _ problem: PhoneNumber.Problem
  ) {
    #expect(throws: problem) { try PhoneNumber(input) }
  }

  @Test(arguments: ["555-0123", "+49-30-555", "112"])
  func `The normal form of a phone number is its own normal form`(_ text: String) throws {
    #expect(try PhoneNumber(PhoneNumber(text).text) == PhoneNumber(text))
  }

  @Test func `A text that is not a phone number has a readable reason`() {
    #expect(PhoneNumber.Problem.empty.text == "Type a phone number first.")
    #expect(PhoneNumber.Problem.unexpectedCharacter("x").text == "A phone number has no “x”.")
    #expect(PhoneNumber.Problem.tooShort.text == "This phone number is too short.")
    #expect(PhoneNumber.Problem.tooLong.text == "This phone number is too long.")
    #expect(PhoneNumber.Problem.refused("111").text == "This telephone can't dial 111.")
  }
}
