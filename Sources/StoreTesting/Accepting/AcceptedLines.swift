/// A step as source, in two forms.
struct AcceptedLines: Hashable, Sendable {
  /// The step, with the values that numbers have after it.
  let absolute: String

  /// The step, with the differences of numbers, so that it can be repeated in a loop.
  let relative: String

  /// The number of the event that the step asserts; nil if it asserts none, or several.
  var event: Int?

  init(_ absolute: String, _ relative: String, asserting event: Int? = nil) {
    self.absolute = absolute
    self.relative = relative
    self.event = event
  }

  /// Returns the step of a store that is held by a variable.
  func with(receiver: String) -> Self {
    Self(absolute.replacingReceiver(receiver), relative.replacingReceiver(receiver), asserting: event)
  }
}

extension String {
  /// Returns steps of a variable with another name than `store`.
  fileprivate func replacingReceiver(_ name: String) -> String {
    guard name != "store" else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let space = line.prefix { $0 == " " }
        let code = line[space.endIndex...]
        guard code.hasPrefix("await store.") else { return String(line) }
        return space + (name.isEmpty ? "await " : "await \(name).") + code.dropFirst("await store.".count)
      }
      .joined(separator: "\n")
  }
}
