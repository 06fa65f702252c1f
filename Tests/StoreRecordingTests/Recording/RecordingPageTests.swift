import Foundation
import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreRecording
@testable import StoreTesting

/// A store that keeps its inputs.
private func makeEcho() -> TestStore<Machine<[String], String, Never, Never>> {
  TestStore(initialState: []) {
    Machine { message, state in
      if case .input(let text) = message { state = [text] }
      return .none
    }
  }
}

/// Texts that must not become markup.
private let hostileTexts = [
  "<script>document.title='pwned'</script>", "</script><script>document.title='pwned'</script>",
  "</style><img src=x onerror=alert(1)>",
  "\"' onmouseover=alert(1) '\"", "<!--", "-->", "]]>", "&lt;b&gt;&amp;", "\u{0}\u{1}\u{8}\u{1B}[31m\u{7F}\u{85}",
  "\u{202E}gnp.exe\u{2066}",
  "\u{2028}\u{2029}\u{FEFF}\u{FFFE}", "😀👩‍👩‍👧‍👦🇵🇹", "javascript:alert(1)", "${alert(1)} `x`", "a=b|c=d",
  "\u{D7FF}\u{E000}\u{FFFD}",
]

/// Runs of the page's bad input and its good one, by the names of their files.
private func makePages() async throws -> [String: String] {
  var pages: [String: String] = [:]
  try await RunRecorder().record {
    pages["schedule"] = try #require(try await exploreRace().last).text
  }
  pages["race"] = await recordRace().html
  pages["two"] = await withRecording("two stores") {
    let stores = [makeEcho(), makeEcho()]
    await stores[0].send("first") { $0 = ["first"] }
    await stores[1].send("second") { $0 = ["second"] }
    await stores[0].send("third") { $0 = ["third"] }
    await stores[1].send("fourth") { $0 = ["fourth"] }
    await stores[0].send("third")
    for store in stores { await store.finish() }
  }.html
  pages["namesakes"] = await recordNamesakes().html
  let hostile = await withRecording("</title><script>document.title='pwned'</script>") {
    let store = makeEcho()
    for text in hostileTexts { await store.send(text) { $0 = [text] } }
    let huge = String(repeating: "<b>", count: 350_000)
    await store.send(huge) { $0 = [huge] }
    await store.finish()
  }
  pages["hostile"] = hostile.html
  let long = await withRecording("3,000 steps") {
    let store = TestStore(initialState: 0) {
      Machine<Int, Int, Never, Never> { message, state in
        if case .input(let number) = message { state = number }
        return .none
      }
    }
    for number in 1...3_000 { await store.send(number) { $0 = number } }
    await store.finish()
  }
  pages["long"] = long.html
  pages["half"] = long.last(500).html
  pages["none"] = RecordingPage([], title: "Nothing").html
  pages["zero"] = await withRecording("zero steps") { await makeEcho().finish() }.html
  let failing = RunRecorder()
  _ = await recordingFailures {
    await failing.record {
      let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0] } }
      await store.send("a") { $0.query = "b" }
      await store.clock.advance(by: .milliseconds(100))
      await store.finish()
    }
  }
  pages["failure"] = failing.recording.html
  return pages
}

/// Returns the first tag that closes another element than the last open one, or is never closed.
private func misplacedTag(in page: String) -> String? {
  // These have no end, or one that HTML lets out.
  let endless: Set<String> = ["meta", "link", "br", "input", "td", "th", "tr", "li", "p"]
  var open: [String] = []
  // Scripts and styles are no markup.
  let markup = page.replacing(/(?s)<(script|style)[ >].*?<\/\1>/, with: "")
  for match in markup.matches(of: /<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/) {
    let tag = String(match.output.2)
    guard !endless.contains(tag), match.output.3.isEmpty else { continue }
    if match.output.1.isEmpty {
      open.append(tag)
    } else if open.popLast() != tag {
      return "</\(tag)>"
    }
  }
  return open.last
}

@Suite struct RecordingPageTests {
  @Test func `pages of any input are bounded, and escape its markup`() async throws {
    let pages = try await makePages()
    // The browser is given these; see .ci/browser.
    if let folder = ProcessInfo.processInfo.environment["STORE_TESTING_PAGES"] {
      for (name, page) in pages {
        try page.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
      }
    }
    for (name, page) in pages {
      #expect(page.components(separatedBy: "<script").count == 2, "\(name)")
      #expect(page.components(separatedBy: "</script").count == 2, "\(name)")
      #expect(page.components(separatedBy: "<style").count == 2, "\(name)")
      #expect(!page.contains("<img") && !page.contains("<!--"), "\(name)")
      #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E }, "\(name)")
    }
    #expect(try #require(pages["half"]).utf8.count < 300_000)
    #expect(try #require(pages["hostile"]).utf8.count < 150_000)
    #expect(try #require(pages["long"]).utf8.count < 500_000)
    #expect(
      try #require(pages["long"]).contains("The first 2,000 entries are left out: the page shows the last 1,000.")
    )
    #expect(try #require(pages["zero"]).contains("The stores have no events."))
    #expect(try #require(pages["none"]).contains("This page has no recordings."))
    #expect(try #require(pages["race"]).contains("<li data-a=\"13\" data-b=\"17\">"))
  }

  @Test func `each tag of a page is closed where it belongs`() async throws {
    for (name, page) in try await makePages() { #expect(misplacedTag(in: page) == nil, "\(name)") }
  }

  @Test func `500 steps with effects, states and places make less than 300 kB`() async {
    let recording = await withRecording("500 steps") {
      let store = TestStore(initialState: RacySearch.State()) { RacySearch { [$0, "\($0) and more of it"] } }
      for number in 1...100 {
        await store.send("query \(number)") { $0.query = "query \(number)" }
        await store.clock.advance(by: .milliseconds(300))
        await store.receive(["query \(number)", "query \(number) and more of it"]) {
          $0.results = ["query \(number)", "query \(number) and more of it"]
        }
        await store.receiveOutput("2 found")
      }
      await store.finish()
    }
    let steps = recording.last(500)
    #expect(steps.entries.count == 500)
    #expect(steps.html.utf8.count < 300_000)
  }

  @Test func `the policy allows the page's own script and style, by their hashes`() {
    #expect(PageScript.hash == sha256(PageScript.text), "The script was changed: set its hash.")
    #expect(PageStyle.hash == sha256(PageStyle.text), "The style was changed: set its hash.")
    let page = RecordingPage([Recording()]).html
    #expect(page.contains("<script>\(PageScript.text)</script>") && page.contains("<style>\(PageStyle.text)</style>"))
    #expect(!PageScript.text.contains("innerHTML") && !PageScript.text.contains("eval("))
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 2), (3, 3)])
  func `a page of several recordings has a link to each`(recordings: Int, links: Int) {
    let page = RecordingPage(Array(repeating: Recording(), count: recordings), title: "All").html
    #expect(page.split(separator: "<a href=\"#r").count - 1 == links)
  }

  @Test func `a link leads to an existing file, and is plain text without one`() {
    var page = HTMLText()
    page.place(Recording.Place(file: "A b.swift", path: "/tmp/A b?#\"<.swift", line: 3))
    page.place(Recording.Place(file: "C.swift", path: "javascript:alert(1)//", line: 4))
    page.place(nil)
    #expect(
      page.html == #"<a href="vscode://file/tmp/A%20b%3F%23%22%3C.swift:3">A b.swift:3</a><span>C.swift:4</span>"#
    )
  }
}

/// The SHA-256 hash of a text, in base 64.
private func sha256(_ text: String) -> String {
  /// The first 32 bits of the fractional parts of roots of the first primes.
  let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
  let fraction = { (root: Double) in UInt32(truncatingIfNeeded: UInt64((root - root.rounded(.down)) * 4_294_967_296)) }
  let constants = primes.prefix(64).map { fraction(cbrt(Double($0))) }
  var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  var bytes = Array(text.utf8)
  let length = UInt64(bytes.count * 8)
  bytes.append(0x80)
  while bytes.count % 64 != 56 { bytes.append(0) }
  bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
  let turn = { (word: UInt32, by: UInt32) in word >> by | word << (32 - by) }
  for start in stride(from: 0, to: bytes.count, by: 64) {
    var words = (0..<16).map { index -> UInt32 in
      let at = start + index * 4
      return bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = turn(a, 7) ^ turn(a, 18) ^ (a >> 3)
      let second = turn(b, 17) ^ turn(b, 19) ^ (b >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var v = hash
    for index in 0..<64 {
      let sum = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first = v[7] &+ sum &+ choice &+ constants[index] &+ words[index]
      let other = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let second = other &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    hash = zip(hash, v).map { $0 &+ $1 }
  }
  return Data(hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } })
    .base64EncodedString()
}
