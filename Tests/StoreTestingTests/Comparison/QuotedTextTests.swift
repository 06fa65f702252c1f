import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct QuotedTextTests {
  @Test(arguments: [
    ("it's", #""it's""#), (#"\'"#, #""\\'""#), ("\"\n\t\r\0", #""\"\n\t\r\0""#), ("", #""""#),
    ("\u{1B}[31m\u{7F}\u{85}", #""\u{1B}[31m\u{7F}\u{0085}""#), ("a\u{202E}b\u{200F}", #""a\u{202E}b\u{200F}""#),
    ("\u{2028}\u{FEFF}\u{200B}", #""\u{2028}\u{FEFF}\u{200B}""#), ("שלום 日本 é", #""שלום 日本 é""#),
    ("👩‍👩‍👧 🇵🇹 ❤️", #""👩‍👩‍👧 🇵🇹 ❤️""#), ("\u{301}e\u{301}", "\"\\u{0301}e\u{301}\""), ("\"\u{301}", #""\"\u{0301}""#),
  ])
  func `a quoted text shows each character, and escapes none without need`(text: String, literal: String) {
    #expect(quoted(text) == literal)
    #expect(describe(text) == literal)
    #expect(SourceWriter().source(of: text, declared: String.self).text == literal)
  }
}
