import StoreEditing

extension SourceFile {
  /// Whether a function begins between two lines, so that they are in different ones.
  func hasFunction(between first: Int, _ second: Int) -> Bool {
    guard let start = offset(line: min(first, second), column: 1), let end = offset(line: max(first, second), column: 1)
    else { return true }
    return self[start..<end].split(separator: "\n").dropFirst().contains { $0.contains("func ") }
  }

  /// Whether a call's statement is what its function returns, so that no line can follow it.
  func isResult(_ call: Call) -> Bool {
    let statement = self[call.statement]
    if statement.hasPrefix("return ") || statement == "return" { return true }
    let all = Array(text.utf8)
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    guard let open = all[..<call.statement.lowerBound].lastIndex(where: { !isSpace($0) }),
      all[open] == UInt8(ascii: "{"),
      let close = all[call.statement.upperBound...].first(where: { !isSpace($0) }), close == UInt8(ascii: "}")
    else { return false }
    let head = String(decoding: all[max(0, open - 400)..<open], as: UTF8.self)
    // The result of a closure may be the value of the statement around it.
    let line =
      head.split(separator: "\n", omittingEmptySubsequences: false).last?.drop { $0 == " " || $0 == "\t" } ?? ""
    if ["let ", "var ", "return "].contains(where: line.hasPrefix) { return true }
    guard let function = head.ranges(of: "func ").last else { return false }
    let signature = head[function.upperBound...]
    guard !signature.contains("{"), let arrow = signature.ranges(of: "->").last else { return false }
    let result = signature[arrow.upperBound...]
    return !result.contains("Void") && !result.contains("()")
  }
}
