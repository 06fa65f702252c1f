public import StoreDependencies

/// A client that performs searches.
public struct SearchClient: Sendable {
  /// Searches for the words of a query.
  public var search: @Sendable (_ query: String) async throws -> [SearchResult]

  /// Creates a client from its endpoint.
  ///
  /// - Parameter search: Searches for the words of a query.
  public init(search: @escaping @Sendable (_ query: String) async throws -> [SearchResult]) {
    self.search = search
  }
}

extension SearchClient: DependencyKey {
  /// Searches the package's fixtures.
  public static let liveValue = fixtures(in: .package)

  /// Fails a test that searches without an override.
  public static let testValue = SearchClient(search: unimplemented("SearchClient.search"))

  /// Searches a fixture file.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - file: The name of the file.
  ///   - limit: The greatest number of results.
  public static func fixtures(
    in folder: FixtureFolder,
    file: String = "search-corpus.json",
    limit: Int = 20
  ) -> SearchClient {
    SearchClient { query in
      try await folder.read(SearchCorpus.self, from: file).results(for: query, limit: limit)
    }
  }
}

extension DependencyValues {
  /// A client that performs searches.
  public var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
