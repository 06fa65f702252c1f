public import StoreTesting

extension StateDiagram {
  /// Makes the diagram of what was recorded.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - feature: The name of the feature whose stores are looked at; nil for that of the first store.
  ///   - mode: Makes a mode of a state's text, which has a field a line.
  public init(
    of recordings: [Recording],
    feature: String? = nil,
    mode: (String) -> String = { StateDiagram.mode(of: $0) }
  ) {
    self.init()
    for recording in recordings { cover(recording, feature: feature, mode) }
  }

  /// The diagram with what recordings have covered of it, and with what they have shown beside it.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - feature: The name of the feature whose stores are looked at; nil for that of the first store.
  ///   - mode: Makes a mode of a state's text, as for the diagram itself.
  public func covered(
    by recordings: [Recording],
    feature: String? = nil,
    mode: (String) -> String = { StateDiagram.mode(of: $0) }
  ) -> Self {
    var diagram = self
    for recording in recordings { diagram.cover(recording, feature: feature, mode) }
    return diagram
  }

  /// Adds what a recording has shown.
  private mutating func cover(_ recording: Recording, feature: String?, _ mode: (String) -> String) {
    let wanted = feature ?? recording.stores.first?.feature
    for store in recording.stores where store.feature == wanted {
      // Where the first entries were not kept, nobody knows the state before the next one.
      var state = recording.omitted > 0 ? nil : self.mode(mode(store.initialState))
      for entry in recording.entries
      where entry.store == store.number && (entry.kind == .input || entry.kind == .feedback) {
        let after = entry.state.map { self.mode(mode($0)) } ?? state
        if let state, let after {
          cover(state, Self.name(of: entry.text), after)
        }
        state = after
      }
    }
  }
}
