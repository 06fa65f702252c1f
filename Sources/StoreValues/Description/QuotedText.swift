/// Returns a text as a Swift literal with visible characters only.
///
/// Unlike `debugDescription` it doesn't escape apostrophes. It escapes characters that are invisible or change how
/// others are displayed.
package func quoted(_ text: String) -> String {
  var literal = "\""
  var isBehindCharacter = false
  for scalar in text.unicodeScalars {
    // A combining character must not combine with a quote or an escape.
    let isHidden = needsEscape(scalar) || (scalar.properties.isGraphemeExtend && !isBehindCharacter)
    let written = scalar == "'" ? "'" : scalar.escaped(asASCII: isHidden)
    isBehindCharacter = written.unicodeScalars.count == 1
    literal += written
  }
  return literal + "\""
}

/// Whether a character is invisible or changes how others are displayed: controls, directions, breaks and
/// noncharacters.
package func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
    0xFDD0...0xFDEF:
    true
  default: scalar.value & 0xFFFE == 0xFFFE
  }
}
