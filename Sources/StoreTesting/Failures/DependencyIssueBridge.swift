package import StoreDependencies
import Testing

/// Reports misuses of dependencies outside any test store against the test that is running.
///
/// StoreDependencies finds this type by its name, because it must not import Testing.
enum DependencyIssueBridge: DependencyIssueBridging {
  /// Reports an issue at the line of the test, or else where the dependency was declared.
  ///
  /// What has no live value is reported where it was declared in any case: the test that has gone live reaches it in code
  /// of its own, and may do so in many places.
  static func report(_ issue: DependencyIssue) {
    // A detached task of an effect has lost its dependencies, and still belongs to its store.
    let environment = InFlightEffect.running?.environment ?? CurrentExecutor.get()?.owner
    if let environment { return environment.dependencyFailed(issue) }
    let test = Test.current.map { test in
      CallSite(
        fileID: test.sourceLocation.fileID,
        filePath: test.sourceLocation.filePath,
        line: test.sourceLocation.line,
        column: test.sourceLocation.column
      )
    }
    let isAtUse = test == nil || issue.kind == .missingLiveValue && !issue.site.isInPackage
    let declared = issue.site.isInPackage ? "" : "\n\nDeclared at \(issue.site)."
    let other = test.map { isAtUse ? "\n\nReached by the test at \($0)." : declared }
    TestFailure(
      TestFailure.Kind(issue.kind),
      issue.headline,
      details: issue.details + (other ?? ""),
      at: isAtUse ? issue.site : test ?? issue.site
    )
    .report(to: nil)
  }
}

extension DependencyIssueBridge {
  /// The object that is kept for the running case of a test, made if there is none; nil outside of tests.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)? {
    Test.current.map { KeptObjects.object(for: $0, Test.Case.current, make) }
  }
}

extension TestFailure.Kind {
  package init(_ kind: DependencyIssue.Kind) {
    self =
      switch kind {
      case .unhandledError: .effectThrew
      case .livelock: .livelock
      case .misuse: .misuse
      case .unimplementedEndpoint, .missingTestValue, .missingLiveValue: .unimplementedDependency
      }
  }
}

extension CallSite {
  /// Whether it lies in this package, where nobody who reads a failure has anything to look for.
  fileprivate var isInPackage: Bool {
    ["StoreDependencies/", "StoreCore/", "StoreTesting/"].contains { fileID.hasPrefix($0) }
  }
}
