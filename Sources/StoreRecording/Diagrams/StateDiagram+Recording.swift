public import StoreTesting

extension StateDiagram {
  /// Creates the diagram of recordings.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - feature: The name of the feature of the stores to read; nil for that of each recording's first store.
  ///   - mode: Derives a mode from a state's text, which has one field per line.
  public init(
    of recordings: [Recording],
    feature: String? = nil,
    mode: (String) -> String = { StateDiagram.mode(of: $0) }
  ) {
    self.init()
    for recording in recordings { cover(recording, feature: feature, mode) }
  }

  /// Returns the diagram with the transitions of recordings marked as covered, and new ones added.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - feature: The name of the feature of the stores to read; nil for that of each recording's first store.
  ///   - mode: Derives a mode from a state's text, as for the diagram itself.
  public func covered(
    by recordings: [Recording],
    feature: String? = nil,
    mode: (String) -> String = { StateDiagram.mode(of: $0) }
  ) -> Self {
    var diagram = self
    for recording in recordings { diagram.cover(recording, feature: feature, mode) }
    return diagram
  }

  /// Adds the transitions of a recording.
  private mutating func cover(_ recording: Recording, feature: String?, _ mode: (String) -> String) {
    let wanted = feature ?? recording.stores.first?.feature
    for store in recording.stores where store.feature == wanted {
      // If the first entries are missing, the state before the next one is unknown.
      var state = recording.omitted > 0 ? nil : self.mode(mode(store.initialState))
      for entry in recording.entries
      where entry.store == store.number && (entry.kind == .input || entry.kind == .feedback) {
        let after = entry.state.map { self.mode(mode($0)) } ?? state
        if let state, let after {
          cover(from: state, by: Self.name(of: entry.text), to: after)
        }
        state = after
      }
    }
  }
}
