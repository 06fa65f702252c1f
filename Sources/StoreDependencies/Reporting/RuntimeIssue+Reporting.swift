extension RuntimeIssue {
  /// Reports the issue to the observer, otherwise to the test library, otherwise to standard error.
  ///
  /// - Parameters:
  ///   - observer: The observer of the dependencies that were misused.
  ///   - bridge: The connection to the test library.
  package func report(
    to observer: (any DependencyObserver)?,
    through bridge: (any RuntimeIssueBridging.Type)? = Self.bridge
  ) {
    if let observer {
      observer.issueOccurred(self)
    } else if let bridge {
      bridge.report(self)
    } else {
      StandardError.write("\(site.filePath):\(site.line): warning: \(headline)")
    }
  }
}
