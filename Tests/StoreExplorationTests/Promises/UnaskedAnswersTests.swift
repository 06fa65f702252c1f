import Testing

@testable import StoreExploration

/// Which answers and failures are about what is no longer chosen, in facts that are made by hand.
@Suite struct UnaskedAnswersTests {
  typealias Step = PromiseFacts.Step

  struct Weather {
    let city: String

    /// The district, which an answer may tell.
    let zone: String
    let forecast: String?

    init(_ city: String, zone: String? = nil, forecast: String? = nil) {
      (self.city, self.zone, self.forecast) = (city, zone ?? city, forecast)
    }
  }

  /// What is otherwise than where the forecast of a city comes when another one is chosen.
  enum Difference: CaseIterable {
    case none, theAnswerTellsTheZone, timeStartsIt, nothingStartsForTheOther, oneIsForAny
  }

  private func forecast(_ difference: Difference) -> PromiseFacts {
    func situation(_ weather: Weather, for labels: String...) -> PromiseFacts.Situation {
      .init(of: weather, running: labels.map { _ in "forecast" }, labels: labels.map { "forecast(\($0))" })
    }
    func start(_ node: Int, for label: String) -> Step {
      Step(
        from: 0,
        to: node,
        number: node,
        input: difference == .timeStartsIt ? nil : "choose",
        started: ["forecast"],
        startedLabels: ["forecast(\(label))"]
      )
    }
    let other = difference == .nothingStartsForTheOther ? "C" : "B"
    let zone = difference == .theAnswerTellsTheZone ? "D" : other
    let starts = [start(1, for: "A"), start(2, for: "B")]
    let more = difference == .oneIsForAny ? [start(5, for: "any"), start(6, for: "any")] : []
    return PromiseFacts(
      by: [
        situation(Weather("A")), situation(Weather("A"), for: "A"), situation(Weather("B"), for: "B"),
        situation(Weather(other), for: "A"), situation(Weather(other, zone: zone, forecast: "sunny")),
        situation(Weather("C"), for: "any"), situation(Weather("D"), for: "any"),
      ],
      starts + more + [
        Step(from: 1, to: 3, number: 0, input: "choose", survivors: [0]),
        Step(
          from: 3,
          to: 4,
          number: 0,
          call: "forecast()",
          messages: [("arrived", "forecast(A)")],
          survivors: [nil]
        ),
      ]
    )
  }

  @Test(arguments: Difference.allCases) func `an answer to an earlier choice is unasked if work is for each choice`(
    _ difference: Difference
  ) {
    let complaints = UnaskedAnswers().candidates(in: forecast(difference)).map(\.complaint)
    let isSuspect = difference == .none || difference == .theAnswerTellsTheZone
    #expect(complaints == (isSuspect ? ["forecast, which started before choose, sets forecast"] : []))
  }

  /// A card that is shown on a page of its own, and the error of a load.
  private struct Desk<Choice> {
    let (card, page): (Choice, Choice)
    let error: String?
  }

  /// The facts of a load for the first card that fails when the second one is shown. Time also shows the first one again.
  private func load<Choice>(
    _ first: Choice,
    _ second: Choice,
    isCommand: Bool = false,
    choosesAfterFailure: Bool = true
  ) -> PromiseFacts {
    func situation(_ choice: Choice, error: String? = nil, loading labels: String...) -> PromiseFacts.Situation {
      .init(
        of: Desk(card: choice, page: choice, error: error),
        running: labels.map { _ in "load" },
        labels: labels
      )
    }
    func failure(_ from: Int, _ to: Int) -> Step {
      Step(
        from: from,
        to: to,
        number: 1,
        isFailure: true,
        call: "load()",
        command: isCommand ? "load" : nil,
        messages: [("failed", "load(1)"), ("noted", "log")],
        isChange: true,
        survivors: [nil]
      )
    }
    func start(_ from: Int, _ to: Int, _ label: String) -> Step {
      Step(from: from, to: to, number: 0, input: "load", started: ["load"], startedLabels: [label])
    }
    let choices = choosesAfterFailure ? [Step(from: 5, to: 6, number: 0, input: "choose")] : []
    return PromiseFacts(
      by: [
        situation(first), situation(first, loading: "load(1)"), situation(second, loading: "load(2)"),
        situation(second, loading: "load(1)"), situation(second, error: "offline"),
        situation(first, error: "offline"), situation(second),
      ],
      [
        start(0, 1, "load(1)"), Step(from: 0, to: 6, number: 1, input: "choose"),
        Step(from: 1, to: 3, number: 0, input: "choose", survivors: [0]), failure(1, 5), failure(3, 4),
      ] + choices + [
        start(6, 2, "load(2)"), Step(from: 6, to: 0, number: 1, isChange: true),
      ]
    )
  }

  @Test func `a failure is about the choice for which its work was started`() {
    func complaints(_ facts: PromiseFacts) -> [String] { UnaskedAnswers().candidates(in: facts).map(\.complaint) }
    let complaint = "load, which started for another card, fails, and error != nil"
    #expect(complaints(load("A", "B")) == [complaint])
    // A flag is no draft that a command has saved.
    #expect(complaints(load(false, true, isCommand: true)) == [complaint])
    #expect(complaints(load("A", "B", isCommand: true)) == [])
    // An optional that is also set without an input says more than what is chosen.
    #expect(complaints(load(1.5 as Double?, 2.5)) == [])
    #expect(complaints(load("A" as String?, "B")) == [])
    // The error may stay where another one is chosen.
    #expect(complaints(load("A", "B", choosesAfterFailure: false)) == [])
  }
}
