import Testing

@testable import StoreExploration

/// Which work runs where it should not, or is missing or doubled, in facts that are made by hand.
@Suite struct WorkRuleTests {
  struct Mail {
    /// Whether the line is paused, in each case.
    enum Phase { case writing(Bool), sending(Bool) }

    let phase: Phase
  }

  @Test(
    arguments: [
      (.byEffect("draft", 4, 3, starting: ["wait"]), false, true),
      (.byInput("send", 4, 3, starting: ["wait"]), true, true),
      // An input that starts it in half of the situations means to.
      (.byInput("send", 4, 3, starting: ["wait"]), false, false),
    ] as [(PromiseFacts.Step, Bool, Bool)]
  )
  func `a wait that a pause stops runs in the case of an enum that is paused`(
    start: PromiseFacts.Step,
    isRare: Bool,
    isWrong: Bool
  ) {
    var situations: [PromiseFacts.Situation] = [
      .init(of: Mail(phase: .writing(false))), .init(of: Mail(phase: .sending(false)), running: ["wait"]),
      .init(of: Mail(phase: .sending(true))), .init(of: Mail(phase: .sending(true)), running: ["wait"]),
      .init(of: Mail(phase: .writing(true))),
    ]
    if isRare { situations.append(.init(of: Mail(phase: .writing(false)), running: ["wait"])) }
    let facts = PromiseFacts(
      by: situations,
      [
        .byInput("send", 0, 1, starting: ["wait"]), .byInput("pause", 1, 2, cancelling: ["wait"]),
        .byInput("pause", 0, 4), .byInput("resume", 2, 1, starting: ["wait"]), .byInput("resume", 4, 0), start,
      ]
    )
    let complaints = isWrong ? ["wait runs, though phase.sending(0)"] : []
    #expect(GovernedEffects().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Stock {
    enum Phase { case ready, failed }

    let phase: Phase
  }

  @Test(
    arguments: [(true, []), (false, ["sync runs, though phase == .failed", "sync runs, though phase != .ready"])]
      as [(Bool, [String])]
  )
  func `an input may start work again in a mode that only failures begin`(isFailure: Bool, complaints: [String]) {
    let facts = PromiseFacts(
      by: [
        .init(of: Stock(phase: .ready)), .init(of: Stock(phase: .ready), running: ["sync", "count"]),
        .init(of: Stock(phase: .failed)), .init(of: Stock(phase: .failed), running: ["sync"]),
        .init(of: Stock(phase: .ready), running: ["sync"]),
      ],
      [
        .byInput("start", 0, 1, starting: ["sync", "count"]),
        .byEffect("count", 1, 2, isFailure: isFailure, cancelling: ["sync"]),
        .byInput("resume", 2, 3, starting: ["sync"]), .byInput("retry", 2, 0),
      ]
    )
    #expect(GovernedEffects().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Door {
    struct Call { let isMuted: Bool }

    let call: Call?
  }

  @Test(arguments: [(1, ["talk runs, though call?.isMuted"]), (2, [])] as [(Int, [String])])
  func `work depends on a condition of a child if each child begins with that`(
    first: Int,
    complaints: [String]
  ) {
    let (loud, muted) = (Door(call: Door.Call(isMuted: false)), Door(call: Door.Call(isMuted: true)))
    let facts = PromiseFacts(
      by: [
        .init(of: Door(call: nil)), .init(of: loud), .init(of: muted), .init(of: loud, running: ["talk"]),
        .init(of: muted, running: ["talk"]),
      ],
      [
        .byInput("ring", 0, first), .byInput("speak", 1, 3, starting: ["talk"]),
        .byInput("mute", 3, 2, cancelling: ["talk"]), .byInput("unmute", 2, 1),
        .byEffect("watch", 2, 4, starting: ["talk"]),
      ]
    )
    #expect(GovernedEffects().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Search { var isSearching = false }

  private func brokenModes(in facts: PromiseFacts) -> [String] {
    RunningModes().candidates(in: facts).filter { !$0.exceptions.isEmpty }.map(\.complaint)
  }

  @Test(arguments: [(true, []), (false, ["isSearching, though search doesn't run"])] as [(Bool, [String])])
  func `work may start after a pause, beside other work`(startsLater: Bool, complaints: [String]) {
    var steps: [PromiseFacts.Step] = ["enter", "tap", "link", "scan"].map { input in
      PromiseFacts.Step.byInput(input, 0, 1, starting: ["search"])
    }
    steps += [
      .byInput("type", 0, 2, starting: ["pause", "listen"]), .byEffect("search", 1, 0),
      .byEffect("listen", 2, 2, isElement: true, survivors: [0, 1]),
    ]
    if startsLater { steps.append(.byEffect("pause", 2, 3, starting: ["search"], survivors: [nil, 1])) }
    let facts = PromiseFacts(
      by: [
        .init(of: Search()), .init(of: Search(isSearching: true), running: ["search"]),
        .init(of: Search(isSearching: true), running: ["pause", "listen"]),
        .init(of: Search(isSearching: true), running: ["search", "listen"]),
      ],
      steps
    )
    #expect(brokenModes(in: facts) == complaints)
  }

  @Test(arguments: [("sleep(5)", ["sleep runs, though !isSearching"]), ("sleep(60)", [])] as [(String, [String])])
  func `only work that also runs in a mode is missing it elsewhere`(label: String, complaints: [String]) {
    let right = PromiseFacts.Situation(of: Search(isSearching: true), running: ["sleep"], labels: ["sleep(5)"])
    let wrong = PromiseFacts.Situation(of: Search(), running: ["sleep"], labels: [label])
    let facts = PromiseFacts(by: [.init(of: Search()), right, right, right, right, wrong])
    #expect(brokenModes(in: facts) == complaints)
  }

  struct Log {
    struct Page { let id: Int }

    var page: Page?
    var isRead = false
  }

  /// The facts of a page that is opened after a start, read, and saved, and that close leaves if it isn't being saved.
  private func saving(_ steps: [PromiseFacts.Step]) -> PromiseFacts {
    let page = Log(page: Log.Page(id: 1), isRead: true)
    let opening: [PromiseFacts.Step] = [
      .byInput("read", 0, 1), .byInput("open", 1, 2), .byInput("save", 2, 3, starting: ["save"]),
      .byEffect("save", 3, 2, command: "save"), .byInput("close", 2, 1),
    ]
    return PromiseFacts(
      by: [.init(of: Log()), .init(of: Log(isRead: true)), .init(of: page), .init(of: page, running: ["save"])],
      opening + steps
    )
  }

  @Test(arguments: [(false, []), (true, ["leave cancels save, which close respects"])] as [(Bool, [String])])
  func `an input respects a save only if it can be sent meanwhile`(isSent: Bool, complaints: [String]) {
    var steps: [PromiseFacts.Step] = [.byInput("leave", 3, 1, cancelling: ["save"]), .byInput("leave", 2, 1)]
    if isSent { steps.append(.byInput("close", 3, 3)) }
    #expect(GuardedWork().candidates(in: saving(steps)).map(\.complaint) == complaints)
  }

  @Test(arguments: [(1, []), (2, ["expired cancels save, which close respects"])] as [(Int, [String])])
  func `an element of a stream may cancel a save if it always leaves the page`(to: Int, complaints: [String]) {
    let facts = saving([
      .byInput("close", 3, 3), .byEffect("watch", 3, 1, saying: "expired", isElement: true, cancelling: ["save"]),
      .byEffect("watch", 2, to, saying: "expired", isElement: true),
    ])
    #expect(GuardedWork().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test(
    arguments: [
      (["link"], ["load runs twice at a time, though inputs wait for it elsewhere"]), (["link", "scan"], []),
    ] as [([String], [String])]
  )
  func `work is doubled at most as often as inputs wait for it`(inputs: [String], complaints: [String]) {
    let running: [[String]] = [[], ["load"], ["load", "load"]]
    var steps: [PromiseFacts.Step] = [.byInput("load", 0, 1, starting: ["load"]), .byInput("load", 1, 1)]
    for input in inputs { steps.append(.byInput(input, 1, 2, starting: ["load"])) }
    let facts = PromiseFacts(by: running.map { .init(of: Search(), running: $0) }, steps)
    #expect(DoubledWork().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Jobs {
    struct Job: Identifiable { let (id, isLoading): (Int, Bool) }

    let jobs: [Job]

    init(isLoading: Bool, isOtherLoading: Bool) {
      jobs = [Job(id: 1, isLoading: isLoading), Job(id: 2, isLoading: isOtherLoading)]
    }
  }

  @Test(
    arguments: [(false, ["load runs twice at a time, though inputs wait for it elsewhere"]), (true, [])]
      as [(Bool, [String])]
  )
  func `work isn't doubled if it runs for another element`(isOtherLoading: Bool, complaints: [String]) {
    let idle = Jobs(isLoading: false, isOtherLoading: isOtherLoading)
    let facts = PromiseFacts(
      by: [
        .init(of: idle), .init(of: idle, running: ["load"]),
        .init(of: Jobs(isLoading: true, isOtherLoading: isOtherLoading), running: ["load", "load"]),
      ],
      [
        .byInput("load", 0, 1, starting: ["load"]), .byInput("load", 1, 1), .byInput("link", 1, 2, starting: ["load"]),
      ]
    )
    #expect(DoubledWork().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test func `work that begins as other work ends follows on that, and not on what goes on`() {
    var end = PromiseFacts.Step(from: 0, to: 1, number: 0, started: ["next"], survivors: [nil, 0])
    end.continued = ["next"]
    let running = [["wait", "watch"], ["watch", "next"]]
    let facts = PromiseFacts(by: running.map { .init(of: Search(), running: $0) }, [end])
    #expect(facts.successors == ["wait": ["next"]])
  }
}
