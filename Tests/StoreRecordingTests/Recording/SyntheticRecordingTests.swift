import Foundation
import StoreCore
import StoreDependencies
import Testing

@testable import StoreRecording
@testable import StoreTesting

/// Recordings, their races and their pages, with recordings that the tests construct.
@Suite struct SyntheticRecordingTests {
  @Test(arguments: [
    ("results", "results", "results"), ("results[0].title", "results[0]", "results[0]"), ("", "a", ""),
    ("results", "results[0]", "results"), ("results", "results2", nil), ("a", "b", nil), ("a?", "a?.b", "a?"),
  ])
  func `messages race for a property, for its parents and its parts, and for no other`(
    first: String,
    second: String,
    shared: String?
  ) {
    let recording = makeRecording(effects: [(1, 0)], [makeMessage(of: nil, first), makeMessage(of: 1, second)])
    #expect(recording.races.map(\.path) == (shared.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("list[0]: inserted 1", "list[1]: inserted 2", "list"), ("list[0]: removed 1", "list[4]: removed 2", "list"),
    ("list[2]: moved to [0]", "list[3]: inserted 1", "list"), ("[0]: inserted 1", "[1]: inserted 2", ""),
    (#"rows["a"]?[0]: inserted 1"#, #"rows["a"]?[1]: inserted 2"#, #"rows["a"]?"#),
    // Elements that stay where they are, dictionaries with other keys, and other lists.
    ("list[0]: 1 -> 2", "list[1]: inserted 2", nil), ("list[0]: 1 -> 2", "list[1]: 2 -> 3", nil),
    (#"rows["a"]: inserted 1"#, #"rows["b"]: inserted 1"#, nil), ("list[0]: inserted 1", "rows[1]: inserted 2", nil),
    (#"texts[0]: line 2: "a" -> "b""#, #"texts[1]: line 2: "a" -> "b""#, nil),
  ])
  func `messages that both insert, remove or move elements race for the list`(
    first: String,
    second: String,
    shared: String?
  ) {
    let messages = [(nil, first), (1, second)].map { (effect: Int?, text: String) in
      var message = makeMessage(of: effect, "")
      let isInserted = text.contains(": inserted")
      let isPlain = !text.contains(": moved") && !text.contains("line")
      message.changes = [
        .init(
          path: String(text[..<text.firstRange(of: ": ")!.lowerBound]),
          before: isPlain && !isInserted ? "1" : nil,
          after: isPlain && !text.contains(": removed") ? "2" : nil,
          text: text
        )
      ]
      return message
    }
    #expect(makeRecording(effects: [(1, 0)], messages).races.map(\.path) == (shared.map { [$0] } ?? []))
  }

  @Test func `an effect doesn't race with earlier messages, other stores or itself`() {
    #expect(makeRecording(effects: [(1, 2)], [makeMessage(of: nil, "a"), makeMessage(of: 1, "a")]).races.isEmpty)
    let others = [makeMessage(of: nil, "a"), makeMessage(of: 1, store: 2, "a")]
    #expect(makeRecording(stores: 2, effects: [(2, 0)], others).races.isEmpty)
    #expect(makeRecording(effects: [(1, 0)], [makeMessage(of: 1, "a"), makeMessage(of: 1, "a")]).races.isEmpty)
  }

  @Test func `repeated races of a timer are reported once, and at most fifty races are kept`() {
    let ticks = (0..<20).flatMap { _ in [makeMessage(of: 1, "a"), makeMessage(of: 2, "a")] }
    #expect(makeRecording(effects: [(1, 0), (1, 0)], ticks).races.count == 2)
    let places = (0..<80).map { "p\($0)" }
    let all = places.map { makeMessage(of: nil, $0) } + places.map { makeMessage(of: 1, $0) }
    #expect(makeRecording(effects: [(1, 0)], all).races.count == 50)
  }

  @Test func `a recording keeps its last entries, and counts the others`() {
    var draft = RecordingDraft()
    for number in 1...20_000 {
      draft.add(Recording.Entry(instant: .zero, store: nil, kind: .deviation, text: "\(number)"))
    }
    #expect(draft.recording.entries.count == 10_000)
    #expect(draft.recording.omitted == 10_000)
    #expect(draft.recording.entries.first?.number == 10_001)
    #expect(draft.recording.entry(10_001)?.text == "10001")
    #expect(draft.recording.entry(10_000) == nil)
  }

  @Test func `time passes once for any number of stores`() {
    var draft = RecordingDraft()
    let site = CallSite(fileID: "M/A.swift", filePath: "/A.swift", line: 1, column: 1)
    let stores = [draft.addStore(at: site), draft.addStore(at: site)]
    for store in stores {
      draft.add(Recording.Entry(instant: .seconds(1), store: store, kind: .output, text: "o"))
    }
    #expect(draft.recording.entries.map(\.kind) == [.clock, .output, .output])
  }

  @Test func `a state has one line for each field, up to a limit`() {
    struct Large { var (a, b, c, d) = (text, text, text, text) }
    #expect(stateText(Large()).utf8.count < 6_000)
    #expect(stateText(Large()).hasSuffix("\n…"))
    #expect(stateText(3) == "3")
  }

  @Test func `a text of a page is escaped, and cut`() {
    var page = HTMLText()
    page.text("<&>\"'\u{202E}\u{200F}\u{0}\n")
    #expect(page.html == "&lt;&amp;&gt;&quot;&#39;\\u{202E}\\u{200F}\\u{0}\n")
    page = HTMLText()
    page.text("abc", limit: 2)
    page.element("p class=\"x\"", "<")
    #expect(page.html == "ab…<p class=\"x\">&lt;</p>")
  }

  @Test func `a page of many large entries is bounded`() {
    let huge = String(repeating: "x", count: 2_000)
    let entries = (0..<500).map { _ in
      var entry = makeMessage(of: nil, "a", text: huge)
      entry.state = huge + huge
      return entry
    }
    #expect(makeRecording(entries).html.utf8.count < 300_000)
  }

  @Test func `a page without the beginning has no links to it, and no first state`() {
    var entries = (0..<3).map { _ in makeMessage(of: nil, "a") }
    entries[2].cause = 1
    var recording = makeRecording(effects: [(1, 1), (1, 1)], entries)
    recording.effects[0].ended = 1
    let page = recording.last(2).html
    #expect(page.contains("<td>#1<td class=p>"))
    #expect(page.contains("(not kept)"))
    #expect(!page.contains("data-name=\"e1\"") && page.contains("data-name=\"e2\""))
    #expect(page.contains("1 store, 2 effects, 3 entries"))
    #expect(recording.html.contains("<td><a href=\"#r1-1\">#1</a>") && !recording.html.contains("(not kept)"))
  }

  @Test(arguments: [(8, ""), (9, "<li>and 1 more"), (10, "<li>and 2 more")])
  func `a message shows eight changes, and counts the others`(changes: Int, rest: String) {
    var entry = makeMessage(of: nil)
    entry.changes = (1...changes).map { .init(path: "p\($0)", before: nil, after: nil, text: "p\($0): 0 -> 1") }
    #expect(makeRecording([entry]).html.contains("<li>p8: 0 -&gt; 1\(rest)</ul>"))
  }

  @Test func `discarded entries make no transition, and a large diagram is cut`() {
    var recording = makeRecording([makeMessage(of: nil, "a", text: ".go"), makeMessage(of: nil, "a", text: ".on")])
    recording.omitted = 5
    recording.entries[0].number = 6
    recording.entries[1].number = 7
    #expect(StateDiagram(of: [recording]) { $0 }.transitions.map(\.message) == ["on"])
    let many = (0..<250).map { number in
      var entry = makeMessage(of: nil, "a", text: ".m\(number)")
      entry.state = ".s\(number)"
      return entry
    }
    let lines = StateDiagram(of: [makeRecording(many)]).mermaid.split(separator: "\n")
    #expect(lines.count { $0.contains("-->") } == 201)
    #expect(lines.last == "  %% 50 more transitions")
    #expect(MermaidText.escaped(String(repeating: "a", count: 100)) == String(repeating: "a", count: 80) + "#8230;")
  }
}

/// A text of the maximum length of a state.
private let text = String(repeating: "x", count: 4_000)
