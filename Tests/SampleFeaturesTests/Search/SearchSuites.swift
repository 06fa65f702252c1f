import SampleFeatures
import StoreExploration
import Testing

/// The suites of the search, which together notice all of its mutants.
@Suite("Search", .mutants(of: Search.self), .coverage(of: Search.self, minimum: 1))
enum SearchSuites {}
