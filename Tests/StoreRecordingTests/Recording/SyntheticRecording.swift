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

/// Returns a line of a file.
private func line(_ line: Int, of file: String) -> Recording.Place {
  Recording.Place(file: file, path: "/\(file)", line: line)
}

/// A recording with an entry for each way in which a row is written.
let searchRecording: Recording = {
  var recording = Recording(title: "a search")
  recording.stores = [.init(number: 1, feature: "Search", initialState: "query: 1", place: line(4, of: "T"))]
  recording.effects = [
    .init(
      number: 1,
      store: 1,
      name: "load",
      label: "load",
      payload: "2",
      createdAt: line(8, of: "F"),
      startedBy: 1,
      started: 2,
      ended: 6
    ),
    .init(
      number: 2,
      store: 1,
      name: nil,
      label: "load",
      payload: nil,
      createdAt: line(9, of: "F"),
      startedBy: nil,
      started: 3,
      waitingFor: "a & b"
    ),
  ]
  func add(
    _ kind: Recording.Kind,
    _ text: String,
    store: Int? = 1,
    of effect: Int? = nil,
    by cause: Int? = nil,
    change: String? = nil,
    detail: String? = nil,
    at place: Recording.Place? = nil
  ) {
    let time = Duration.milliseconds(recording.entries.count < 5 ? 0 : 300)
    var entry = Recording.Entry(instant: time, store: store, kind: kind, text: text)
    entry.number = recording.entries.count + 1
    entry.effect = effect
    entry.cause = cause
    entry.detail = detail
    entry.place = place
    if let change {
      entry.changes = [.init(path: "query", before: nil, after: nil, text: change)]
      entry.state = "query: \(entry.number)"
    }
    recording.entries.append(entry)
  }
  add(.input, ".go", change: "query: 1 -> 2", at: line(5, of: "T"))
  add(.started, "load", of: 1, by: 1, at: line(8, of: "F"))
  add(.started, "load", of: 2, at: line(9, of: "F"))
  add(.feedback, ".one", of: 2, by: 3, change: "query: 1 -> 4")
  add(.feedback, ".two", of: 1, by: 2, change: "query: 4 -> 5")
  add(.finished, "load", of: 1, by: 5, at: line(8, of: "F"))
  add(.output, "done", by: 5)
  add(.feedback, ".child", by: 7, detail: "from Child")
  add(.answered, "ask(1)", of: 2, detail: "returns 1", at: line(6, of: "T"))
  add(.deviation, "one", store: nil, detail: "before two")
  add(.clock, "It is 300 ms", store: nil, at: line(6, of: "T"))
  add(.failure, "It is wrong.", detail: "misuse", at: line(7, of: "T"))
  return recording
}()
