/// An HTML page that shows recordings: a drawing to step through, lanes, and tables.
///
/// The page is one file and uses no network. Without JavaScript it shows the tables. It escapes all texts of the
/// recordings, and its script never converts them to markup. A content security policy permits only the page's own
/// script.
public struct RecordingPage: Sendable {
  /// The maximum number of entries of a recording on the page.
  static let entryLimit = 1_000

  private let title: String

  /// The description of the page, in a sentence.
  private let lead: String

  private let sections: [any PageSection]

  /// Creates a page of recordings.
  ///
  /// - Parameters:
  ///   - recordings: The recordings; an empty array is permitted.
  ///   - title: The title of the page; by default, that of the first recording.
  public init(_ recordings: [Recording], title: String? = nil) {
    self.init(sections: recordings, title: title ?? recordings.first?.title ?? "", lead: "")
  }

  /// Creates a page of recordings and other sections.
  package init(sections: [any PageSection], title: String, lead: String) {
    self.sections = sections
    self.title = title.isEmpty ? "Recording" : title
    self.lead = lead
  }

  /// The page as HTML.
  public var html: String {
    var page = HTMLText()
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-")
    page.raw(PageStyle.hash)
    page.raw("'; script-src 'sha256-")
    page.raw(PageScript.hash)
    page.raw("'; base-uri 'none'; form-action 'none'\">\n")
    page.raw(
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"referrer\" content=\"no-referrer\">\n"
    )
    page.raw("<title>")
    page.text(title)
    page.raw("</title>\n<style>")
    page.raw(PageStyle.text)
    page.raw("</style></head>\n<body>")
    writeHead(to: &page)
    page.raw("<main>\n")
    if sections.contains(where: \.hasSteps) { page.raw(Self.player) }
    for (index, section) in sections.enumerated() {
      section.write(to: &page, id: "r\(index + 1)", isAlone: isAlone)
    }
    if sections.isEmpty { page.raw("<p class=\"quiet\">This page has no recordings.</p>\n") }
    page.raw(
      "</main>\n<footer>Arrow keys step, Home and End go to the ends. Recorded by swift-store-testing.</footer>\n<script>"
    )
    page.raw(PageScript.text)
    page.raw("</script>\n</body></html>\n")
    return page.html
  }

  /// Whether the page shows one section only.
  private var isAlone: Bool { sections.count == 1 }

  /// Writes the title and the description, unless the page shows one section only.
  private func writeHead(to page: inout HTMLText) {
    guard !isAlone else { return }
    page.raw("<header><h1>")
    page.text(title)
    page.raw("</h1>")
    if !lead.isEmpty { page.element("p", lead) }
    writeChoice(to: &page)
    page.raw("</header>\n")
  }

  /// Writes the links between several sections.
  private func writeChoice(to page: inout HTMLText) {
    let titles = sections.map(\.title)
    guard titles.count > 1 else { return }
    page.raw("<nav id=\"choose\" aria-label=\"Recordings\">")
    for (index, title) in titles.enumerated() {
      page.raw("<a href=\"#r\(index + 1)\">")
      page.text(title.isEmpty ? "Recording \(index + 1)" : title)
      page.raw("</a>")
    }
    page.raw("</nav>")
  }

  /// The elements that the script fills: the drawing, the controls and the lanes.
  private static let player = #"""
    <section id="player" aria-label="Step through" hidden>
    <div id="keys" role="group" aria-label="Possible inputs" hidden></div>
    <div id="stage">
    <section id="view" class="panel" data-light="view" aria-label="View"><header><div><h3>View</h3><span class="of"></span></div>
    <p class="role">shows the state, sends actions</p></header><div class="body" tabindex="0"></div></section>
    <div class="wire" aria-hidden="true"><span class="east" data-light="action">action</span><span class="west" data-light="state">state</span></div>
    <section id="reducer" class="panel" data-light="reducer" aria-label="Reducer"><header><div><h3>Reducer</h3></div>
    <p class="role">the only place that changes the state</p></header><div class="body" tabindex="0"></div></section>
    <div class="wire" aria-hidden="true"><span class="east" data-light="effect">effect</span><span class="west" data-light="feedback">feedback</span></div>
    <section id="environment" class="panel" data-light="environment" aria-label="Environment"><header><div><h3>Environment</h3><span class="of"></span></div>
    <p class="role">effects, dependencies, time</p></header><div class="body" tabindex="0"></div></section>
    </div>
    <div class="controls" role="group" aria-label="Steps">
    <button id="start" type="button" aria-label="To the beginning"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M1 1h2v10H1zM11 1v10L4 6z"/></svg></button>
    <button id="back" type="button" aria-label="Step back"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M10 1v10L2 6z"/></svg></button>
    <button id="next" type="button" aria-label="Step forward"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M2 1v10l8-5z"/></svg></button>
    <button id="end" type="button" aria-label="To the end"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M9 1h2v10H9zM1 1v10l7-5z"/></svg></button>
    <button id="play" type="button">Play</button>
    <input id="slider" type="range" min="0" max="0" value="0" aria-label="Time travel"><span id="position"></span></div>
    <p id="now" role="status"></p><p id="why"></p><div id="alarm" hidden></div>
    <div id="lanes"><ul id="names" aria-hidden="true"></ul><div id="drawing" tabindex="0" role="group" aria-label="Lanes"></div></div>
    <p class="legend">Steps run from left to right. A bar is an effect, thin where it waits. An arrow is a message, a start or an answer. A curve
    joins two messages that raced. A line joins the events that led to the current step.</p>
    </section>

    """#
}

extension Recording {
  /// The page of the recording; see ``RecordingPage``.
  public var html: String { RecordingPage([self]).html }

  /// Returns the recording with its last entries only.
  func last(_ limit: Int) -> Recording {
    guard entries.count > limit else { return self }
    var recording = self
    recording.omitted += entries.count - limit
    recording.entries.removeFirst(entries.count - limit)
    return recording
  }
}
