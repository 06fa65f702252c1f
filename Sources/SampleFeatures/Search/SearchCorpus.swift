/// The places that a search can find.
package struct SearchCorpus: Decodable {
  /// The places. Equally good matches keep this order.
  package let entries: [Entry]

  /// Creates a corpus of places.
  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// A place.
  package struct Entry: Decodable, Identifiable {
    /// The identity of the place, which is unique in a corpus.
    package let id: String

    /// The name of the place.
    let title: String

    /// The kind of the place, such as a river.
    let kind: String

    /// The region of the place.
    let region: String

    /// Other words that find the place.
    let keywords: [String]

    /// Creates a place.
    package init(id: String, title: String, kind: String, region: String, keywords: [String] = []) {
      self.id = id
      self.title = title
      self.kind = kind
      self.region = region
      self.keywords = keywords
    }
  }
}

extension SearchCorpus {
  /// Returns the places that match every word of a query, best first.
  ///
  /// Matching ignores case and diacritics. A query without words finds nothing.
  ///
  /// - Parameters:
  ///   - query: The words, in any order.
  ///   - limit: The greatest number of results.
  package func results(for query: String, limit: Int) -> [SearchResult] {
    let query = SearchText(query)
    guard !query.words.isEmpty else { return [] }
    return
      entries
      .enumerated()
      .compactMap { index, entry in entry.rank(for: query).map { (rank: $0, index: index, entry: entry) } }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .prefix(max(limit, 0))
      .map { SearchResult(id: $0.entry.id, title: $0.entry.title, detail: "\($0.entry.kind), \($0.entry.region)") }
  }
}

extension SearchCorpus.Entry {
  /// The rank of a match, from the best to the worst.
  enum Rank: Comparable {
    /// The title is the query.
    case wholeTitle

    /// The title begins with the query.
    case beginningOfTitle

    /// Every word of the query begins a word of the title.
    case wordsOfTitle

    /// Every word of the query is somewhere in the title.
    case insideTitle

    /// Every word of the query is somewhere in the title or begins a word of the rest.
    case elsewhere
  }

  /// Returns the rank of this entry for a query; nil if it doesn't match.
  func rank(for query: SearchText) -> Rank? {
    let title = SearchText(title)
    if title.text == query.text { return .wholeTitle }
    if title.text.hasPrefix(query.text) { return .beginningOfTitle }
    if query.words.allSatisfy(title.hasWord(beginningWith:)) { return .wordsOfTitle }
    if query.words.allSatisfy(title.text.contains) { return .insideTitle }
    let rest = SearchText(([kind, region] + keywords).joined(separator: " "))
    let isMatch = query.words.allSatisfy { title.text.contains($0) || rest.hasWord(beginningWith: $0) }
    return isMatch ? .elsewhere : nil
  }
}
