import Testing

@testable import StoreExploration

/// Which modes end, pause and resume, in facts that are made by hand.
@Suite struct ModeRuleTests {
  struct Player {
    var isPlaying = false
    var isCalling = false
  }

  @Test(
    arguments: [(2, 1, []), (1, 0, ["hang up changes isPlaying, which call had not changed"])]
      as [(Int, Int, [String])]
  )
  func `an end may set a mode that work which it cancels would have set`(from: Int, to: Int, complaints: [String]) {
    let facts = PromiseFacts(
      of: [Player(), Player(isPlaying: true), Player(isCalling: true)],
      [
        .byInput("call", 0, 2), .byInput("call", 1, 2), .byInput("hang up", 2, 1, cancelling: ["alarm"]),
        .byEffect("alarm", from, to),
      ]
    )
    #expect(ResumedModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Potluck { let waiting: Set<String> }

  @Test func `each element of a set is to end by itself, and not that the set has any`() {
    let facts = PromiseFacts(
      by: [.init(of: Potluck(waiting: [])), .init(of: Potluck(waiting: ["salad"]), running: ["bring"])],
      [.byInput("offer", 0, 1, starting: ["bring"]), .byEffect("bring", 1, 0)]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.text) == [#"waiting.contains("salad") ends without an input"#])
  }

  struct Scanner { var isScanning = false }

  @Test(arguments: [(false, ["nothing ends isScanning but an input"]), (true, [])] as [(Bool, [String])])
  func `a mode that ends by itself only in failures is endless after a stream that ends without a word`(
    hasWord: Bool,
    complaints: [String]
  ) {
    var end = PromiseFacts.Step.byEffect("scan", 1, 2, isElement: true, endsStream: true)
    if !hasWord { end.messages = [] }
    let facts = PromiseFacts(
      by: [
        .init(of: Scanner()), .init(of: Scanner(isScanning: true), running: ["scan"]),
        .init(of: Scanner(isScanning: true)),
      ],
      [
        .byInput("scan", 0, 1, starting: ["scan"]), .byInput("stop", 1, 0),
        .byEffect("scan", 1, 0, isFailure: true), end,
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Petition {
    enum Choice { case open, signed }

    let choice: Choice
  }

  @Test(arguments: [(1, []), (2, ["nothing at all ends choice == .signed"])] as [(Int, [String])])
  func `a mode that cannot be left in half of its situations is an end`(left: Int, complaints: [String]) {
    var (states, steps) = ([Petition(choice: .open)], [PromiseFacts.Step]())
    for node in 1...left + 1 {
      states.append(Petition(choice: .signed))
      steps.append(.byInput("sign", 0, node))
      if node <= left { steps.append(.byInput("undo", node, 0)) }
    }
    let facts = PromiseFacts(of: states, steps)
    #expect(LeavableModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Camera {
    var isLoading = false
    var isAway = false
  }

  @Test(arguments: [(1, true), (3, false)]) func `a mode pauses where an input ends what has interrupted it`(
    to: Int,
    isPause: Bool
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Camera()), .init(of: Camera(isLoading: true), running: ["load"]),
        .init(of: Camera(isLoading: true, isAway: true)),
        .init(of: Camera(isLoading: true, isAway: true), running: ["load"]),
      ],
      [.byInput("leave", 1, 2), .byInput("return", 2, to)]
    )
    let pauses = Pauses(
      of: SpaceAtom(subject: "isLoading", kind: .flag(true)),
      where: [false, true, true, true],
      reaching: [true, true, false, true],
      in: facts
    )
    #expect(pauses.includes(2) == isPause)
  }
}
