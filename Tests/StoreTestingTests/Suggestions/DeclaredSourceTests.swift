import Foundation
import Testing

@testable import StoreValues

/// A generic type with a nested one.
struct MadeBox<Content> {
  private(set) var count = 0

  struct Lid {
    private(set) var isOpen = false
  }
}

extension GuardedSpecimen {
  /// A type in an extension, in another file than the type around it.
  struct Drawer {
    private(set) var isOpen = false
  }
}

/// Declarations are read without a parser, in source of any style.
@Suite struct DeclaredSourceTests {
  @Test(
    arguments: [
      "struct Other\n{\n  private var own = 1\n}",
      "struct Other {\n// a } brace\nprivate var own = 1\n}",
      "struct Other { var half: Int { 1 / 2 }; private var own = 1 }",
      "struct Other { var url = \"a//b\"; private var own = 1 }",
      "/*\nThe rows of a struct\n*/\nstruct Other { private var own = 1 }",
      "struct Other {\n  private var\n    first = 1\n  private var own = 1\n}",
      "// like struct Other\nfunc make() {\n  let a = 1\n}\nstruct Other { private var own = 1 }",
    ]
  )
  func `a property is found among comments, text and braces`(text: String) throws {
    #expect(try #require(DeclaredType("Other", in: text)).restrictions == ["own": .isPrivate])
  }

  @Test func `a property that can't be read has the restriction on reading, though its setter has another`() throws {
    let text = "struct Other { fileprivate private(set) var own = 1 }"
    #expect(try #require(DeclaredType("Other", in: text)).restrictions == ["own": .isFileprivate])
  }

  @Test func `a local type is no part of the type before it`() {
    let text = "struct First { var a = 1 }\nfunc make() {\n  struct Inner { var a = 1 }\n}"
    #expect(DeclaredType("First.Inner", in: text) == nil)
  }

  @Test(
    arguments: [
      ("init(done: (Int) -> Void, rows: Array<Int>, last: Int) {}", ["done", "rows", "last"]),
      ("init(done: @escaping () -> Void = {}, next: Int) {}", ["done", "next"]),
      ("init(text: String = \"\\\")\", count: Int) {}", ["text", "count"]),
      ("init(separator: String = \", a: (\", count: Int) {}", ["separator", "count"]),
      ("init(\n  first: Int\n)\n{\n}", ["first"]),
    ]
  )
  func `all parameters of an initialiser are read`(text: String, names: [String]) throws {
    let declaration = try #require(DeclaredType("Other", in: "struct Other {\n  \(text)\n}"))
    #expect(declaration.initialisers.map { $0.parameters.map(\.name) } == [names])
  }

  @Test func `an initialiser that throws is known as such behind a quote in a text`() throws {
    let text = "struct Other {\n  init(quote: String = \"\\\"\") throws {}\n}"
    #expect(try #require(DeclaredType("Other", in: text)).initialisers == [])
  }

  @Test func `a generic type is found, and one in an extension in another file`() {
    #expect(restrictions(of: MadeBox<[Int]>.self) == ["count": .hasPrivateSetter])
    #expect(restrictions(of: MadeBox<[Int]>.Lid.self) == ["isOpen": .hasPrivateSetter])
    #expect(restrictions(of: GuardedSpecimen.Drawer.self) == ["isOpen": .hasPrivateSetter])
  }

  @Test(arguments: [false, true])
  func `the file that is named after a type is read first, also in a module that is a link`(isLink: Bool) throws {
    let files = FileManager.default
    let package = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let module = package.appendingPathComponent("Sources/StoreTestingTests")
    let sources = isLink ? package.appendingPathComponent("Elsewhere") : module
    let later = sources.appendingPathComponent("Later")
    try files.createDirectory(at: later, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: package) }
    if isLink {
      try files.createDirectory(at: module.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.createSymbolicLink(at: module, withDestinationURL: sources)
    }
    let texts = [
      package.appendingPathComponent("Package.swift"): "",
      sources.appendingPathComponent("Earlier.swift"): "struct MadeBox { private var other = 1 }",
      later.appendingPathComponent("MadeBox.swift"): "struct MadeBox { private var own = 1 }",
    ]
    for (file, text) in texts { try text.write(to: file, atomically: true, encoding: .utf8) }
    let test = package.appendingPathComponent("Tests/ATests.swift").path
    #expect(restrictions(of: MadeBox<Int>.self, near: test) == ["own": .isPrivate])
  }

  private func restrictions(of type: Any.Type, near file: String = #filePath) -> [String: DeclaredType.Restriction]? {
    DeclaredTypes.declaration(of: type, near: file)?.restrictions
  }
}
