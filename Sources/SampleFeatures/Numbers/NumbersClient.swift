public import StoreDependencies

/// Where numbers come from.
public struct NumbersClient: Sendable {
  /// Gets the numbers.
  public var numbers: @Sendable () async throws -> [Int]

  /// Makes a client of its endpoint.
  ///
  /// - Parameter numbers: Gets the numbers.
  public init(numbers: @escaping @Sendable () async throws -> [Int]) {
    self.numbers = numbers
  }
}

extension NumbersClient: DependencyKey {
  /// Reads the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails the test that asks for numbers without having said which ones.
  public static let testValue = NumbersClient(numbers: unimplemented("NumbersClient.numbers"))

  /// Reads a fixture file.
  ///
  /// - Parameters:
  ///   - folder: Where the file is.
  ///   - file: The name of the file.
  public static func fixtures(in folder: FixtureFolder, file: String = "numbers.json") -> NumbersClient {
    NumbersClient { try await folder.read(Reply.self, from: file).numbers }
  }

  /// What the fixture file holds.
  private struct Reply: Decodable {
    /// The numbers, in the order in which to show them.
    let numbers: [Int]
  }
}

extension DependencyValues {
  /// Where numbers come from.
  public var numbersClient: NumbersClient {
    get { self[NumbersClient.self] }
    set { self[NumbersClient.self] = newValue }
  }
}
