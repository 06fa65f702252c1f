import Testing

@testable import StoreExploration

/// Which failures can't be tried again, in the facts of pages that are made by hand.
@Suite struct DeadRetriesTests {
  struct Page {
    var isLoading = false
    var hasFailed = false
    var isOld = false
  }

  private let idle = Page()
  private let loading = Page(isLoading: true)
  private let failed = Page(hasFailed: true)
  private let oldFailed = Page(hasFailed: true, isOld: true)

  private func complaints(_ pages: [Page], _ steps: [PromiseFacts.Step]) -> [String] {
    DeadRetries().candidates(in: PromiseFacts(of: pages, steps)).map(\.complaint)
  }

  private func complaints(isDead: Bool) -> [String] {
    isDead ? ["retry does nothing, though hasFailed, and nothing runs"] : []
  }

  @Test(arguments: [("retry", true, true), ("retry", false, false), ("reload", true, false)])
  func `an input is dead after a failure of what it leads to only if it is named as a retry`(
    input: String,
    isLed: Bool,
    isDead: Bool
  ) {
    var steps: [PromiseFacts.Step] = [
      .byInput("open", 0, 1, starting: ["load"]), .byEffect("load", 1, 2, isFailure: true),
      .byInput(input, 2, 1, starting: ["load"]), .byEffect("load", 1, 3, starting: isLed ? ["sync"] : []),
      .byEffect("sync", 3, 4, isFailure: true), .byInput(input, 4, 4), .byInput("next", 4, 3, starting: ["sync"]),
    ]
    if !isLed { steps.append(.byInput("sync", 0, 3, starting: ["sync"])) }
    let pages = [idle, loading, failed, loading, oldFailed]
    #expect(complaints(pages, steps) == complaints(isDead: isDead))
  }

  @Test(arguments: [true, false])
  func `a retry is dead where its failure stays, and not where other work fails`(hasFailed: Bool) {
    let steps: [PromiseFacts.Step] = [
      .byInput("open", 0, 1, starting: ["load"]), .byEffect("load", 1, 2, isFailure: true),
      .byInput("retry", 2, 1, starting: ["load"]), .byEffect("watch", 2, 3, isFailure: true),
      .byInput("retry", 3, 3), .byInput("next", 3, 1, starting: ["load"]),
    ]
    let pages = [idle, loading, Page(hasFailed: hasFailed), oldFailed]
    #expect(complaints(pages, steps) == complaints(isDead: hasFailed))
  }

  @Test(arguments: [true, false])
  func `a retry may do nothing in a mode only if no input acts in it but to end it`(actsInMode: Bool) {
    var steps: [PromiseFacts.Step] = [
      .byInput("open", 0, 2, starting: ["load"]), .byInput("open old", 0, 4, starting: ["load"]),
      .byEffect("load", 2, 1, isFailure: true), .byEffect("load", 4, 3, isFailure: true),
      .byInput("retry", 1, 2, starting: ["load"]), .byInput("retry", 3, 3),
      .byInput("leave", 3, 2, starting: ["load"]),
    ]
    if actsInMode { steps.append(.byInput("scroll", 3, 3, isEffective: true)) }
    let pages = [idle, failed, loading, oldFailed, Page(isLoading: true, isOld: true)]
    #expect(complaints(pages, steps) == complaints(isDead: actsInMode))
  }

  @Test func `a retry is to act also where there is a value, which is no mode`() {
    struct Letter {
      var isLoading = false
      var hasFailed = false
      var draft: Int?
    }
    let steps: [PromiseFacts.Step] = [
      .byInput("open", 0, 2, starting: ["load"]), .byInput("open draft", 0, 4, starting: ["load"]),
      .byEffect("load", 2, 1, isFailure: true), .byEffect("load", 4, 3, isFailure: true),
      .byInput("retry", 1, 2, starting: ["load"]), .byInput("retry", 3, 3),
      .byInput("discard", 3, 2, starting: ["load"]),
    ]
    let letters = [
      Letter(), Letter(hasFailed: true), Letter(isLoading: true), Letter(hasFailed: true, draft: 1),
      Letter(isLoading: true, draft: 1),
    ]
    let candidates = DeadRetries().candidates(in: PromiseFacts(of: letters, steps))
    #expect(candidates.map(\.complaint) == complaints(isDead: true))
  }
}
