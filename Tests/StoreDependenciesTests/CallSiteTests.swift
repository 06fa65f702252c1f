import StoreDependencies
import TestSupport
import Testing

@Suite struct CallSiteTests {
  @Test func `a call site without arguments is the place of the call`() {
    let site = CallSite()  // Here
    #expect(site.line == markedLine())
    #expect(site.description == "CallSiteTests.swift:\(site.line)")
    #expect(site.fileID == #fileID)
    #expect(site.filePath == #filePath)
  }

  @Test(arguments: [
    ("App/Feature.swift", "Feature.swift"), ("Feature.swift", "Feature.swift"), ("A/B/C.swift", "C.swift"),
  ])
  func `the file name follows the module`(fileID: String, name: String) {
    #expect(CallSite(fileID: fileID).fileName == name)
  }
}
