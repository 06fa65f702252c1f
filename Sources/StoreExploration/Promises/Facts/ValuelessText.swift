/// Returns a text without the numbers and quotations in it, which don't make it about something else.
func withoutValues(_ text: String) -> String {
  let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
  return parts.enumerated().map { $0.isMultiple(of: 2) ? String($1.filter { !$0.isNumber }) : "" }.joined()
}
