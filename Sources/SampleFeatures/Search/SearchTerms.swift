/// Returns the words of a query, separated by single spaces.
///
/// Queries that differ in whitespace alone have the same words. A blank query has none.
func searchTerms(of query: String) -> String {
  query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
