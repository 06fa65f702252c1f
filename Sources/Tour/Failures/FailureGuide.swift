import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The guide to all kinds of failure, made of the texts in Fixtures/Failures.
struct FailureGuide {
  /// The folder of the texts.
  let folder: URL

  /// The guide in Markdown.
  ///
  /// - Throws: If a text can't be read.
  func markdown() throws -> String {
    var text = """
      # Failures

      What each kind of failure looks like, where it comes from, and what to do about it. The texts are those of the wrong
      tests that `swift run tour failures` runs; the first line of each is the line that the failure points at. A failure
      names no more than fits a screen. The whole timeline of a failing test is attached to it as `timeline.txt`, which
      `swift test --attachments-path FOLDER` writes.

      This page is made from the files in Fixtures/Failures, and a test holds that it is up to date.

      """
    for kind in FailureGallery.exhibits.map(\.kind) {
      let advice = FailureAdvice(kind)
      text += """

        ## \(kind)

        \(advice.cause)

        ```text
        \(try golden(kind))```

        \(advice.cure)

        """
    }
    return text
  }

  /// The text of a kind of failure.
  private func golden(_ kind: TestFailure.Kind) throws -> String {
    try String(contentsOf: folder.appending(path: "\(kind).txt"), encoding: .utf8)
  }
}
