/// What went wrong outside the reach of a test's own assertions.
package struct DependencyIssue: Sendable {
  /// The kinds of misuse.
  package enum Kind: Sendable {
    /// An endpoint made by `unimplemented` was called.
    case unimplementedEndpoint

    /// A dependency without a test value was read in a test, and nothing had overridden it.
    case missingTestValue

    /// A dependency without a live value was read outside tests, and nothing had overridden it.
    case missingLiveValue

    /// An effect threw an error that nothing handles.
    case unhandledError

    /// A feature keeps sending messages to itself.
    case livelock

    /// An operation was given something that makes no sense.
    case misuse
  }

  package let kind: Kind

  /// What was used, as a person would name it: `SearchClient.search` or `\.searchClient`.
  package let subject: String

  /// One sentence that says what happened.
  package let headline: String

  package let details: String

  /// Where the endpoint, the `@Dependency` or the effect was declared.
  package let site: CallSite

  package init(kind: Kind, subject: String, headline: String, details: String, site: CallSite) {
    self.kind = kind
    self.subject = subject
    self.headline = headline
    self.details = details
    self.site = site
  }
}
