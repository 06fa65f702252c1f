import StoreTesting
import Testing

@testable import tour

/// The wrong tests that the tour shows.
@Suite struct FailureGalleryTests {
  @Test func `each kind of failure has one wrong test`() {
    let kinds = FailureGallery.exhibits.map(\.kind)
    #expect(Set(kinds) == Set(TestFailure.Kind.allCases))
    #expect(kinds.count == TestFailure.Kind.allCases.count)
  }

  @Test(arguments: TestFailure.Kind.allCases)
  func `each wrong test has its intended failure, and else only warnings`(kind: TestFailure.Kind) async throws {
    let exhibit = try #require(FailureGallery.exhibits.first { $0.kind == kind })
    let found = await FailureGalleryReports.shared.reports(of: exhibit)
    #expect(found.first?.kind == kind)
    #expect(found.dropFirst().allSatisfy { $0.isWarning })
    #expect(found.allSatisfy { $0.fileID.hasPrefix("tour/") && $0.line > 0 })
  }
}
