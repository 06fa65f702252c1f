package import StoreDependencies
import Testing

/// A bridge that reports misuses of dependencies outside of test stores as failures of the running test.
///
/// StoreDependencies finds this type by name, because it must not import Testing.
enum RuntimeIssueBridge: RuntimeIssueBridging {
  /// Reports an issue at the line of the test, otherwise at the declaration of the dependency.
  ///
  /// A missing live value is always reported at the declaration, as a test in the live context may read it in many
  /// places.
  static func report(_ issue: RuntimeIssue) {
    // A detached task of an effect has lost its dependencies, but still belongs to the effect's store.
    let environment = InFlightEffect.running?.environment ?? TestEnvironment.drainedHere
    if let environment { return environment.issueOccurred(issue) }
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

extension RuntimeIssueBridge {
  /// Returns the object that is stored for the running test case; nil outside of tests. The first call in a case makes
  /// it.
  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)? {
    TestRun.kept(make)
  }
}

extension TestFailure.Kind {
  package init(_ kind: RuntimeIssue.Kind) {
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
  /// Whether the line is in this package, where the reader of a failure has nothing to fix.
  fileprivate var isInPackage: Bool {
    ["StoreDependencies/", "StoreCore/", "StoreTesting/"].contains { fileID.hasPrefix($0) }
  }
}
