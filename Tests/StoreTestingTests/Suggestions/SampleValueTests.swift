import Testing

@testable import StoreValues

private struct Shell { let content: Any }

/// The values that a suggested answer contains.
@Suite struct SampleValueTests {
  @Test(arguments: [(0, true), (6, true), (7, false)])
  func `a part is found in up to six other values`(depth: Int, isFound: Bool) {
    let value = (0..<depth).reduce(7 as Any) { value, _ in Shell(content: value) }
    #expect(part(of: value, where: { $0 is Int }) as? Int == (isFound ? 7 : nil))
  }

  @Test func `a standard type has an empty value`() {
    let samples: [(type: Any.Type, source: String?)] = [
      (Bool.self, "false"), (Int8.self, "0"), (Double.self, "0"), (String.self, "\"\""), (Int?.self, "nil"),
      ([Int].self, "[]"), (Set<Int>.self, "[]"), ([String: Int].self, "[:]"), (Shell.self, nil),
    ]
    for (type, source) in samples { #expect(emptySource(of: type) == source, "\(type)") }
  }
}
