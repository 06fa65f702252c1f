import Testing

@testable import StoreRecording
@testable import StoreTesting

/// What a page has around its sections.
@Suite struct PageHeadTests {
  @Test func `a page permits nothing but its own script and style, and sends no referrer`() {
    let page = RecordingPage([Recording()]).html
    #expect(
      page.hasPrefix(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'sha256-\(PageStyle.hash)'; script-src 'sha256-\(PageScript.hash)'; \
        base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="referrer" content="no-referrer">
        <title>
        """
      )
    )
  }

  @Test(arguments: [("", ""), ("what & why", "<p>what &amp; why</p>")])
  func `a page of several recordings begins with its title, its purpose and a list`(lead: String, shown: String) {
    let page = RecordingPage(sections: [Recording(title: "one"), Recording()], title: "a < b", lead: lead).html
    #expect(
      page.contains(
        "\n<body><header><h1>a &lt; b</h1>\(shown)<nav id=\"choose\" aria-label=\"Recordings\">"
          + "<a href=\"#r1\">one</a><a href=\"#r2\">Recording 2</a></nav></header>\n<main>\n"
      )
    )
  }

  @Test func `a page is called as its first recording, unless it has its own title`() {
    let recordings = [Recording(title: "one"), Recording(title: "two")]
    #expect(RecordingPage(recordings).html.contains("<title>one</title>"))
    #expect(RecordingPage(recordings, title: "all").html.contains("<title>all</title>"))
  }

  @Test(arguments: [([], false), ([0], false), ([1], true), ([0, 1], true), ([0, 0], false)] as [([Int], Bool)])
  func `a page has a player if any of its recordings has steps`(steps: [Int], hasPlayer: Bool) {
    let recordings = steps.map { makeRecording(Array(repeating: makeMessage(of: nil, "a"), count: $0)) }
    #expect(RecordingPage(recordings).html.contains("<section id=\"player\"") == hasPlayer)
  }

  @Test(arguments: [(999, true), (1_000, false)])
  func `a very long path is only named`(length: Int, isLink: Bool) {
    let path = "/" + String(repeating: "a", count: length - 1)
    var page = HTMLText()
    page.place(Recording.Place(file: "A", path: path, line: 3))
    #expect(page.html == (isLink ? "<a href=\"vscode://file\(path):3\">A:3</a>" : "<span>A:3</span>"))
  }
}
