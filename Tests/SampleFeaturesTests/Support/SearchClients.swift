import SampleFeatures
import StoreTesting

/// Returns the results that the clients of the tests find for a query.
func results(for query: String) -> [SearchResult] {
  [SearchResult(title: "Result for \(query)")]
}

extension SearchClient {
  /// A client that finds one result, named after the query, at once.
  static let instant = SearchClient { query in results(for: query) }

  /// Returns a client that finds one result, named after the query, after a second.
  static func slow(_ clock: TestClock) -> SearchClient {
    SearchClient { query in
      try await clock.sleep(for: .seconds(1))
      return results(for: query)
    }
  }
}
