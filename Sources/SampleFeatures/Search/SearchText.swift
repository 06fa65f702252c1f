import Foundation

/// A text normalised for comparison: without case, diacritics and punctuation.
struct SearchText {
  /// The words of the text.
  let words: [String]

  /// The words, with a space in between.
  let text: String

  /// Creates the comparable form of a text.
  init(_ original: String) {
    // To Unicode, letters such as ø and ł have no diacritic, so folding alone would leave them.
    let latin = original.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? original
    words =
      latin
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
    text = words.joined(separator: " ")
  }

  /// Whether a word of the text begins with a prefix.
  func hasWord(beginningWith beginning: String) -> Bool {
    words.contains { $0.hasPrefix(beginning) }
  }
}
