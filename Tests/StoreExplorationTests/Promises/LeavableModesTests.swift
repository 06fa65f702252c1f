import Testing

@testable import StoreExploration

/// Where a mode is stuck, in facts that are made by hand.
@Suite struct LeavableModesTests {
  enum Screen: Sendable { case list, detail(Bool) }

  struct App { let screen: Screen }

  @Test(arguments: [false, true])
  func `a mode is stuck with the case that has it, if the feature doesn't begin with that`(isWhole: Bool) {
    func stuck(_ screens: [Screen], _ steps: [(Int, Int)]) -> [[Int]] {
      let states: [Any] = isWhole ? screens as [Any] : screens.map { App(screen: $0) as Any }
      let facts = PromiseFacts(of: states, steps.map { PromiseFacts.Step(from: $0, to: $1, number: 0) })
      return LeavableModes().candidates(in: facts).map { $0.exceptions.map(\.node) }.filter { !$0.isEmpty }
    }
    let edit = [(1, 2), (2, 1), (2, 3)]
    #expect(stuck([.list, .detail(false), .detail(true), .detail(true)], [(0, 1), (1, 0)] + edit) == [[3]])
    #expect(stuck([.detail(false), .detail(false), .detail(true), .detail(true)], [(0, 1)] + edit) == [[3]])
  }

  struct Counter { let (count, isOpen): (Int, Bool) }

  @Test(arguments: [(false, []), (true, [2])] as [(Bool, [Int])])
  func `a mode is stuck at the greatest number if its inputs are offered`(isOffered: Bool, nodes: [Int]) {
    let used = [(0, 1, "open"), (1, 0, "close"), (1, 2, "add")]
    var steps = used.map { PromiseFacts.Step(from: $0, to: $1, number: 0, input: $2, isEffective: true) }
    // Neither an input that does nothing nor the end of an effect is missed there.
    steps.append(PromiseFacts.Step(from: 1, to: 1, number: 0, input: "look"))
    steps.append(PromiseFacts.Step(from: 1, to: 1, number: 0, isEffective: true))
    let offered = ["close", "add"].map { PromiseFacts.Step(from: 2, to: 2, number: 0, input: $0) }
    let counters = [(0, false), (0, true), (1, true)].map { Counter(count: $0, isOpen: $1) }
    let facts = PromiseFacts(of: counters, steps + (isOffered ? offered : []))
    #expect(LeavableModes().candidates(in: facts).flatMap(\.exceptions).map(\.node) == nodes)
  }
}
