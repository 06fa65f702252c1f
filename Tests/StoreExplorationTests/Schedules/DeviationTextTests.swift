import Testing

@testable import StoreExploration

@Suite struct DeviationTextTests {
  @Test func `events before the same late event are one item, and each other deviation is its own`() {
    let deviations: [(text: String, defaultEvent: String, isInstead: Bool)] = [
      ("a", "x", false), ("b", "x", false), ("c", "x", true), ("d", "y", false), ("e", "x", false), ("f", "z", false),
      ("g", "z", false),
    ]
    let items = DeviationText.items(
      deviations.enumerated().map { choice, deviation in
        DeviationText(
          choice: choice,
          text: deviation.text,
          defaultEvent: deviation.defaultEvent,
          isInstead: deviation.isInstead
        )
      }
    )
    #expect(
      items == [
        "late: x. Before it:\n  choice 1: a\n  choice 2: b\n  choice 5: e",
        "choice 3: c, instead of x",
        "choice 4: d, before y",
        "late: z. Before it:\n  choice 6: f\n  choice 7: g",
      ]
    )
  }
}
