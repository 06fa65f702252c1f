import Foundation
import StoreCore
import StoreDependencies
import StoreExploration
import StoreRecording
import StoreTesting
import TestSupport
import Testing

/// A download that may be tried again, and is cancelled by nothing.
private struct Download: Reducer {
  enum State: Hashable { case idle, loading(attempt: Int), loaded([Int]), failed }
  enum Input: Hashable { case load, reset }
  enum Feedback: Hashable { case arrived([Int]), broke }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.load), .loading), (.input(.load), .loaded): return .none
    case (.input(.load), _):
      state = .loading(attempt: 1)
      return .run("download") { send in await send(.arrived([1])) }
    case (.input(.reset), .loading): return .none
    case (.input(.reset), _):
      state = .idle
      return .none
    case (.feedback(.arrived(let numbers)), _):
      state = .loaded(numbers)
      return .none
    case (.feedback(.broke), _):
      state = .failed
      return .none
    }
  }
}

/// Writes a diagram to a file if requested, for .ci/diagrams.py.
private func show(_ text: String, _ name: String) throws {
  guard let folder = ProcessInfo.processInfo.environment["STORE_TESTING_PAGES"] else { return }
  try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
}

/// Makes sure that a text is that of a file in Fixtures/Diagrams.
private func expectGolden(_ text: String, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
  try show(text, name)
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let file = root.appendingPathComponent("Fixtures/Diagrams/\(name)")
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text == golden, "It is not what \(file.path) says.", sourceLocation: location)
}

/// Names that a drawing program might take for something else.
private let hostileNames = [
  "end", "End of the end", "a;b", "a#b", "a%%b", "a->>b: c", "<b>\"x\"</b>", "{}[]()", "note over a", "😀 é 日本",
  "\u{0}\n\u{1B}",
  "",
]

@Suite struct DiagramTests {
  @Test func `a sequence diagram shows two racing searches`() async throws {
    try expectGolden(await recordRace().sequenceDiagram, "race.mmd")
  }

  @Test func `names that are Mermaid syntax are escaped`() async throws {
    let recording = await withRecording {
      let store = TestStore(initialState: 0) {
        Machine<Int, String, String, String> { message, state in
          state += 1
          switch message {
          case .input(let text): return .run(text, of: text) { send in await send(text) }
          case .feedback(let text): return .output(text)
          }
        }
      }
      store.exhaustivity = .off
      for name in hostileNames { await store.send(name) }
      await store.finish()
    }
    let diagram = recording.sequenceDiagram
    try expectGolden(diagram, "hostile.mmd")
    let rest = diagram.replacing(/#[0-9]+;/, with: "")
    #expect(!rest.contains { "#;%<{}[]\"\\".contains($0) })
  }

  @Test func `a long recording is cut, with a note, and so are its lifelines`() async throws {
    let recording = await withRecording {
      let store = TestStore(initialState: 0) {
        Machine<Int, Int, Int, Never> { message, state in
          switch message {
          case .input(let number): return .run("work", of: number) { send in await send(number) }
          case .feedback(let number):
            state = number
            return .none
          }
        }
      }
      store.exhaustivity = .off
      for number in 1...200 { await store.send(number) }
      await store.finish()
    }
    let lines = recording.sequenceDiagram.split(separator: "\n")
    #expect(recording.entries.count == 800)
    #expect(lines.contains("  Note over test: 500 entries before"))
    #expect(lines.contains("  participant E0 as other effects"))
    #expect(lines.count { $0.hasPrefix("  participant E") } == 21)
    #expect(lines.count < 350)
    try show(recording.sequenceDiagram, "long.mmd")
  }

  @Test func `an empty recording has an empty diagram`() throws {
    try show(Recording().sequenceDiagram, "nothing.mmd")
    try show(StateDiagram(of: []).mermaid, "nothing-states.mmd")
    #expect(Recording().sequenceDiagram == "sequenceDiagram\n  participant test\n")
    #expect(StateDiagram(of: []).mermaid == "stateDiagram-v2\n")
  }

  @Test func `a state diagram shows an explored feature, with the transitions that its test has left out`() async throws
  {
    let space = StateSpace(initialState: Download.State.idle, inputs: [.load, .reset]) {
      Download()
    } responses: { _ in
      [.sends(.arrived([1])), .sends(.broke)]
    }
    let recording = await withRecording {
      let store = TestStore(initialState: .idle) { Download() }
      await store.send(.load) { $0 = .loading(attempt: 1) }
      await store.receive(.arrived([1])) { $0 = .loaded([1]) }
      await store.send(.load)
      await store.finish()
    }
    let diagram = space.diagram().covered(by: [recording])
    #expect(diagram.modes == ["idle", "loading", "loaded", "failed"])
    #expect(diagram.covered.count == 3)
    #expect(
      diagram.uncovered.map { "\($0.from) \($0.message) \($0.to)" }
        == [
          "idle reset idle", "loading reset loading", "loading broke failed", "loading load loading",
          "loaded reset idle",
          "failed load loading", "failed reset idle",
        ].sorted { first, second in
          let order = diagram.transitions.map { "\($0.from) \($0.message) \($0.to)" }
          return order.firstIndex(of: first) ?? 0 < order.firstIndex(of: second) ?? 0
        }
    )
    try expectGolden(diagram.mermaid, "download.mmd")
    try expectGolden(StateDiagram(of: [recording]).mermaid, "download-recorded.mmd")
  }

  @Test func `a mode consists of enums and true Booleans, or of the test's own modes`() async {
    #expect(StateDiagram.mode(of: ".loading(attempt: 1)") == "loading")
    #expect(StateDiagram.mode(of: "phase: .failed(.offline)\nquery: \"a: b\"\nisOpen: true") == "failed, isOpen")
    #expect(StateDiagram.mode(of: "query: \"a\"") == "(any)")
    #expect(StateDiagram.mode(of: "query: \"a\"\nisOpen: false") == "(no flag)")
    #expect(StateDiagram.mode(of: "3") == "3")
    let recording = await recordRace()
    let diagram = StateDiagram(of: [recording]) { $0.contains("results: []") ? "empty" : "found" }
    #expect(diagram.modes == ["empty", "found"])
    #expect(diagram.uncovered.isEmpty)
    #expect(StateDiagram(of: [recording], feature: "Other").transitions.isEmpty)
  }

  @Test func `modes and messages can have any name`() async throws {
    let recording = await withRecording {
      let store = TestStore(initialState: "start") {
        Machine<String, String, Never, Never> { message, state in
          if case .input(let text) = message { state = text }
          return .none
        }
      }
      for name in hostileNames { await store.send(name) { $0 = name } }
      await store.finish()
    }
    try expectGolden(StateDiagram(of: [recording]).mermaid, "hostile-states.mmd")
  }

  @Test func `a state space that can't be explored is a failure, and has no diagram`() async {
    let space = StateSpace(initialState: Download.State.idle, inputs: [.load]) { Download() }
    let line = markedLine()
    let failures = await recordingFailures {
      #expect(space.diagram().transitions.isEmpty)  // Here
    }
    #expect(failures.map(\.line) == [line])
  }
}
