import Testing

@testable import StoreExploration

/// What a written suite imports.
@Suite struct SuiteImportsTests {
  struct File: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let imports: String
  }

  @Test(arguments: [
    File(
      testDescription: "attributes and kinds are kept",
      text: "import Testing\n@testable import App\n@preconcurrency import Maps\nimport struct Shop.Price",
      imports: "import Testing\n@testable import App\n@preconcurrency import Maps\nimport struct Shop.Price"
    ),
    File(
      testDescription: "a level of access goes, as nothing in the suite is public",
      text: "public import App\n@preconcurrency private import Maps\n@_exported import Shop",
      imports: "import App\n@preconcurrency import Maps\nimport Shop"
    ),
    File(
      testDescription: "a condition is kept with its imports",
      text: "#if canImport(A)\n  import A\n#elseif DEBUG\nimport B\n#else\n  import C\n#endif\nimport D",
      imports: "#if canImport(A)\n  import A\n#elseif DEBUG\n  import B\n#else\n  import C\n#endif\nimport D"
    ),
    File(
      testDescription: "a condition in another one is kept, too",
      text: "#if os(Linux)\n  let a = 1\n  #if DEBUG\n    import A\n  #endif\n#endif",
      imports: "#if os(Linux)\n  #if DEBUG\n    import A\n  #endif\n#endif"
    ),
    File(
      testDescription: "lines may end as on Windows",
      text: "import A\r\nlet a = 1\r\nimport B\r\n",
      imports: "import A\nimport B"
    ),
    File(
      testDescription: "a condition without imports is left out, as is other code",
      text: "import A\n#if DEBUG\n  let a = 1\n#endif\nimportant()\n  import B\n// import C\n#endif\n#else",
      imports: "import A"
    ),
  ])
  func `a suite imports what the file imports that asks for it`(file: File) {
    #expect(SuiteImports(of: file.text).lines.joined(separator: "\n") == file.imports)
  }
}
