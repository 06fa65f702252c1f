import StoreTesting

/// An HTML text under construction, which escapes recorded values.
package struct HTMLText {
  /// The text so far.
  package private(set) var html = ""

  package init() {}

  /// Writes markup without escaping.
  package mutating func raw(_ markup: String) {
    html += markup
  }

  /// Writes a text with escaping.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The maximum number of Unicode scalars to write.
  package mutating func text(_ text: String, limit: Int = .max) {
    var rest = limit
    for scalar in text.unicodeScalars {
      rest -= 1
      guard rest >= 0 else { return html += "…" }
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case "\n", "\t": html.unicodeScalars.append(scalar)
      default:
        if needsEscape(scalar) {
          html += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          html.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// Writes an element that contains a text.
  package mutating func element(_ tag: String, _ text: String, limit: Int = .max) {
    html += "<\(tag)>"
    self.text(text, limit: limit)
    html += "</\(tag.prefix { $0 != " " })>"
  }

  /// Writes a link to a line of source code, in a form that editors open.
  package mutating func place(_ place: Recording.Place?) {
    guard let place else { return }
    // A path that isn't absolute, or is very long, is only named.
    guard place.path.hasPrefix("/"), place.path.utf8.count < 1_000 else {
      return element("span", "\(place.file):\(place.line)")
    }
    html += "<a href=\"vscode://file\(Self.escaped(path: place.path)):\(place.line)\">"
    text("\(place.file):\(place.line)", limit: 200)
    html += "</a>"
  }

  /// Returns a path as part of an address.
  private static func escaped(path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"),
        UInt8(ascii: "+"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
