/// The words of a query, without whitespace.
///
/// Queries that differ in whitespace alone ask for the same, and one of nothing but whitespace asks for nothing.
func searchTerms(of query: String) -> String {
  query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
