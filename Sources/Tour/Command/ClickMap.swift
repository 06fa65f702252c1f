import StoreRecording

/// Recorded runs of a feature for a few clicks, in every order up to a depth, from each state that they reach.
struct ClickMap: PageSection {
  /// A click in a state.
  struct Step: Sendable {
    /// The number of the state; the initial state has number 0.
    let from: Int

    let click: String

    /// The number of the state after the click.
    let to: Int

    /// The recorded entries.
    let entries: [Recording.Entry]
  }

  let title: String

  /// The text that explains the recording of the map.
  let explanation: String

  /// The clicks, with the labels of their buttons.
  let clicks: [(name: String, label: String)]

  /// A recording whose first store belongs to the feature.
  let first: Recording

  /// The step of each click in each state.
  let steps: [Step]

  var hasSteps: Bool { true }

  /// Writes the section of the page.
  func write(to page: inout HTMLText, id: String, isAlone: Bool) {
    page.raw("<section class=\"recording\" id=\"\(id)\" data-clicks data-labels=\"")
    page.text(clicks.map { "\($0.name)=\($0.label)" }.joined(separator: "|"))
    page.raw("\">\n")
    page.element("h2 class=\"title\"", title)
    page.element("p class=\"lead\"", explanation)
    RecordingTables.begin("trace", "The events of each click in each state", RecordingTables.traceHead, &page)
    let tables = RecordingTables(first, id: id)
    for step in steps {
      page.raw("</tbody><tbody data-from=\(step.from) data-to=\(step.to) data-click=\"")
      page.text(step.click)
      page.raw("\">\n<tr><th colspan=7>In state \(step.from), ")
      page.text(step.click)
      page.raw(" leads to state \(step.to).\n")
      for entry in step.entries { tables.write(entry, to: &page, isOnlyRow: false) }
    }
    page.raw("</tbody></table></div>\n")
    RecordingTables.writeStores(first, to: &page)
    page.raw("</section>\n")
  }
}
