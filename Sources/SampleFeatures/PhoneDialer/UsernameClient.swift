public import StoreDependencies

/// Where the user's name comes from.
public struct UsernameClient: Sendable {
  /// Gets the name.
  public var username: @Sendable () async throws -> String

  /// Makes a client of its endpoint.
  ///
  /// - Parameter username: Gets the name.
  public init(username: @escaping @Sendable () async throws -> String) {
    self.username = username
  }
}

extension UsernameClient: DependencyKey {
  /// Reads the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails the test that asks for a name without having said which one.
  public static let testValue = UsernameClient(username: unimplemented("UsernameClient.username"))

  /// Reads a fixture file.
  ///
  /// - Parameters:
  ///   - folder: Where the file is.
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

  /// What the fixture file holds.
  private struct Reply: Decodable {
    /// The name to greet the user by.
    let username: String
  }
}

extension DependencyValues {
  /// Where the user's name comes from.
  public var usernameClient: UsernameClient {
    get { self[UsernameClient.self] }
    set { self[UsernameClient.self] = newValue }
  }
}
