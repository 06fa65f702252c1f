import Testing

@testable import StoreExploration

/// Which inputs are to act where something has failed, or where a question is asked, in the facts of pages that are made
/// by hand.
@Suite struct InputRuleTests {
  struct Page {
    var isLoading = false
    var hasFailed = false
    var isOld = false
  }

  @Test(
    arguments: [
      (1, true, [[2]]),
      // It is dead in more failures than it acts in, or what runs may end.
      (2, true, []), (1, false, []),
    ] as [(Int, Bool, [[Int]])]
  )
  func `a retry is dead in a failure beside a stream`(count: Int, isStream: Bool, nodes: [[Int]]) {
    let last = 2 + count
    var situations: [PromiseFacts.Situation] = [.init(of: Page()), .init(of: Page(hasFailed: true))]
    var steps: [PromiseFacts.Step] = [
      .byEffect("load", 0, 1, isFailure: true), .byInput("retry", 1, 0, starting: ["load"]),
      .byEffect("watch", last, last, isElement: isStream),
    ]
    for node in 2..<last {
      situations.append(.init(of: Page(hasFailed: true), running: ["watch"]))
      steps += [.byEffect("load", 0, node, isFailure: true), .byInput("retry", node, node)]
    }
    situations.append(.init(of: Page(isOld: true), running: ["watch"]))
    let found = DeadRetries().candidates(in: PromiseFacts(by: situations, steps))
    #expect(found.map { $0.exceptions.map(\.node) } == nodes)
  }

  @Test(
    arguments: [("reload", false, true), ("reload", true, false), ("retry", true, true)]
  )
  func `an input that only acts in failures, or is named so, is dead in one that another input tries again`(
    input: String,
    actsElsewhere: Bool,
    isDead: Bool
  ) {
    var steps: [PromiseFacts.Step] = [
      .byInput("open", 0, 2, starting: ["load"]), .byInput("open old", 0, 4, starting: ["load"]),
      .byEffect("load", 2, 1, isFailure: true), .byEffect("load", 4, 3, isFailure: true),
      .byInput(input, 1, 2, starting: ["load"]), .byInput(input, 3, 3), .byInput("next", 3, 4, starting: ["load"]),
    ]
    if actsElsewhere { steps.append(.byInput(input, 0, 2, starting: ["load"])) }
    let facts = PromiseFacts(
      of: [
        Page(), Page(hasFailed: true), Page(isLoading: true), Page(hasFailed: true, isOld: true),
        Page(isLoading: true, isOld: true),
      ],
      steps
    )
    let complaints = isDead ? ["\(input) does nothing, though hasFailed, and nothing runs"] : []
    #expect(DeadRetries().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Form {
    var hasText = false
    var isAsking = false
    var isBold = false
    var isItalic = false
  }

  @Test(
    arguments: [(false, []), (true, ["send does nothing, though hasText, and nothing runs"])]
      as [(Bool, [String])]
  )
  func `an input may do nothing behind a question whose answers act nowhere else`(
    actsElsewhere: Bool,
    complaints: [String]
  ) {
    var steps: [PromiseFacts.Step] = [
      .byInput("type", 0, 1), .byInput("type", 1, 2), .byInput("send", 1, 4, starting: ["post"]),
      .byInput("send", 2, 4, starting: ["post"]), .byInput("send", 3, 3), .byInput("send", 5, 5),
      .byInput("send", 6, 6), .byInput("yes", 3, 0),
    ]
    if actsElsewhere { steps.append(.byInput("yes", 1, 0)) }
    let facts = PromiseFacts(
      by: [
        .init(of: Form()), .init(of: Form(hasText: true)), .init(of: Form(hasText: true, isBold: true)),
        .init(of: Form(hasText: true, isAsking: true)), .init(of: Form(), running: ["post"]),
        .init(of: Form(isBold: true)), .init(of: Form(isItalic: true)),
      ],
      steps
    )
    #expect(DeadInputs().candidates(in: facts).map(\.complaint) == complaints)
  }
}
