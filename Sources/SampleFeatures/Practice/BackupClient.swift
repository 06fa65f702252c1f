public import StoreDependencies

/// A client of the server that keeps a copy of the library.
public struct BackupClient: Sendable {
  /// Sends the library to the server. Throws while the server can't be reached.
  public var backUp: @Sendable (_ library: PracticeLibrary) async throws -> Void

  /// Creates a client from its endpoint.
  ///
  /// - Parameter backUp: Sends the library to the server.
  public init(backUp: @escaping @Sendable (_ library: PracticeLibrary) async throws -> Void) {
    self.backUp = backUp
  }
}

extension BackupClient: DependencyKey {
  /// Reports that the app did not set a client.
  public static let liveValue = BackupClient(backUp: unimplemented("BackupClient.backUp"))

  /// Fails a test that backs up without an override.
  public static let testValue = liveValue
}

extension DependencyValues {
  /// The client that backs up the library.
  public var backupClient: BackupClient {
    get { self[BackupClient.self] }
    set { self[BackupClient.self] = newValue }
  }
}
