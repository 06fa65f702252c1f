@testable import StoreRecording

/// The place of all stores and effects that the tests construct.
let madePlace = Recording.Place(file: "A.swift", path: "/A.swift", line: 1)

/// A recording of some stores, effects and entries, which are numbered.
func makeRecording(stores: Int = 1, effects: [(store: Int, started: Int)] = [], _ entries: [Recording.Entry])
  -> Recording
{
  var recording = Recording(title: "made")
  recording.stores = (1...stores).map {
    .init(number: $0, feature: "F\($0)", initialState: "a: 0", place: madePlace)
  }
  recording.effects = effects.enumerated().map { index, effect in
    .init(
      number: index + 1,
      store: effect.store,
      name: "e\(index + 1)",
      label: "e\(index + 1)",
      payload: nil,
      createdAt: madePlace,
      startedBy: nil,
      started: effect.started
    )
  }
  recording.entries = entries.enumerated().map { index, entry in
    var entry = entry
    entry.number = index + 1
    return entry
  }
  return recording
}

/// A message that changes places of the state.
func makeMessage(of effect: Int?, store: Int = 1, _ paths: String..., text: String = ".m") -> Recording.Entry {
  var entry = Recording.Entry(instant: .zero, store: store, kind: effect == nil ? .input : .feedback, text: text)
  entry.effect = effect
  entry.changes = paths.map { .init(path: $0, before: "0", after: "1", text: "\($0): 0 -> 1") }
  entry.state = "a: 1"
  return entry
}
