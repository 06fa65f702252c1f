/// A part of a page of recordings, with a separate link.
package protocol PageSection: Sendable {
  var title: String { get }

  /// Whether the section has steps to play.
  var hasSteps: Bool { get }

  /// Writes the section.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - id: The section's id on the page.
  ///   - isAlone: Whether the page shows only this section.
  func write(to page: inout HTMLText, id: String, isAlone: Bool)
}

extension Recording: PageSection {
  package var hasSteps: Bool { !entries.isEmpty }

  package func write(to page: inout HTMLText, id: String, isAlone: Bool) {
    RecordingTables(last(RecordingPage.entryLimit), id: id, isAlone: isAlone).write(to: &page)
  }
}
