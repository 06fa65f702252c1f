public import StoreDependencies

/// A client that loads the user's name.
public struct UsernameClient: Sendable {
  /// Returns the name.
  public var username: @Sendable () async throws -> String

  /// Creates a client from its endpoint.
  ///
  /// - Parameter username: Returns the name.
  public init(username: @escaping @Sendable () async throws -> String) {
    self.username = username
  }
}

extension UsernameClient: DependencyKey {
  /// Reads the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails a test that requests a name without an override.
  public static let testValue = UsernameClient(username: unimplemented("UsernameClient.username"))

  /// Reads a fixture file.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - file: The name of the file.
  public static func fixtures(in folder: FixtureFolder, file: String = "username.json") -> UsernameClient {
    UsernameClient {
      let name = try await folder.read(Reply.self, from: file).username
      guard name.contains(where: { !$0.isWhitespace }) else {
        throw FixtureError.unexpected(file: file, place: "username", problem: "is blank")
      }
      return name
    }
  }

  /// The content of the fixture file.
  private struct Reply: Decodable {
    /// The name of the user.
    let username: String
  }
}

extension DependencyValues {
  /// A client that loads the user's name.
  public var usernameClient: UsernameClient {
    get { self[UsernameClient.self] }
    set { self[UsernameClient.self] = newValue }
  }
}
