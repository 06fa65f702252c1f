/// A misuse or an error at runtime, which a test's own assertions can't detect.
package struct RuntimeIssue: Sendable {
  /// The kind of an issue.
  package enum Kind: Sendable {
    /// An endpoint made by `unimplemented` was called.
    case unimplementedEndpoint

    /// A test read a dependency that has no test value and no override.
    case missingTestValue

    /// Code outside of tests read a dependency that has no live value and no override.
    case missingLiveValue

    /// An effect threw an error that has no handler.
    case unhandledError

    /// A feature keeps sending messages to itself.
    case livelock

    /// An operation received an invalid argument.
    case misuse
  }

  package let kind: Kind

  /// The name of the misused endpoint or dependency, such as `SearchClient.search` or `\.searchClient`.
  package let subject: String

  /// One sentence that describes the issue.
  package let headline: String

  package let details: String

  /// The endpoint that was called; nil for other issues.
  package let endpoint: Endpoint?

  /// The shape of an endpoint.
  package struct Endpoint: Sendable {
    /// The number of its parameters.
    package let parameters: Int

    /// The type of its result.
    package let result: Any.Type
  }

  /// The line that declared the endpoint, the `@Dependency` or the effect.
  package let site: CallSite

  package init(
    kind: Kind,
    subject: String,
    headline: String,
    details: String,
    endpoint: Endpoint? = nil,
    site: CallSite
  ) {
    self.kind = kind
    self.subject = subject
    self.headline = headline
    self.details = details
    self.endpoint = endpoint
    self.site = site
  }
}
