import Testing

@testable import StoreExploration

/// Conditions under which alone an effect is to run, in facts that are made by hand.
@Suite struct GovernedEffectsTests {
  private func complaints(_ situations: [PromiseFacts.Situation], _ steps: [PromiseFacts.Step]) -> [String] {
    GovernedEffects().candidates(in: PromiseFacts(by: situations, steps)).map(\.complaint)
  }

  struct Player {
    let isAway: Bool
    let isMuted: Bool
    let volume: Int
  }

  /// What is otherwise than where a return starts a player that was muted as well.
  enum Silence: CaseIterable { case none, isTheVolume, isOtherMusic, beginsWithTheOther }

  @Test(arguments: Silence.allCases) func `the end of one of two reasons to be silent doesn't forget the other`(
    _ silence: Silence
  ) {
    let states = [(false, false), (true, false), (false, true), (true, true), (false, true)]
    var situations = states.enumerated().map { node, state in
      let isQuiet = silence == .isTheVolume && state.1
      return PromiseFacts.Situation(
        of: Player(isAway: state.0, isMuted: state.1 && !isQuiet, volume: isQuiet ? 0 : 1),
        running: node.isMultiple(of: 4) ? ["play"] : [],
        labels: node.isMultiple(of: 4) ? [node == 4 && silence == .isOtherMusic ? "play(quiet)" : "play"] : []
      )
    }
    if silence == .beginsWithTheOther { situations.swapAt(0, 1) }
    func place(_ node: Int) -> Int { silence == .beginsWithTheOther && node < 2 ? 1 - node : node }
    let steps = [
      (0, 1, ".leave"), (0, 2, ".mute"), (1, 3, ".mute"), (2, 3, ".leave"), (1, 0, ".return"), (2, 0, ".unmute"),
      (3, 1, ".unmute"), (3, 4, ".return"), (4, 3, ".leave"), (4, 0, ".unmute"),
    ]
    .map { from, to, input in
      let (played, plays) = (from.isMultiple(of: 4), to.isMultiple(of: 4))
      return PromiseFacts.Step.byInput(
        input,
        place(from),
        place(to),
        starting: plays && !played ? ["play"] : [],
        cancelling: played && !plays ? ["play"] : []
      )
    }
    #expect(complaints(situations, steps) == (silence == .none ? ["play runs, though isMuted"] : []))
  }

  struct Tab { let isLive: Bool }

  @Test(arguments: [(true, ["listen runs, though !isLive"]), (false, [])])
  func `an effect that begins with its tab runs in no other`(begins: Bool, found: [String]) {
    let running =
      [(false, []), (true, ["listen"]), (true, ["retry"]), (false, ["retry"]), (false, ["listen"])]
      as [(Bool, [String])]
    let complaints = complaints(
      running.map { .init(of: Tab(isLive: $0), running: $1) },
      [
        .byInput(".show", 0, begins ? 1 : 2, starting: [begins ? "listen" : "retry"]),
        .byInput(".hide", 1, 0, cancelling: ["listen"]),
        .byEffect("listen", 1, 2, isFailure: true, starting: ["retry"], survivors: [nil]),
        .byEffect("retry", 2, 1, isWake: true, starting: ["listen"], survivors: [nil]), .byInput(".hide", 2, 3),
        .byEffect("retry", 3, 4, isWake: true, starting: ["listen"], survivors: [nil]),
      ]
    )
    #expect(complaints == found)
  }

  struct Child { let isMuted: Bool }

  struct Parent { var child: Child? }

  @Test func `a child brings a condition on its work`() {
    let (loud, quiet) = (Parent(child: Child(isMuted: false)), Parent(child: Child(isMuted: true)))
    let complaints = complaints(
      [
        .init(of: Parent(), running: ["load"]), .init(of: loud, running: ["play"]), .init(of: quiet),
        .init(of: quiet, running: ["play"]),
      ],
      [
        .byEffect("load", 0, 1, starting: ["play"], survivors: [nil]), .byInput(".mute", 1, 2, cancelling: ["play"]),
        .byInput(".unmute", 2, 1, starting: ["play"]), .byInput(nil, 2, 3, starting: ["play"]),
      ]
    )
    #expect(complaints == ["play runs, though child?.isMuted"])
  }

  struct Toast {}

  struct Page: Identifiable {
    let id = 1
    var toast: Toast?
  }

  struct Pages { let pages: [Page] }

  enum Screen {
    case chat(Toast?)
    case detail(Toast?)
  }

  struct App { let screen: Screen }

  /// A poll that a toast stops, and that time starts again beside it.
  private func complaints<State>(closingBy input: String?, _ state: (Toast?) -> State) -> [String] {
    complaints(
      [
        .init(of: state(nil), running: ["poll"]), .init(of: state(Toast())),
        .init(of: state(Toast()), running: ["poll"]),
      ],
      [
        .byInput(".notify", 0, 1, cancelling: ["poll"]), .byInput(input, 1, 0, starting: ["poll"]),
        .byInput(nil, 1, 2, starting: ["poll"]),
      ]
    )
  }

  @Test func `an effect waits for the end of a toast, unless that ends by itself or belongs to an element`() {
    #expect(complaints(closingBy: ".close") { Page(toast: $0) } == ["poll runs, though toast != nil"])
    #expect(complaints(closingBy: nil) { Page(toast: $0) } == [])
    #expect(complaints(closingBy: ".close") { Pages(pages: [Page(toast: $0)]) } == [])
  }

  @Test(arguments: [(".close", ["poll runs, though screen.detail(0) != nil"]), (nil, [])] as [(String?, [String])])
  func `a toast that ends by itself on one screen is one on any`(input: String?, found: [String]) {
    let shown = App(screen: .detail(Toast()))
    let complaints = complaints(
      [
        .init(of: App(screen: .chat(nil)), running: ["poll"]), .init(of: App(screen: .detail(nil)), running: ["poll"]),
        .init(of: shown), .init(of: shown, running: ["poll"]),
      ],
      [
        .byInput(".open", 0, 1), .byInput(".notify", 1, 2, cancelling: ["poll"]),
        .byInput(input, 2, 1, starting: ["poll"]), .byInput(nil, 2, 3, starting: ["poll"]),
      ]
    )
    #expect(complaints == found)
  }
}
