import Testing

@testable import StoreExploration

/// Which modes promise that work runs, in facts that are made by hand.
@Suite struct RunningModesTests {
  typealias Situation = PromiseFacts.Situation
  typealias Step = PromiseFacts.Step

  struct Page {
    var isLoading = true
    var isOffline = false
  }

  private static let idle = Situation(of: Page(isLoading: false))
  private static let loading = mode("load")

  private static func mode(_ effects: String...) -> Situation { Situation(of: Page(), running: effects) }

  private static func input(_ from: Int, _ to: Int, _ name: String, starting effects: [String] = []) -> Step {
    Step(from: from, to: to, number: 0, input: name, started: effects)
  }

  /// A message of an effect.
  private static func message(
    _ from: Int,
    _ to: Int,
    of effect: String,
    named name: String = "done",
    starting effects: [String] = [],
    survivors: [Int?] = [nil]
  ) -> Step {
    Step(from: from, to: to, number: 0, messages: [(name, effect)], started: effects, survivors: survivors)
  }

  private static func input(_ from: Int, _ to: Int, _ name: String, cancelling effect: String) -> Step {
    Step(from: from, to: to, number: 0, input: name, cancelled: [effect], survivors: [nil])
  }

  private static func exceptions(in facts: PromiseFacts, to text: String = "load runs whenever isLoading") -> [Int] {
    RunningModes().candidates(in: facts).filter { $0.text == text }.flatMap(\.exceptions).map(\.node)
  }

  /// A page that loads in the situations 1 to 4, and is in the mode of it from 5 on.
  struct Spinner: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let situations: [Situation]
    var steps = [input(0, 5, "open")]

    /// Which of the loads start with a limit of time.
    var limited = 5...5
    var isExplored = true
    let exceptions: [Int]

    var facts: PromiseFacts {
      let loads = (1...4).map { input(0, $0, "load", starting: limited.contains($0) ? ["load", "timeout"] : ["load"]) }
      let all = [idle] + Array(repeating: loading, count: 4) + situations
      return PromiseFacts(
        all,
        steps: (loads + steps).sorted { $0.from < $1.from },
        isExplored: all.indices.map { isExplored || $0 != 5 }
      )
    }

    private static let end = [
      input(0, 5, "open", starting: ["timeout"]), message(5, 0, of: "timeout", survivors: [nil, nil]),
      message(5, 6, of: "stream", survivors: [0, nil]), message(6, 0, of: "timeout"),
    ]

    static let all = [
      Spinner(testDescription: "one of five beginnings starts nothing", situations: [mode()], exceptions: [5]),
      Spinner(
        testDescription: "two inputs lead back to it",
        situations: [mode(), idle],
        steps: [
          input(0, 5, "open"), input(5, 6, "background"), input(6, 5, "foreground"), input(6, 5, "unlock"),
        ],
        exceptions: [5]
      ),
      Spinner(
        testDescription: "an input leads on",
        situations: [mode(), idle],
        steps: [input(0, 5, "open"), input(5, 1, "wait"), input(6, 5, "foreground")],
        exceptions: []
      ),
      Spinner(
        testDescription: "something forbids the work",
        situations: [Situation(of: Page(isOffline: true))],
        exceptions: []
      ),
      Spinner(testDescription: "steps are unknown", situations: [mode()], isExplored: false, exceptions: [5]),
      Spinner(
        testDescription: "other work ends it",
        situations: [mode("check")],
        steps: [input(0, 5, "open"), message(5, 0, of: "check")],
        exceptions: []
      ),
      Spinner(testDescription: "other work goes on", situations: [mode("stream")], exceptions: [5]),
      Spinner(
        testDescription: "a pause before the work",
        situations: [mode("pause", "stream"), mode("pause", "stream"), mode("load", "stream")],
        steps: [
          input(0, 5, "open"), message(5, 7, of: "pause", starting: ["load"], survivors: [nil, 1]),
          message(5, 6, of: "stream", survivors: [0, 1]),
          message(6, 7, of: "pause", starting: ["load"], survivors: [nil, 1]),
        ],
        exceptions: []
      ),
      Spinner(
        testDescription: "work that follows",
        situations: [mode("confirm", "stream"), mode("confirm")],
        steps: [
          message(1, 5, of: "load", starting: ["confirm", "stream"]), message(2, 0, of: "load"),
          message(5, 0, of: "confirm", survivors: [nil, nil]), message(5, 6, of: "stream", survivors: [0, nil]),
          message(6, 0, of: "confirm"),
        ],
        exceptions: []
      ),
      Spinner(
        testDescription: "a limit",
        situations: [mode("timeout", "stream"), mode("timeout")],
        steps: end,
        limited: 1...4,
        exceptions: []
      ),
      Spinner(
        testDescription: "a limit that is asked for something elsewhere",
        situations: [
          mode("timeout", "stream"), mode("timeout"), Situation(of: Page(isLoading: false), running: ["timeout"]),
        ],
        steps: end + [
          Step(from: 7, to: 0, number: 0, call: "ask()", messages: [("done", "timeout")], survivors: [nil])
        ],
        limited: 1...4,
        exceptions: []
      ),
      Spinner(
        testDescription: "a limit that does not always begin with it",
        situations: [mode("timeout", "stream"), mode("timeout")],
        steps: end,
        limited: 2...4,
        exceptions: [5]
      ),
      Spinner(
        testDescription: "a reminder",
        situations: [mode("timeout"), mode()],
        steps: [input(0, 5, "open", starting: ["timeout"]), message(5, 6, of: "timeout")],
        limited: 1...4,
        exceptions: [5, 6]
      ),
    ]
  }

  @Test(arguments: Spinner.all) func `a mode that begins with work is suspect without it, and without a reason`(
    _ spinner: Spinner
  ) {
    #expect(Self.exceptions(in: spinner.facts) == spinner.exceptions)
  }

  @Test(arguments: [(true, []), (false, [5])])
  func `a mode in which a feature starts without the work promises none`(isLoading: Bool, nodes: [Int]) {
    let start = Situation(of: Page(isLoading: isLoading, isOffline: true))
    let facts = PromiseFacts(
      by: [start] + Array(repeating: Self.loading, count: 4) + [Self.mode(), Self.idle],
      (1...4).map { Self.input(6, $0, "load", starting: ["load"]) } + [Self.input(6, 5, "open")]
    )
    #expect(Self.exceptions(in: facts) == nodes)
  }

  @Test(arguments: [("done", [4]), ("partly", [])])
  func `one of four is enough to be suspect if the same message ends the mode elsewhere`(name: String, nodes: [Int]) {
    let facts = PromiseFacts(
      by: [Self.idle, Self.loading, Self.loading, Self.loading, Self.mode()],
      (1...3).map { Self.input(0, $0, "load", starting: ["load"]) } + [
        Self.message(1, 0, of: "load"), Self.message(1, 2, of: "load", named: "progress", survivors: [0]),
        Self.message(2, 0, of: "load"), Self.message(3, 4, of: "load", named: name),
      ]
    )
    #expect(Self.exceptions(in: facts) == nodes)
  }

  @Test(arguments: [("cancel", [2, 3]), (nil, [])] as [(String?, [Int])])
  func `a mode is suspect wherever an input alone leaves it without the work`(input: String?, nodes: [Int]) {
    var stop = Self.input(1, 2, "cancel", cancelling: "load")
    if input == nil {
      stop.input = nil
      stop.messages = [("timedOut", "timeout")]
    }
    let facts = PromiseFacts(
      by: [Self.idle, Self.loading, Self.mode(), Self.mode()],
      [Self.input(0, 1, "load", starting: ["load"]), Self.message(1, 0, of: "load"), stop, Self.input(2, 3, "menu")]
    )
    #expect(Self.exceptions(in: facts) == nodes)
  }

  @Test(arguments: [(true, [10]), (false, [])])
  func `work that starts with the feature has the mode of its start`(isLoading: Bool, nodes: [Int]) {
    let modes = [isLoading] + Array(repeating: true, count: 9) + [false]
    let facts = PromiseFacts(by: modes.map { Situation(of: Page(isLoading: $0), running: ["load"]) })
    #expect(Self.exceptions(in: facts, to: "isLoading whenever load runs") == nodes)
  }

  @Test(
    arguments: [
      ([(1, "load"), (2, "reload"), (3, "peek(1)"), (3, "peek(2)")], 0.5),
      ([(1, "load"), (3, "peek(1)"), (3, "glance")], 0),
    ] as [([(Int, String)], Double)]
  )
  func `work has to do with a mode that begins with most of its causes`(starts: [(Int, String)], weight: Double) {
    let modes = [true, true, false, true, true]
    let facts = PromiseFacts(
      by: [Self.idle] + modes.map { Situation(of: Page(isLoading: $0), running: ["load"]) },
      starts.map { Self.input(0, $0.0, $0.1, starting: ["load"]) }
    )
    let found = RunningModes().candidates(in: facts).filter { $0.text == "isLoading whenever load runs" }
    #expect(found.map(\.weight) == [weight])
  }

  private struct Line<Value> { let value: Value }

  private func suspects<Value>(of values: [Value]) -> [String] {
    let situations = values.enumerated().map { Situation(of: Line(value: $1), running: $0 == 0 ? [] : ["watch"]) }
    let steps = [Self.input(0, 1, "start", starting: ["watch"]), Self.message(1, 2, of: "watch", survivors: [0])]
    return RunningModes().candidates(in: PromiseFacts(by: situations, steps)).filter { !$0.exceptions.isEmpty }
      .map(\.text)
  }

  @Test func `a value that work brings is missing before, and a flag is not`() {
    let numbers: [Int?] = [nil, nil, 1, 1, 1, 1, 1]
    #expect(suspects(of: numbers) == [])
    #expect(suspects(of: numbers.map { $0 != nil }) == ["value whenever watch runs"])
  }

  @Test func `only a promise that compiles has code`() {
    struct Book { let page: Page? }
    let pages: [Page?] = [nil, Page(), Page(), Page(isLoading: false)]
    let facts = PromiseFacts(
      by: zip(pages, [[], ["load"], ["load"], []]).map { Situation(of: Book(page: $0), running: $1) }
    )
    let candidates = RunningModes().candidates(in: facts)
    #expect(candidates.map(\.text).contains("load runs whenever page?.isLoading"))
    #expect(
      candidates.compactMap(\.code) == [
        #".always("page != nil whenever load runs") { !($0.isRunning("load")) || $0.page != nil }"#
      ]
    )
  }

  @Test func `a mode in any case of an enum has the name of the first one, and of the one in which work is missing`() {
    struct Part { let isLoading: Bool }
    enum Place { case list(Part), detail(Part) }
    struct Screen { let place: Place }
    let list = Screen(place: .list(Part(isLoading: true)))
    let facts = PromiseFacts(
      by: [
        Situation(of: Screen(place: .detail(Part(isLoading: false)))),
        Situation(of: Screen(place: .detail(Part(isLoading: true))), running: ["load"]),
      ] + Array(repeating: Situation(of: list, running: ["load"]), count: 3) + [Situation(of: list)],
      (1...4).map { Self.input(0, $0, "load", starting: ["load"]) } + [Self.input(0, 5, "open")]
    )
    let candidates = RunningModes().candidates(in: facts)
    #expect(
      candidates.map(\.text) == [
        "place.detail(0).isLoading whenever load runs", "load runs whenever place.detail(0).isLoading",
      ]
    )
    #expect(candidates.map(\.complaint) == ["", "place.list(0).isLoading, though load doesn't run"])
  }
}
