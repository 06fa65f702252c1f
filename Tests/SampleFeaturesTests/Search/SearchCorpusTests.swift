import SampleFeatures
import Testing

@Suite("Search corpus")
struct SearchCorpusTests {
  /// Places that match the query "port", worst first, and one that doesn't match.
  let corpus = SearchCorpus([
    SearchCorpus.Entry(id: "calais", title: "Calais", kind: "City", region: "France", keywords: ["port"]),
    SearchCorpus.Entry(id: "newport", title: "Newport", kind: "City", region: "Wales"),
    SearchCorpus.Entry(id: "great", title: "Great Portland", kind: "Island", region: "Canada"),
    SearchCorpus.Entry(id: "porto", title: "Porto", kind: "City", region: "Portugal"),
    SearchCorpus.Entry(id: "port", title: "Port", kind: "River", region: "Ireland"),
    SearchCorpus.Entry(id: "rome", title: "Rome", kind: "City", region: "Italy"),
  ])

  func titles(for query: String, limit: Int = 20) -> [String] {
    corpus.results(for: query, limit: limit).map(\.title)
  }

  @Test func `Matches of the whole title rank first, then of its beginning, its words, its inside, and of other words`()
  {
    #expect(titles(for: "port") == ["Port", "Porto", "Great Portland", "Newport", "Calais"])
  }

  @Test func `The words of a query may be in any order and in different places`() {
    #expect(titles(for: "portland great") == ["Great Portland"])
    #expect(titles(for: "wales port") == ["Newport"])
    #expect(titles(for: "city port") == ["Calais", "Newport", "Porto"])
  }

  @Test func `Each place of the package's corpus has an id of its own, even where titles are equal`() async throws {
    let corpus = try await FixtureFolder.fixtures.read(SearchCorpus.self, from: "search-corpus.json")
    #expect(Set(corpus.entries.map(\.id)).count == corpus.entries.count)
    #expect(corpus.results(for: "león", limit: 3).map(\.id) == ["leon-mexico", "leon-nicaragua", "leon-spain"])
  }

  @Test func `Equally good matches stay in the order of the corpus`() {
    #expect(titles(for: "city") == ["Calais", "Newport", "Porto", "Rome"])
  }

  @Test(arguments: 0...6)
  func `The limit keeps the best matches`(_ limit: Int) {
    #expect(titles(for: "port", limit: limit) == Array(titles(for: "port").prefix(limit)))
  }
}
