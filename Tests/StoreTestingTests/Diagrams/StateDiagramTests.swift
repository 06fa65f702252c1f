import StoreTesting
import Testing

@Suite struct StateDiagramTests {
  @Test func `the initial mode is drawn without a transition, and others are not`() {
    var diagram = StateDiagram()
    diagram.mode("start")
    diagram.mode("other")
    #expect(
      diagram.mermaid == """
        stateDiagram-v2
          state "start" as m1
          [*] --> m1

        """
    )
  }

  @Test func `messages between the same two modes share an arrow`() {
    var diagram = StateDiagram()
    for mode in ["off", "on"] { diagram.mode(mode) }
    diagram.cover(from: "off", by: "tap", to: "on")
    diagram.cover(from: "on", by: "tap", to: "off")
    diagram.cover(from: "off", by: "key", to: "on")
    #expect(
      diagram.mermaid == """
        stateDiagram-v2
          state "off" as m1
          state "on" as m2
          [*] --> m1
          m1 --> m2: tap<br>key
          m2 --> m1: tap

        """
    )
  }

  @Test func `modes that only transitions beyond the limit reach are left out`() {
    var diagram = StateDiagram()
    for mode in ["a", "b", "c", "d"] { diagram.mode(mode) }
    for number in 1...200 { diagram.cover(from: "a", by: "\(number)", to: "b") }
    diagram.cover(from: "c", by: "back", to: "a")
    diagram.cover(from: "a", by: "forth", to: "d")
    let lines = diagram.mermaid.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  state ") } == [#"  state "a" as m1"#, #"  state "b" as m2"#])
    #expect(lines.last == "  %% 2 more transitions")
  }

  @Test(arguments: [(40, ""), (41, "…")])
  func `a mode's text of more than forty characters is shortened`(length: Int, end: String) {
    let text = String(repeating: "a", count: length)
    #expect(StateDiagram.name(of: text) == text.prefix(40) + end)
  }

  @Test(arguments: [
    ("abc", "abc"), ("abcd", "abc#8230;"), ("é", "é"), ("\u{1F}", "#65533;"), ("\u{7F}", "#65533;"), ("a b", "a b"),
    ("\u{80}", "#128;"), ("<", "#60;"),
  ])
  func `Mermaid reads names as text`(name: String, escaped: String) {
    #expect(MermaidText.escaped(name, limit: 3) == escaped)
  }
}
