public import StoreDependencies

/// A client that downloads mails.
public struct MailClient: Sendable {
  /// Downloads all mails, in the order of the server.
  public var download: @Sendable () async throws -> [Mail]

  /// Creates a client from its endpoint.
  ///
  /// - Parameter download: Downloads all mails.
  public init(download: @escaping @Sendable () async throws -> [Mail]) {
    self.download = download
  }
}

extension MailClient: DependencyKey {
  /// Returns three sample mails instead of a server's.
  public static let liveValue = MailClient {
    [Mail(id: 1, subject: "Welcome"), Mail(id: 2, subject: "Your invoice"), Mail(id: 3, subject: "Lunch?")]
  }

  /// Fails a test that downloads without an override.
  public static let testValue = MailClient(download: unimplemented("MailClient.download"))
}

extension DependencyValues {
  /// The client that downloads mails.
  public var mailClient: MailClient {
    get { self[MailClient.self] }
    set { self[MailClient.self] = newValue }
  }
}
