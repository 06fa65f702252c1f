import Testing

@testable import StoreExploration

/// What becomes of texts and names, in facts that are made by hand.
@Suite struct TextRuleTests {
  struct Desk {
    enum Place { case hall, note(String) }

    let place: Place
  }

  @Test(
    arguments: [
      (.note(""), [], true), (.note(""), [#"save("abc")"#], true), (.note(""), ["check()"], true),
      // It is the name of a place, or of what is loaded.
      (.hall, [], false), (.note(""), [#"find("abc")"#], false),
    ] as [(Desk.Place, [String], Bool)]
  )
  func `a failed save discards a text if that was typed`(first: Desk.Place, starting: [String], isTyped: Bool) {
    let save = #"save("abc")"#
    let facts = PromiseFacts(
      by: [
        .init(of: Desk(place: first)), .init(of: Desk(place: .note("abc"))),
        .init(of: Desk(place: .note("abc")), running: ["save"], labels: [save]), .init(of: Desk(place: .note(""))),
      ],
      [
        .byInput(#"typed("abc")"#, 0, 1, starting: starting), .byInput("save", 1, 2, starting: ["save"]),
        .byEffect(save, 2, 3, command: "save", isFailure: true),
        .byEffect(save, 2, 1, command: "save", isFailure: true),
      ]
    )
    let complaints = isTyped ? ["a failed save discards place.note(0), which others keep"] : []
    #expect(DiscardedTexts().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Translation {
    var document = ""
    var suggestion = ""
  }

  @Test func `an answer is misplaced if its call was about another document`() {
    let call = #"suggest("Ada")"#
    let facts = PromiseFacts(
      by: [
        .init(of: Translation()), .init(of: Translation(document: "Ada"), running: ["suggest"], labels: [call]),
        .init(of: Translation(document: "Bob"), running: ["suggest"], labels: [call]),
        .init(of: Translation(document: "Ada", suggestion: "a")),
        .init(of: Translation(document: "Bob", suggestion: "a")),
      ],
      [
        .byInput("open Ada", 0, 1), .byInput("open Bob", 1, 2), .byEffect(call, 1, 3), .byEffect(call, 2, 4),
      ]
    )
    let found = MisplacedAnswers().candidates(in: facts)
    #expect(found.map(\.complaint) == ["suggest, which started for another document, sets suggestion"])
    #expect(found.flatMap(\.exceptions).map(\.node) == [2])
  }

  struct Letter {
    var text = ""
    var isAsking = false
    var isClean = false
  }

  @Test(
    arguments: [(4, ["close discards text after a failed save, and asks before"]), (0, [])] as [(Int, [String])]
  )
  func `an input asks before it discards what is still there after a failed save`(to: Int, complaints: [String]) {
    let save = #"save("abc")"#
    let facts = PromiseFacts(
      by: [
        .init(of: Letter()), .init(of: Letter(text: "abc")), .init(of: Letter(text: "abc", isAsking: true)),
        .init(of: Letter(text: "abc"), running: ["save"], labels: [save]),
        .init(of: Letter(text: "abc", isClean: true)),
      ],
      [
        .byInput(#"typed("abc")"#, 0, 1), .byInput("close", 1, 2), .byInput("discard", 2, 0),
        .byInput("save", 1, 3, starting: ["save"]), .byEffect(save, 3, to, isFailure: true, survivors: [nil]),
        .byInput("close", 4, 0),
      ]
    )
    #expect(ForgottenDrafts().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Session {
    var user: String?
    var query = ""
    var isMarked = false
  }

  @Test(arguments: [("leave", ["leave resets all but isMarked"]), (#"enter("")"#, [])] as [(String, [String])])
  func `an input that fills with another value what it empties resets nothing`(input: String, complaints: [String]) {
    let facts = PromiseFacts(
      of: [
        Session(), Session(user: "Ada", query: "q"), Session(user: "Ada", query: "q", isMarked: true),
        Session(isMarked: true),
      ],
      [
        .byInput(#"enter("Ada")"#, 0, 1), .byInput("mark", 1, 2), .byInput(input, 2, 3), .byInput(input, 1, 0),
      ]
    )
    #expect(ForgottenResets().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Hall {
    struct Seat: Identifiable { let id: Int }

    let seats: [Seat]
    var reserved: Int?
  }

  @Test(
    arguments: [(false, ["reserved names an element that seats no longer has"]), (true, [])] as [(Bool, [String])]
  )
  func `only a name that an input has chosen is of the list that is shown`(isCommand: Bool, complaints: [String]) {
    let seats = [Hall.Seat(id: 1), Hall.Seat(id: 2)]
    var steps: [PromiseFacts.Step] = [.byEffect("watch", 1, 3, isElement: true)]
    for node in 1...2 {
      steps.append(isCommand ? .byEffect("reserve", 0, node, command: "reserve") : .byInput("choose", 0, node))
    }
    let facts = PromiseFacts(
      of: [
        Hall(seats: seats), Hall(seats: seats, reserved: 1), Hall(seats: seats, reserved: 2),
        Hall(seats: [seats[1]], reserved: 1),
      ],
      steps
    )
    #expect(References().candidates(in: facts).map(\.complaint) == complaints)
  }
}
