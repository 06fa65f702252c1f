package import StoreDependencies
package import Testing

/// A text to attach to the failures of a test.
package struct TestAttachment: Sendable, Equatable {
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Passes the attachment to a sink, otherwise to the running test.
  ///
  /// - Parameters:
  ///   - sink: The sink that receives failures instead of the test.
  ///   - site: The line that the attachment belongs to.
  package func record(to sink: FailureSink?, at site: CallSite) {
    if let sink = sink ?? FailureSink.current { return sink.take(self) }
    Attachment.record(text, named: name, sourceLocation: SourceLocation(site))
  }
}

extension SourceLocation {
  /// Creates a location in the form of Swift Testing, whose initialiser traps on invalid values.
  init(_ site: CallSite) {
    let fileName = site.fileID.isEmpty ? "Unknown.swift" : site.fileID
    self.init(
      fileID: fileName.contains("/") ? fileName : "Unknown/\(fileName)",
      filePath: site.filePath.isEmpty ? "/unknown" : site.filePath,
      line: max(site.line, 1),
      column: max(site.column, 1)
    )
  }
}

extension CallSite {
  package init(_ location: SourceLocation) {
    self.init(
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
