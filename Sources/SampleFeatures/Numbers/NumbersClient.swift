public import StoreDependencies

/// A client that downloads numbers.
public struct NumbersClient: Sendable {
  /// Returns the numbers.
  public var numbers: @Sendable () async throws -> [Int]

  /// Creates a client from its endpoint.
  ///
  /// - Parameter numbers: Returns the numbers.
  public init(numbers: @escaping @Sendable () async throws -> [Int]) {
    self.numbers = numbers
  }
}

extension NumbersClient: DependencyKey {
  /// Reads the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails a test that requests numbers without an override.
  public static let testValue = NumbersClient(numbers: unimplemented("NumbersClient.numbers"))

  /// Reads a fixture file.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - file: The name of the file.
  public static func fixtures(in folder: FixtureFolder, file: String = "numbers.json") -> NumbersClient {
    NumbersClient { try await folder.read(Reply.self, from: file).numbers }
  }

  /// The content of the fixture file.
  private struct Reply: Decodable {
    /// The numbers, in the order of the list.
    let numbers: [Int]
  }
}

extension DependencyValues {
  /// A client that downloads numbers.
  public var numbersClient: NumbersClient {
    get { self[NumbersClient.self] }
    set { self[NumbersClient.self] = newValue }
  }
}
