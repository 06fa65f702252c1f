/// What an endpoint throws that a test has not implemented.
public struct UnimplementedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The endpoint, as it was named: `SearchClient.search`.
  public let endpoint: String

  /// Where the endpoint was made.
  public let site: CallSite

  /// Makes the error of an endpoint.
  public init(endpoint: String, site: CallSite) {
    self.endpoint = endpoint
    self.site = site
  }

  /// One line that names the endpoint.
  public var description: String { "\(endpoint) is not implemented (\(site))" }
}
