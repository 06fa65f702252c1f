import SampleFeatures
import StoreTesting
import Testing

@Suite("Search client")
struct SearchClientTests {
  func titles(for query: String, limit: Int = 20) async throws -> [String] {
    try await SearchClient.fixtures(in: .fixtures, limit: limit).search(query).map(\.title)
  }

  @Test(arguments: [
    ("york", ["York", "York River"]),
    ("swift", ["Swift Current", "Swift River"]),
    ("river york", ["York River"]),
    ("león", ["León", "León", "León"]),
    ("geneva", ["Geneva", "Geneva"]),
    ("luis", ["San Luis Potosí", "São Luís"]),
    ("ontré", ["Montréal"]),
  ])
  func `The client finds the best matches first, and equally good ones in the order of the file`(
    _ query: String,
    _ best: [String]
  ) async throws {
    #expect(try await titles(for: query).prefix(best.count) == best[...])
  }

  @Test(arguments: [
    ("SAO PAULO", "São Paulo"),
    ("lodz", "Łódź"),
    ("tromso", "Tromsø"),
    ("izmir", "İzmir"),
    ("da nang", "Đà Nẵng"),
    ("grossglockner", "Großglockner"),
    ("trois rivieres", "Trois-Rivières"),
    ("Ａｎｅｔｏ", "Aneto"),
    ("sa\u{303}o paulo", "São Paulo"),
    ("  'york'! ", "York"),
  ])
  func `The client ignores case, diacritics, width and punctuation`(_ query: String, _ best: String) async throws {
    #expect(try await titles(for: query).first == best)
  }

  @Test(arguments: [
    ("praha", "Prague"),
    ("volcano iceland", "Snæfellsjökull"),
    ("portugal river", "Douro"),
    ("cyclades", "Naxos"),
  ])
  func `The client finds by kind, region and keywords, too`(_ query: String, _ best: String) async throws {
    #expect(try await titles(for: query).first == best)
  }

  @Test func `Each result has its kind and its region`() async throws {
    let found = try await SearchClient.liveValue.search("swift")
    #expect(found.contains(SearchResult(id: "swift-current", title: "Swift Current", detail: "City, Canada")))
    #expect(found.contains(SearchResult(id: "swift-river", title: "Swift River", detail: "River, United States")))
  }

  @Test(arguments: ["", "  ", "?!", "xyzzy", "york xyzzy"])
  func `A query without matches has no results`(_ query: String) async throws {
    #expect(try await titles(for: query) == [])
  }

  @Test func `The number of results is limited`() async throws {
    #expect(try await titles(for: "a").count == 20)
    #expect(try await titles(for: "a", limit: 3) == Array(titles(for: "a").prefix(3)))
    #expect(try await titles(for: "a", limit: 0) == [])
    #expect(try await titles(for: "a", limit: -1) == [])
    #expect(try await titles(for: "city", limit: .max).count > 100)
  }

  @Test(arguments: [
    ("search-corpus-cut-off.json", "search-corpus-cut-off.json is not valid JSON."),
    ("search-corpus-not-a-list.json", "search-corpus-not-a-list.json: entries is of the wrong type."),
    ("search-corpus-without-region.json", "search-corpus-without-region.json: entries[1].region is missing."),
    (
      "search-corpus-keywords-not-a-list.json",
      "search-corpus-keywords-not-a-list.json: entries[0].keywords is of the wrong type."
    ),
    ("no-such-file.json", "no-such-file.json does not exist."),
  ])
  func `An invalid file is an error in the state`(_ file: String, _ reason: String) async {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.searchClient = .fixtures(in: .malformed, file: file)
    }

    await store.send(.queryChanged("porto")) { $0.query = "porto" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.debounceCompleted) { $0.isLoading = true }
    await store.receive(.searchFailed("The search is unavailable: \(reason)")) {
      $0.isLoading = false
      $0.error = "The search is unavailable: \(reason)"
    }
    await store.finish()
  }
}
