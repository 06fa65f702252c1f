import StoreDependencies
import Synchronization
import Testing

/// A test library that is not the one of this process.
private enum OtherLibrary: RuntimeIssueBridging {
  /// The observer that receives the reports of the running test.
  @TaskLocal static var reports: RecordingObserver?

  static func report(_ issue: RuntimeIssue) {
    reports?.issueOccurred(issue)
  }

  static func kept(_ make: () -> any AnyObject & Sendable) -> (any AnyObject & Sendable)? { nil }
}

@Suite struct RuntimeIssueReportingTests {
  private static let issue = RuntimeIssue(
    kind: .unimplementedEndpoint,
    subject: "Client.endpoint",
    headline: "Client.endpoint was called",
    details: "Override it.",
    site: CallSite(fileID: "App/Client.swift", filePath: "/App/Client.swift", line: 7, column: 1)
  )

  @Test func `the nearest observer receives a misuse`() {
    let outer = issues {
      let inner = issues { _ = DependencyValues.current.searchClient }
      #expect(inner.count == 1)
    }
    #expect(outer.isEmpty)
  }

  @Test func `an observer takes precedence over the test library`() {
    let observer = RecordingObserver()
    let library = RecordingObserver()
    OtherLibrary.$reports.withValue(library) {
      Self.issue.report(to: observer, through: OtherLibrary.self)
      #expect(observer.issues.count == 1)
      #expect(library.issues.isEmpty)
      Self.issue.report(to: nil, through: OtherLibrary.self)
      #expect(observer.issues.count == 1)
      #expect(library.issues.count == 1)
    }
  }

  @Test func `a test library is looked up until it is loaded, and then no more`() {
    let lookups = Mutex([nil, OtherLibrary.self] as [(any RuntimeIssueBridging.Type)?])
    let lookup = BridgeLookup { lookups.withLock { $0.removeFirst() } }
    #expect(lookup.bridge == nil)
    #expect(lookup.bridge == OtherLibrary.self)
    #expect(lookup.bridge == OtherLibrary.self)
  }

  #if os(Linux) || os(macOS)
    @Test func `an issue without an observer and a test library is written to standard error`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.issue.report(to: nil, through: nil)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("/App/Client.swift:7: warning: Client.endpoint was called\n"))
    }
  #endif
}
