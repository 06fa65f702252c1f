import StoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The guide to all kinds of failure, built from the texts in Fixtures/Failures.
struct FailureGuide {
  /// The folder of the texts.
  let folder: URL

  /// Returns the guide in Markdown.
  ///
  /// - Throws: An error if a text can't be read.
  func markdown() throws -> String {
    var text = """
      # Failures

      Each section shows one kind of failure: its cause, its text, and its fix. Search this page for words of the first line that your test prints.

      The texts are those of the wrong tests that `swift run tour failures` runs. The first line of each text is the line at
      which the failure is reported. A failure fits on a screen. A failing test has its whole timeline attached as
      `timeline.txt`, which `swift test --attachments-path FOLDER` writes.

      Don't edit this page: it is made from `Sources/Tour/Failures` and the texts in Fixtures/Failures, by
      `STORE_TESTING_RECORD=1 swift test --filter FailureGuideTests`. A test compares them.

      """
    for kind in FailureGallery.exhibits.map(\.kind) {
      let advice = FailureAdvice(kind)
      text += """

        ## \(kind)

        \(advice.cause)

        ```text
        \(try golden(kind))```

        \(advice.fix)

        """
    }
    return text
  }

  /// Returns the text of a kind of failure.
  private func golden(_ kind: TestFailure.Kind) throws -> String {
    try String(contentsOf: folder.appending(path: "\(kind).txt"), encoding: .utf8)
  }
}
