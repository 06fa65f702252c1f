extension PartsHasher {
  /// Creates a hasher that knows containers by their elements, and objects by their texts.
  package init() {
    self.init { value in
      switch (value as? any StructuredValue)?.reflected {
      case .list(let list, _): .value(list)
      case .dictionary(let entries, _): .value(entries)
      case .present(let content): .value(content)
      default: .text(identifyingText(of: value))
      }
    }
  }
}
