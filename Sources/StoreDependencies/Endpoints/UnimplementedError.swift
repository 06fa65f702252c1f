/// An error thrown by an unimplemented endpoint.
public struct UnimplementedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the endpoint, such as `SearchClient.search`.
  public let endpoint: String

  /// The line that created the endpoint.
  public let site: CallSite

  /// Creates the error of an endpoint.
  public init(endpoint: String, site: CallSite) {
    self.endpoint = endpoint
    self.site = site
  }

  /// One line that names the endpoint.
  public var description: String { "\(endpoint) is not implemented (\(site))" }
}
