import StoreDependencies
import Testing

/// Reports misuses of dependencies outside any test store against the test that is running.
///
/// StoreDependencies finds this type by its name, because it must not import Testing.
enum DependencyIssueBridge: DependencyIssueBridging {
  /// Reports an issue at the line of the test, or else where the dependency was declared.
  static func report(_ issue: DependencyIssue) {
    // A detached task of an effect has lost its dependencies, and still belongs to its store.
    let environment = EffectScope.running?.environment ?? CurrentExecutor.get()?.owner
    if let environment { return environment.dependencyFailed(issue) }
    let site = Test.current.map { test in
      CallSite(
        fileID: test.sourceLocation.fileID,
        filePath: test.sourceLocation.filePath,
        line: test.sourceLocation.line,
        column: test.sourceLocation.column
      )
    }
    let details = site == nil ? issue.details : "\(issue.details)\n\nDeclared at \(issue.site)."
    TestFailure(TestFailure.Kind(issue.kind), issue.headline, details: details, at: site ?? issue.site).report(to: nil)
  }
}

extension TestFailure.Kind {
  /// The kind of failure that an issue is.
  init(_ kind: DependencyIssue.Kind) {
    self =
      switch kind {
      case .unhandledError: .effectThrew
      case .livelock: .livelock
      case .misuse: .misuse
      case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: .unimplementedDependency
      }
  }
}
