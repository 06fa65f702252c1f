import Testing

@testable import StoreRecording
@testable import StoreTesting

/// Races and diagrams of recordings that the tests construct.
@Suite struct SyntheticDiagramTests {
  @Test func `a message doesn't race with what led to it, however far away`() {
    var entries = [makeMessage(of: nil, "a"), makeMessage(of: nil), makeMessage(of: nil), makeMessage(of: 1, "a")]
    for index in 1...3 { entries[index].cause = index }
    #expect(makeRecording(effects: [(1, 0)], entries).races.isEmpty)
    entries[1].cause = nil
    #expect(makeRecording(effects: [(1, 0)], entries).races.map(\.first) == [1])
  }

  @Test(arguments: [[1, 1], [2, 1], [2, 2], [1, 2]])
  func `entries of a damaged file that lead to each other in a circle make no race`(causes: [Int]) {
    var entries = causes.map { cause in
      var entry = makeMessage(of: 1, "a")
      entry.effect = nil
      entry.cause = cause
      return entry
    }
    #expect(makeRecording(effects: [(1, 0)], entries).races.isEmpty)
    // The second one is then of an effect, and the first one is a cause of it or races with it.
    entries[1].effect = 1
    #expect(makeRecording(effects: [(1, 0)], entries).races.count == (causes[1] == 1 ? 0 : 1))
  }

  @Test(arguments: [(20, 20), (21, 21)])
  func `effects beyond the twentieth share a lifeline`(effects: Int, lifelines: Int) {
    let entries = (1...effects).map { makeMessage(of: $0, "a\($0)") }
    let diagram = makeRecording(effects: entries.map { _ in (1, 0) }, entries).sequenceDiagram
    #expect(diagram.split(separator: "\n").count { $0.hasPrefix("  participant E") } == lifelines)
    #expect(diagram.contains("  participant E0 as other effects\n") == (effects > 20))
  }

  @Test(arguments: [(nil, "first"), ("F1", "first"), ("F2", "second")] as [(String?, String)])
  func `a state diagram is of the first store's feature, unless it names another`(feature: String?, name: String) {
    let messages = [makeMessage(of: nil, "a", text: ".first"), makeMessage(of: nil, store: 2, "a", text: ".second")]
    let recording = makeRecording(stores: 2, messages)
    #expect(StateDiagram(of: [recording], feature: feature) { $0 }.transitions.map(\.message) == [name])
  }
}
