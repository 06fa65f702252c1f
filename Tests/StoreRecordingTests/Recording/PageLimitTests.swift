import Testing

@testable import StoreRecording
@testable import StoreTesting

/// How much of a recording a page shows.
@Suite struct PageLimitTests {
  @Test(arguments: [(1, 2_000, 4_000), (100, 400, 800), (1_000, 80, 120)])
  func `texts are cut the more, the more entries a page has`(entries: Int, textLimit: Int, stateLimit: Int) {
    let entry = {
      var entry = makeMessage(of: nil, "a", text: String(repeating: "x", count: 5_000))
      entry.state = String(repeating: "y", count: 5_000)
      return entry
    }()
    let page = makeRecording(Array(repeating: entry, count: entries)).html
    #expect(page.contains("<code class=x>\(String(repeating: "x", count: textLimit))…</code>"))
    #expect(page.contains("<pre>\(String(repeating: "y", count: stateLimit))…</pre></details>"))
  }

  @Test(arguments: [(80, ""), (81, "…")])
  func `the long name of an actor is cut`(length: Int, end: String) {
    var recording = Recording()
    recording.stores = [.init(number: 1, feature: "F", initialState: "", place: madePlace)]
    recording.effects = [
      .init(
        number: 1,
        store: 1,
        name: nil,
        label: String(repeating: "x", count: length),
        payload: nil,
        createdAt: madePlace,
        startedBy: nil,
        started: 1
      )
    ]
    recording.entries = [makeMessage(of: 1, "a")]
    recording.entries[0].number = 1
    #expect(recording.html.contains("<td>\(String(repeating: "x", count: 80))\(end)<td>feedback"))
  }
}
