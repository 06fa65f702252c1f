import Testing

@testable import StoreExploration

/// Which fields of a state conditions can be about.
@Suite struct StateFactsTests {
  struct Box<Content> { let content: Content }

  struct Leaf: Hashable { let isOn = true }

  enum Answer { case leaf(Leaf) }

  final class Lamp { let isOn = true }

  struct Mirrored: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["isOn": true]) }
  }

  struct Depth: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fields: Set<String>
    let state: @Sendable () -> Any

    static let all = [
      Depth(testDescription: "a record", fields: ["\(path).isOn"]) { nested(Leaf()) },
      Depth(testDescription: "a record in a record", fields: []) { nested(Box(content: Leaf())) },
      Depth(testDescription: "a record in an optional", fields: [path]) { nested(Optional(Leaf())) },
      Depth(testDescription: "a record in a wrapper", fields: []) { nested(AnyHashable(Leaf())) },
      Depth(testDescription: "a record in a case", fields: [path]) { nested(Answer.leaf(Leaf())) },
      Depth(testDescription: "a record in a list", fields: [path]) { nested([Leaf()]) },
      Depth(testDescription: "a record in a dictionary", fields: [path]) { nested(["a": Leaf()]) },
      Depth(testDescription: "a flag", fields: ["\(path).content"]) { nested(Box(content: true)) },
      Depth(testDescription: "a flag in an optional", fields: ["\(path).content"]) {
        nested(Box(content: Optional(true)))
      },
      Depth(testDescription: "an object", fields: []) { Box(content: Lamp()) },
      Depth(testDescription: "a record with a mirror of its own", fields: []) { Box(content: Mirrored()) },
    ]

    private static let path = "content.content.content"

    private static func nested<Content>(_ content: Content) -> Any {
      Box(content: Box(content: Box(content: content)))
    }
  }

  @Test(arguments: Depth.all) func `fields of values count to a depth of four`(_ depth: Depth) {
    #expect(Set(StateFacts(of: depth.state()).atoms.map(\.subject)) == depth.fields)
  }

  @Test(arguments: [(20, 20), (21, nil)] as [(Int, Int?)])
  func `the entries of a dictionary count if they are at most twenty`(count: Int, keys: Int?) {
    let entries = Dictionary(uniqueKeysWithValues: (1...count).map { ($0, true) })
    #expect(StateFacts(of: Box(content: entries)).ids["content"]?.count == keys)
  }

  struct Titled: Identifiable {
    let name: String
    var id: Int { 7 }
  }

  struct Row { let (name, id): (String, Int) }

  @Test func `an element has its id by its protocol, or by a field of that name`() {
    #expect(StateFacts(of: Box(content: [Titled(name: "a")])).ids == ["content": ["7"]])
    #expect(StateFacts(of: Box(content: [Row(name: "a", id: 3)])).ids == ["content": ["3"]])
    #expect(StateFacts(of: Box(content: [Leaf()])).ids == ["content": []])
  }
}
