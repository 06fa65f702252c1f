import Testing

@testable import StoreExploration

/// Modes that only inputs end, in facts that are made by hand.
@Suite struct EndlessModesTests {
  struct Job: Identifiable { let (id, isRunning): (Int, Bool) }

  struct Jobs { let jobs: [Job] }

  @Test(arguments: [(true, ["nothing ends jobs[id: 1].isRunning but an input"]), (false, [])])
  func `an element is stuck in a mode that begins with its work, and not in one in which it arrives`(
    wasThere: Bool,
    complaints: [String]
  ) {
    let (idle, busy) = (Job(id: 1, isRunning: false), Job(id: 1, isRunning: true))
    let facts = PromiseFacts(
      by: [
        .init(of: Jobs(jobs: wasThere ? [idle] : []), running: ["load"]),
        .init(of: Jobs(jobs: [busy]), running: ["run"]), .init(of: Jobs(jobs: [idle])), .init(of: Jobs(jobs: [busy])),
      ],
      [
        .byEffect("load", 0, 1, starting: ["run"], survivors: [nil]), .byEffect("run", 1, 2, survivors: [nil]),
        .byInput(".stop", 1, 3, cancelling: ["run"]),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Form {
    var name = ""
    var isOn = false
  }

  @Test func `a flag that is off while work runs is no mode`() {
    let facts = PromiseFacts(
      by: [.init(of: Form(isOn: true)), .init(of: Form(), running: ["work"])],
      [.byInput("turn off", 0, 1, starting: ["work"]), .byEffect("work", 1, 0)]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.text) == [])
  }

  @Test(arguments: [(1, []), (2, ["nothing ends isOn but an input"])] as [(Int, [String])])
  func `a mode is to end by itself where four of five entries begin work, and less than half of it is stuck`(
    working: Int,
    complaints: [String]
  ) {
    var situations: [PromiseFacts.Situation] = [.init(of: Form()), .init(of: Form(isOn: true))]
    var steps: [PromiseFacts.Step] = [.byInput("pause", 0, 1), .byInput("stop", 1, 0)]
    for node in 2...working + 1 {
      situations.append(.init(of: Form(isOn: true), running: ["work"]))
      steps.append(.byEffect("work", node, 0))
    }
    for number in 1...4 {
      steps.append(.byInput("start \(number)", 0, min(number, working) + 1, starting: ["work"]))
    }
    let facts = PromiseFacts(by: situations, steps)
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test(arguments: [(1, []), (2, ["nothing ends !name.isEmpty but an input"])] as [(Int, [String])])
  func `a text is to end by itself unless half of it is stuck`(loading: Int, complaints: [String]) {
    let filled = Form(name: "Ann")
    var situations: [PromiseFacts.Situation] = [.init(of: Form())]
    var steps: [PromiseFacts.Step] = [
      .byInput("stop", 1, loading + 1, cancelling: ["load"]), .byInput("clear", loading + 1, 0),
    ]
    for node in 1...loading {
      situations.append(.init(of: filled, running: ["load"]))
      steps.append(.byInput("load \(node)", 0, node, starting: ["load"]))
      steps.append(.byEffect("load", node, 0))
    }
    situations.append(.init(of: filled))
    let facts = PromiseFacts(by: situations, steps)
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  @Test func `a text that a user types is no wait for an older answer that empties it`() {
    let facts = PromiseFacts(
      by: [.init(of: Form(), running: ["load"]), .init(of: Form(name: "Ann"), running: ["load"])],
      [.byInput("type", 0, 1), .byInput("undo", 1, 0), .byEffect("load", 1, 0)]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.text) == [])
  }

  @Test func `a text ends by itself also beside a mode that tells of its work`() {
    let facts = PromiseFacts(
      by: [.init(of: Form()), .init(of: Form(name: "Ann", isOn: true), running: ["load"])],
      [.byInput("load", 0, 1, starting: ["load"]), .byEffect("load", 1, 0)]
    )
    let texts = ["!name.isEmpty ends without an input", "isOn ends without an input"]
    #expect(EndlessModes().candidates(in: facts).map(\.text) == texts)
  }

  @Test(arguments: [(false, 0), (true, 0.95)] as [(Bool, Double)])
  func `a mode whose work runs elsewhere too is suspect only if inputs begin both`(
    beginsByInput: Bool,
    weight: Double
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Form(), running: ["load"]), .init(of: Form(isOn: true), running: ["watch"]),
        .init(of: Form(), running: ["watch"]), .init(of: Form(isOn: true)),
      ],
      [
        beginsByInput
          ? .byInput("watch", 0, 1, starting: ["watch"]) : .byEffect("load", 0, 1, starting: ["watch"]),
        .byEffect("watch", 1, 2), .byInput("stop", 1, 3, cancelling: ["watch"]),
        .byInput("reset", 3, 0, starting: ["load"]),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.weight) == [weight])
  }

  struct Child { let isOn: Bool }

  struct Parent { var child: Child? }

  @Test(arguments: [false, true])
  func `a mode of a child ends by itself, be the child there only before it or only after it`(arrives: Bool) {
    let (none, idle) = (Parent(), Parent(child: Child(isOn: false)))
    let facts = PromiseFacts(
      by: [
        .init(of: arrives ? none : idle, running: arrives ? ["load"] : []),
        .init(of: Parent(child: Child(isOn: true)), running: ["work"]), .init(of: arrives ? idle : none),
      ],
      [
        arrives ? .byEffect("load", 0, 1, starting: ["work"]) : .byInput("start", 0, 1, starting: ["work"]),
        .byEffect("work", 1, 2),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.text) == ["child?.isOn ends without an input"])
  }

  struct Account {
    enum Session {
      case out
      case member(String)
    }

    let session: Session
  }

  @Test(arguments: [(false, ["nothing ends session == .member but an input"]), (true, [])] as [(Bool, [String])])
  func `a session that a server may end is a place only if inputs start other work within it`(
    isPlace: Bool,
    complaints: [String]
  ) {
    let (member, node) = (Account(session: .member("Ann")), isPlace ? 1 : 0)
    let facts = PromiseFacts(
      by: [
        .init(of: Account(session: .out), running: ["watch"]), .init(of: member, running: ["watch", "load"]),
        .init(of: member),
      ],
      [
        .byInput("sign in", 0, 1, starting: ["load"]), .byEffect("watch", 1, 0, isElement: true),
        .byInput("stop", 1, 2, cancelling: ["watch"]), .byInput("sign out", 2, 0, starting: ["watch"]),
        .byInput("reload", node, node, starting: ["load"]),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Radar {
    enum Distance { case near, far }

    var distance: Distance?
    var isLost = false
  }

  @Test(arguments: [(false, ["nothing ends distance == .near but an input"]), (true, [])] as [(Bool, [String])])
  func `a state that the end of its stream leaves is stuck unless the feature tells of the end`(
    isTold: Bool,
    complaints: [String]
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Radar(), running: ["watch"]), .init(of: Radar(distance: .near), running: ["watch"]),
        .init(of: Radar(distance: .far), running: ["watch"]), .init(of: Radar(distance: .near, isLost: isTold)),
      ],
      [
        .byEffect("watch", 0, 1, isElement: true), .byEffect("watch", 1, 2, isElement: true),
        .byEffect("watch", 2, 1, isElement: true), .byEffect("watch", 1, 0, isElement: true),
        .byEffect("watch", 1, 3, isElement: true, endsStream: true),
        .byInput("restart", 3, 0, starting: ["watch"]),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Call { let isAnswered: Bool }

  struct Phone { var call: Call? }

  @Test(arguments: [(true, []), (false, ["nothing ends call != nil but an input"])] as [(Bool, [String])])
  func `a value need not end by itself once inputs have stopped its work and begun a mode within it`(
    stopsRinging: Bool,
    complaints: [String]
  ) {
    let answered = Phone(call: Call(isAnswered: true))
    let facts = PromiseFacts(
      by: [
        .init(of: Phone()), .init(of: Phone(call: Call(isAnswered: false)), running: ["ring"]), .init(of: answered),
        .init(of: answered, running: ["listen"]),
      ],
      [
        .byInput("dial", 0, 1, starting: ["ring"]), .byInput("join", 0, 3, starting: ["listen"]),
        .byEffect("ring", 1, 0), .byInput("answer", 1, 2, cancelling: stopsRinging ? ["ring"] : []),
        .byInput("listen", 2, 3, starting: ["listen"]), .byEffect("listen", 3, 0),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Desk {
    enum Request {
      case none
      case waiting(isOverdue: Bool)
    }

    var request = Request.none
    var isLate = false
  }

  @Test(
    arguments: [
      (true, true, []), (false, true, ["nothing ends request == .waiting but an input"]),
      (true, false, ["nothing ends request == .waiting but an input"]),
    ] as [(Bool, Bool, [String])]
  )
  func `a mode may go on where time tells so within it, and an input can begin its work again`(
    tellsWithin: Bool,
    canAskAgain: Bool,
    complaints: [String]
  ) {
    let facts = PromiseFacts(
      by: [
        .init(of: Desk()), .init(of: Desk(request: .waiting(isOverdue: false)), running: ["approve"]),
        .init(of: Desk(request: .waiting(isOverdue: tellsWithin), isLate: !tellsWithin)),
      ],
      [
        .byInput("ask", 0, 1, starting: ["approve"]), .byEffect("approve", 1, 0),
        .byEffect("deadline", 1, 2, isWake: true, cancelling: ["approve"]),
        canAskAgain ? .byInput("remind", 2, 1, starting: ["approve"]) : .byInput("withdraw", 2, 0),
      ]
    )
    #expect(EndlessModes().candidates(in: facts).map(\.complaint) == complaints)
  }
}
