import StoreTesting

/// A recording as tables, for readers and for the page's script.
///
/// The script has no other data: its `readEntry` reads the classes and `data-` attributes of a row.
package struct RecordingTables {
  private let recording: Recording

  /// The id of the section, for links.
  private let id: String

  private let names: [String]

  /// The HTML element of the title.
  private let heading: String

  /// The maximum length of a text, which depends on the number of entries.
  private let textLimit: Int

  /// The maximum length of a state's text, which depends on the number of states.
  private let stateLimit: Int

  /// Creates the tables of a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - id: The id of the section.
  ///   - isAlone: Whether the page shows only this recording.
  package init(_ recording: Recording, id: String, isAlone: Bool = false) {
    heading = isAlone ? "h1" : "h2"
    self.recording = recording
    self.id = id
    names = recording.effectNames
    let states = recording.entries.count { $0.state != nil }
    textLimit = min(max(40_000 / max(recording.entries.count, 1), 80), 2_000)
    stateLimit = min(max(80_000 / max(states, 1), 120), 4_000)
  }

  /// Writes the section.
  func write(to page: inout HTMLText) {
    page.raw("<section class=\"recording\" id=\"\(id)\">\n")
    page.element("\(heading) class=\"title\"", recording.title.isEmpty ? "Recording" : recording.title, limit: 300)
    page.element("p class=\"summary\"", summary)
    page.raw("\n")
    if recording.omitted > 0 {
      page.element(
        "p class=\"quiet\"",
        "The first \(grouped(recording.omitted)) entries are left out: the page shows the last \(grouped(recording.entries.count))."
      )
    }
    writeFailures(to: &page)
    writeRaces(to: &page)
    if recording.entries.isEmpty {
      page.raw("<p class=\"quiet\">The stores have no events.</p>\n")
    } else {
      Self.begin("trace", "The events, in order", Self.traceHead, &page)
      for entry in recording.entries { write(entry, to: &page) }
      page.raw("</tbody></table></div>\n")
    }
    writeEffects(to: &page)
    Self.writeStores(recording, to: &page)
    page.raw("</section>\n")
  }

  /// The columns of the trace.
  package static let traceHead = "<th>#<th>Time<th>Actor<th>Event<th>State<th>Cause<th>Line"

  /// Begins a table.
  package static func begin(_ name: String, _ caption: String, _ head: String, _ page: inout HTMLText) {
    page.raw(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\"><table class=\"\(name)\"><caption>\(caption)</caption>\n"
    )
    page.raw("<thead><tr>\(head.replacing("<th>", with: "<th scope=\"col\">"))</thead>\n<tbody>\n")
  }

  /// The numbers on one line.
  private var summary: String {
    let time = recording.elapsed == .zero ? "" : ", \(recording.elapsed.text) of virtual time"
    let failures = recording.failures.count
    return "\(count(recording.stores.count, "store")), \(count(recording.effects.count, "effect")), "
      + "\(count(recording.omitted + recording.entries.count, "entry", plural: "entries"))\(time)"
      + (failures == 0 ? "" : ", \(count(failures, "failure"))")
  }

  private func writeFailures(to page: inout HTMLText) {
    let failures = recording.failures.prefix(20)
    guard !failures.isEmpty else { return }
    page.raw("<ul class=\"failures\" aria-label=\"Failures\">\n")
    for failure in failures {
      page.raw("<li data-a=\"\(failure.number)\"><b>Failure.</b> <span>#\(failure.number) ")
      page.text(failure.text, limit: 600)
      page.raw("</span> ")
      page.place(failure.place)
      page.raw("\n")
    }
    page.raw("</ul>\n")
  }

  private func writeRaces(to page: inout HTMLText) {
    let races = recording.races
    guard !races.isEmpty else { return }
    page.raw("<ul class=\"races\" aria-label=\"Races\">\n")
    for race in races {
      page.raw("<li data-a=\"\(race.first)\" data-b=\"\(race.second)\"><b>Race.</b> <span>")
      page.text(recording.text(of: race), limit: 600)
      page.raw("</span>\n")
    }
    page.raw("</ul>\n")
  }

  /// Writes an entry as a row.
  package func write(_ entry: Recording.Entry, to page: inout HTMLText, isOnlyRow: Bool = true) {
    let anchor = isOnlyRow ? " id=\"\(id)-\(entry.number - recording.omitted)\"" : ""
    page.raw("<tr\(anchor) data-n=\(entry.number) data-k=\(entry.kind.rawValue)")
    if let store = entry.store { page.raw(" data-s=\(store)") }
    if let effect = entry.effect { page.raw(" data-e=\(effect)") }
    if let cause = entry.cause { page.raw(" data-c=\(cause)") }
    page.raw("><th>\(entry.number)<td class=t>")
    page.text(entry.instant.text)
    page.raw("<td>")
    page.text(actor(of: entry), limit: 100)
    page.raw("<td>\(entry.kind.rawValue) <code class=x>")
    page.text(entry.text, limit: textLimit)
    page.raw("</code>")
    if let detail = entry.detail {
      page.raw(" <span class=i>")
      page.text(detail, limit: textLimit)
      page.raw("</span>")
    }
    page.raw("<td>")
    writeState(entry, to: &page)
    page.raw("<td>")
    if let cause = entry.cause {
      page.raw(
        cause > recording.omitted && isOnlyRow
          ? "<a href=\"#\(id)-\(cause - recording.omitted)\">#\(cause)</a>" : "#\(cause)"
      )
    }
    page.raw("<td class=p>")
    page.place(entry.place)
    page.raw("\n")
  }

  /// Writes the changes of a message.
  private func writeState(_ entry: Recording.Entry, to page: inout HTMLText) {
    guard !entry.changes.isEmpty else { return }
    page.raw("<ul>")
    for change in entry.changes.prefix(8) {
      page.raw("<li>")
      page.text(change.text, limit: textLimit)
    }
    if entry.changes.count > 8 { page.raw("<li>and \(entry.changes.count - 8) more") }
    page.raw("</ul>")
    guard let state = entry.state else { return }
    page.raw("<details><summary>State</summary><pre>")
    page.text(state, limit: stateLimit)
    page.raw("</pre></details>")
  }

  private func actor(of entry: Recording.Entry) -> String {
    switch entry.kind {
    case .clock: "clock"
    case .deviation, .failure, .input: "test"
    case .answered: "outside"
    case .output: entry.store.map { recording.stores[$0 - 1].feature } ?? ""
    default: name(of: entry.effect) ?? entry.store.map { recording.stores[$0 - 1].feature } ?? ""
    }
  }

  /// Returns the name of an effect, shortened.
  private func name(of number: Int?, limit: Int = 80) -> String? {
    guard let effect = recording.effect(number) else { return nil }
    let label = effect.label.utf8.count > limit ? effect.label.prefix(limit) + "…" : effect.label[...]
    return String(label) + names[effect.number - 1].dropFirst(effect.label.count)
  }

  private func writeEffects(to page: inout HTMLText) {
    let first = recording.omitted
    let effects = recording.effects.filter { ($0.ended ?? .max) > first }
    guard !effects.isEmpty else { return }
    Self.begin("effects", "Effects", "<th>#<th>Effect<th>Started by<th>Start<th>End<th>Waits for<th>Made at", &page)
    for effect in effects.suffix(RecordingPage.entryLimit) {
      let end = effect.ended.flatMap { recording.entry($0)?.kind.rawValue } ?? ""
      page.raw("<tr data-n=\(effect.number) data-s=\(effect.store) data-a=\(effect.started)")
      if let ended = effect.ended { page.raw(" data-z=\(ended) data-end=\(end.isEmpty ? "finished" : end)") }
      page.raw(" data-name=\"")
      page.text(effect.name ?? "", limit: 80)
      page.raw("\" data-nth=\"")
      page.text(String(names[effect.number - 1].dropFirst(effect.label.count)))
      page.raw("\"><th>\(effect.number)<td class=x>")
      page.text(name(of: effect.number, limit: textLimit) ?? "")
      page.raw("<td>\(effect.startedBy.map { "#\($0)" } ?? "")<td>#\(effect.started)<td>")
      page.raw(effect.ended.map { "#\($0) \(end)" } ?? "still running")
      page.raw("<td class=w>")
      page.text(effect.waitingFor ?? "", limit: 300)
      page.raw("<td class=p>")
      page.place(effect.createdAt)
      page.raw("\n")
    }
    page.raw("</tbody></table></div>\n")
  }

  /// Writes the stores, each with its initial state.
  package static func writeStores(_ recording: Recording, to page: inout HTMLText) {
    guard !recording.stores.isEmpty else { return }
    begin("stores", "Stores", "<th>#<th>Feature<th>First state<th>Made at", &page)
    for store in recording.stores.prefix(200) {
      page.raw("<tr><th>\(store.number)<td class=x>")
      page.text(store.feature, limit: 200)
      page.raw("<td><pre>")
      page.text(firstState(of: store, in: recording), limit: 4_000)
      page.raw("</pre><td class=p>")
      page.place(store.place)
      page.raw("\n")
    }
    page.raw("</tbody></table></div>\n")
  }

  /// Returns the state of a store before the first shown entry, which is unknown if entries were omitted.
  private static func firstState(of store: Recording.Store, in recording: Recording) -> String {
    recording.omitted > 0 ? "(not kept)" : store.initialState
  }
}
