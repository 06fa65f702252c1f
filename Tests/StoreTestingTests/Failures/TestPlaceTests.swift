import StoreDependencies
import Testing

@testable import StoreTesting

private let known = CallSite(fileID: "App/Home.swift", filePath: "/App/Home.swift", line: 3, column: 7)

@Suite struct TestPlaceTests {
  @Test(arguments: [
    (known, known),
    (
      CallSite(fileID: "Home.swift", filePath: "/Home.swift", line: 2, column: 0),
      CallSite(fileID: "Unknown/Home.swift", filePath: "/Home.swift", line: 2, column: 1)
    ),
    (
      CallSite(fileID: "", filePath: "", line: 0, column: -1),
      CallSite(fileID: "Unknown/Unknown.swift", filePath: "/unknown", line: 1, column: 1)
    ),
  ])
  func `a failure is an issue at its place, or at one that Swift Testing can show`(site: CallSite, shown: CallSite) {
    let location = SourceLocation(site)
    #expect(CallSite(location) == shown)
  }

  @Test func `a failure without a place is one at the line of its test`() {
    let site = TestAttribution().site
    #expect(site.fileID == #fileID)
    #expect(site.line == Test.current?.sourceLocation.line)
  }
}
