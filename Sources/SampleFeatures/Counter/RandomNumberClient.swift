public import StoreDependencies

/// A client that draws random numbers.
public struct RandomNumberClient: Sendable {
  /// Draws a number.
  public var number: @Sendable () async throws -> Int

  /// Creates a client from its endpoint.
  ///
  /// - Parameter number: Draws a number.
  public init(number: @escaping @Sendable () async throws -> Int) {
    self.number = number
  }
}

extension RandomNumberClient: DependencyKey {
  /// Draws from the range in the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails a test that draws a number without an override.
  public static let testValue = RandomNumberClient(number: unimplemented("RandomNumberClient.number"))

  /// Draws from the range in a fixture file.
  ///
  /// It uses the generator of `\.withRandomNumberGenerator`, so the numbers are repeatable with a seeded generator.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - file: The name of the file.
  public static func fixtures(in folder: FixtureFolder, file: String = "random-number.json") -> RandomNumberClient {
    RandomNumberClient {
      let bounds = try await folder.read(Bounds.self, from: file)
      guard bounds.lowest <= bounds.highest else {
        throw FixtureError.unexpected(file: file, place: "lowest", problem: "is above highest")
      }
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      return withRandomNumberGenerator { Int.random(in: bounds.lowest...bounds.highest, using: &$0) }
    }
  }

  /// The content of the fixture file.
  private struct Bounds: Decodable {
    /// The lowest number to draw.
    let lowest: Int

    /// The highest number to draw.
    let highest: Int
  }
}

extension DependencyValues {
  /// A client that draws random numbers.
  public var randomNumberClient: RandomNumberClient {
    get { self[RandomNumberClient.self] }
    set { self[RandomNumberClient.self] = newValue }
  }
}
