import StoreDependencies
import TestSupport
import Testing

@Suite struct CallSiteTests {
  @Test("a call site without arguments is the place of the call")
  func here() {
    let site = CallSite()  // Here
    #expect(site.line == markedLine())
    #expect(site.description == "CallSiteTests.swift:\(site.line)")
    #expect(site.fileID == #fileID)
    #expect(site.filePath == #filePath)
  }

  @Test(
    "the file name follows the module",
    arguments: [("App/Feature.swift", "Feature.swift"), ("Feature.swift", "Feature.swift"), ("A/B/C.swift", "C.swift")]
  )
  func fileName(fileID: String, name: String) {
    #expect(CallSite(fileID: fileID).fileName == name)
  }
}
