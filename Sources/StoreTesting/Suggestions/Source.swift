/// A piece of Swift.
struct Source {
  /// The text.
  let text: String

  /// Whether nothing in it must be filled in by hand.
  let isComplete: Bool

  /// Makes a piece that is complete.
  init(_ text: String) {
    self.text = text
    isComplete = true
  }

  /// Makes a piece of its parts.
  init(_ text: String, of parts: [Source]) {
    self.text = text
    isComplete = parts.allSatisfy(\.isComplete)
  }

  /// Makes a place that must be filled in by hand.
  init(missing value: Any) {
    // A comment would come to an end with the first sign of its end.
    let text = describe(value, limit: 100).replacing("*/", with: "* /").replacing("/*", with: "/ *")
    self.text = "/* \(text) */"
    isComplete = false
  }
}

/// The name of a type as source code outside of it would write it: with the types around it, and without modules.
func sourceName(of type: Any.Type) -> String {
  var name = String(reflecting: type).replacing(extensionMark, with: "")
  // A private or local type is known by its own name where it can be used at all.
  while let mark = name.range(of: "(unknown context at $"), let end = name[mark.upperBound...].range(of: ").") {
    let path = name[..<mark.lowerBound].lastIndex { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
    let start = path.map { name.index(after: $0) } ?? name.startIndex
    name.replaceSubrange(start..<end.upperBound, with: "_.")
  }
  var result = ""
  var word = ""
  var isFirst = true
  for character in name {
    if character.isLetter || character.isNumber || character == "_" {
      word.append(character)
    } else if character == "." {
      // The first word of a path is the module.
      if !isFirst || result.hasSuffix(">") { result += word + "." }
      word = ""
      isFirst = false
    } else {
      result += word + String(character)
      word = ""
      isFirst = true
    }
  }
  return result + word
}

/// What stands before the name of a type that is declared in an extension of another module's type.
private var extensionMark: Regex<Substring> { /\(extension in \w+\):/ }

/// A name behind a dot, which must be marked if it means something else there.
func memberName(_ name: String) -> String {
  ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}

extension StringProtocol {
  /// Where a text is found first.
  fileprivate func range(of text: String) -> Range<Index>? {
    ranges(of: text).first
  }
}
