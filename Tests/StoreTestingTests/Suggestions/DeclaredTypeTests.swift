import StoreCore
import TestSupport
import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct DeclaredTypeTests {
  private let text = """
    struct Other { private var own = 1 }

    @Reducer
    struct Search: Reducer {
      public struct State: Equatable {
        // private var nothing = 0
        var query = "struct State { private var quoted"
        private(set) var results: [String] = []
        public fileprivate(set) var page = 0, last = 0
        @Wrapper private var cache = Cache()
        private let fixed = 1
        private var count: Int {
          private var local = 1
          return local
        }
        enum Mode { case list, grid }
        struct Row {
          private var secret = 0
          public init(secret: Int) {}
        }
      }
    }

    extension Search.State {
      init(page: Int) { self.page = page }
      private var computed: Int { 1 }
    }
    """

  @Test func `the properties that other files can't assign are found at the top of a type`() throws {
    let state = try #require(DeclaredType("Search.State", in: text))
    #expect(
      state.restrictions == [
        "results": .hasPrivateSetter, "page": .hasFileprivateSetter, "cache": .isPrivate, "count": .isPrivate,
      ]
    )
    #expect(
      try #require(DeclaredType("Other", in: "struct Other {\n  private var own = 1\n}")).restrictions == [
        "own": .isPrivate
      ]
    )
  }

  @Test(
    arguments: [
      "struct Other { private var own = 1 }", "struct Other { var open = 1; private var own = 1; func f() { g() } }",
      "struct A { var a: Int { 1 } }; struct Other { private var own = \"}\" } // struct Other {",
    ]
  )
  func `declarations on one line are found`(text: String) throws {
    #expect(try #require(DeclaredType("Other", in: text)).restrictions == ["own": .isPrivate])
  }

  @Test(
    arguments: [
      "static let half = (1 / 2)", "var ratio = [4 / 2, 8 / (2)]", "var shown = 3 // as many as the rules let",
      "var name = 3 // (the first",
    ]
  )
  func `a declaration is found behind a division, and behind a comment`(line: String) throws {
    let text = "struct Other {\n  \(line)\n  private var own = 1\n}"
    #expect(try #require(DeclaredType("Other", in: text)).restrictions == ["own": .isPrivate])
  }

  @Test func `an initialiser in the type takes its memberwise one away, an extension's doesn't`() throws {
    #expect(try !#require(DeclaredType("Search.State", in: text)).hasOwnInitialiser)
    #expect(try #require(DeclaredType("Search.State.Row", in: text)).hasOwnInitialiser)
  }

  @Test func `the initialisers that other files can call are found, with their labels and defaults`() throws {
    let text = """
      struct Row {
        let id: Int
        var names: [String: Int]
        private var rank = 1
        public init(
          _ id: Int,
          named names: [String: Int] = ["a": 1, "b": 2],
          then done: (Int, Int) -> Void = { _, _ in },
          path: String = "\\\\",
          bold: String = "<b>, ->",
          quoted: String = "\\", "
        ) {
          self.id = id
        }
        init?(text: String) { nil }
        private init(rank: Int) { self.rank = rank }
        init(url: String) async throws {}
      }
      """
    let row = try #require(DeclaredType("Row", in: text))
    #expect(
      row.initialisers.map(\.parameters) == [
        [
          .init(label: nil, name: "id", hasDefault: false), .init(label: "named", name: "names", hasDefault: true),
          .init(label: "then", name: "done", hasDefault: true), .init(label: "path", name: "path", hasDefault: true),
          .init(label: "bold", name: "bold", hasDefault: true),
          .init(label: "quoted", name: "quoted", hasDefault: true),
        ]
      ]
    )
    #expect(!row.canAssign("id") && row.canAssign("names") && !row.canAssign("rank"))
    #expect(row.initialisers[0].takes(only: ["id"]) && !row.initialisers[0].takes(only: ["names"]))
  }

  @Test func `a declaration behind a text that ends in a backslash is found on the same line`() {
    let text = #"struct Search { var path = "\\"; struct State { init() {} } }"#
    #expect(DeclaredType("Search.State", in: text)?.hasOwnInitialiser == true)
  }

  @Test func `the payload of a case is a single tuple if its parentheses are doubled`() throws {
    let text = """
      enum Reply {
        case none, pair(Int, String), point((Int, Int))
        case both((Int, Int), Int), call((Int) -> Void)
        indirect case next(Reply, Int)
      }
      """
    let reply = try #require(DeclaredType("Reply", in: text))
    for (name, isTuple) in ["pair": false, "point": true, "both": false, "call": false, "next": false] {
      #expect(reply.hasTuple(name) == isTuple, "\(name)")
    }
    #expect(reply.hasTuple("none") == nil)
  }

  private enum Phase { case idle }

  @Test(arguments: [
    ("phase", true), ("labelled", true), ("own", true), ("other", false), ("anything", false), ("none", false),
  ])
  func `a payload of an enum is declared with its type, or as an existential`(name: String, isDeclared: Bool) throws {
    let text = """
      enum Reply {
        case none, phase(Phase), labelled(of: Phase)
        case own(Search.Phase), other(any Sendable), anything(Any)
      }
      """
    #expect(try #require(DeclaredType("Reply", in: text)).declares(Phase.idle, asPayloadOf: name) == isDeclared)
  }

  @Test(arguments: [("maybe", true), ("long", true), ("existential", true), ("other", false), ("anything", false)])
  func `an optional payload is declared with its type, or as an existential`(name: String, isDeclared: Bool) throws {
    let text = """
      enum Reply {
        case maybe(Int?), long(Optional<Int>), existential(Any?)
        case other(any Sendable), anything(Any)
      }
      """
    #expect(try #require(DeclaredType("Reply", in: text)).declares(Int?.none as Any, asPayloadOf: name) == isDeclared)
  }

  @Test func `a type with the same name in another type is another one`() {
    #expect(DeclaredType("State", in: text) == nil)
    #expect(DeclaredType("Search.Row", in: text) == nil)
  }

  @Test func `a type is found in the sources of its module, from the path of a test`() throws {
    let counter = try #require(DeclaredTypes.declaration(of: GuardedSpecimen.Counter.self, near: #filePath))
    #expect(counter.restrictions == ["count": .hasPrivateSetter, "names": .hasFileprivateSetter])
    #expect(DeclaredTypes.declaration(of: GuardedSpecimen.Counter.self, near: nil) == nil)
    #expect(DeclaredTypes.declaration(of: GuardedSpecimen.Counter.self, near: "/nowhere/Tests/A.swift") == nil)
    #expect(DeclaredTypes.declaration(of: Int.self, near: #filePath) == nil)
  }
}

/// A value whose initialiser has other labels than its properties have names.
struct MadePlace: Equatable {
  let row: Int
  var name: String

  init(in row: Int, _ name: String = "") {
    (self.row, self.name) = (row, name)
  }
}

/// A value with a variable that no initialiser sets.
struct MadeSeat: Equatable {
  let row: Int
  var isTaken = false

  init(row: Int) { self.row = row }
}

/// A value with a constant that no initialiser sets.
struct MadeTicket: Equatable {
  let row: Int
  let code: Int

  init(row: Int) { (self.row, code) = (row, row * 7) }
}

/// A value is written as a call of an initialiser that exists.
@Suite struct DeclaredInitialiserTests {
  private func source(of value: Any) -> SourceText { SourceWriter(near: #filePath).source(of: value, declared: nil) }

  @Test func `the labels are those of the initialiser`() {
    #expect(source(of: MadePlace(in: 3, "a")).text == "MadePlace(in: 3, \"a\")")
    #expect(source(of: MadePlace(in: 3, "a")).comments == [])
  }

  @Test func `a variable that no parameter sets is assigned`() {
    var seat = MadeSeat(row: 3)
    seat.isTaken = true
    #expect(source(of: seat).text == "{ var value = MadeSeat(row: 3); value.isTaken = true; return value }()")
  }

  @Test func `a constant that no parameter sets can't be written, and the advice names it`() {
    #expect(
      source(of: MadeTicket(row: 3)).lines == [
        "// No initialiser of MadeTicket takes 'code', and it is a constant or private. Create an equal value, and write it here:",
        "// MadeTicket(row: 3, code: 21)",
      ]
    )
  }

  @Test func `an alert and its buttons are written with their initialisers`() {
    let alert = AlertState("Sure?", buttons: [.init("Yes", role: .destructive, action: 1), .init("No", role: .cancel)])
    #expect(
      source(of: alert).text
        == """
        AlertState<Int>("Sure?", buttons: [AlertState<Int>.Button("Yes", role: .destructive, action: 1), \
        AlertState<Int>.Button("No", role: .cancel)])
        """
    )
  }
}

/// Suggestions never assign what the test can't.
@Suite struct GuardedSuggestionTests {
  private func lines<Value>(_ before: Value, _ change: (inout Value) -> Void) -> [String] {
    var after = before
    change(&after)
    return Suggestion.assignments(from: before, to: after, near: #filePath)
  }

  @Test func `a state with a private setter is replaced, by its memberwise initialiser`() {
    #expect(
      lines(GuardedSpecimen.Counter()) { $0.count(to: 2) } == [
        "// \(SourceText.remark(onInitialiserOf: "GuardedSpecimen.Counter"))",
        "$0 = GuardedSpecimen.Counter(count: 2, step: 1, names: [])",
      ]
    )
    #expect(lines(GuardedSpecimen.Counter()) { $0.step = 2 } == ["$0.step = 2"])
  }

  @Test
  func
    `a property that the test can neither assign nor pass to an initialiser is a comment, and the others are assigned`()
  {
    let advice = "Call a method that changes it, or make it settable for tests."
    #expect(
      lines(GuardedSpecimen.Vault()) {
        $0.hide(2)
        $0.step = 3
      } == ["// secret is private. \(advice)", "$0.step = 3"]
    )
    #expect(
      lines(GuardedSpecimen.Sealed(count: 1)) {
        $0 = GuardedSpecimen.Sealed(count: 2)
        $0.counter.count(to: 3)
      } == [
        "// count is private(set). \(advice)",
        "// \(SourceText.remark(onInitialiserOf: "GuardedSpecimen.Counter"))",
        "$0.counter = GuardedSpecimen.Counter(count: 3, step: 1, names: [])",
      ]
    )
  }

  @Test func `a message with a tuple has its parentheses, and one with two payloads no remark`() {
    let pair = Suggestion.receive(GuardedSpecimen.Reply.pair(1, "a"), near: #filePath)
    #expect(pair == "await store.receive(.pair(1, \"a\"))")
    let point = Suggestion.receive(GuardedSpecimen.Reply.point((1, 2)), near: #filePath)
    #expect(point == "await store.receive(.point((1, 2)))")
    let unknown = Suggestion.receive(GuardedSpecimen.Reply.pair(1, "a"))
    #expect(unknown.hasPrefix("// \(SourceText.remark(onPayloadOf: "pair"))"))
  }

  @Test func `without the source, nothing is said of access`() {
    var after = GuardedSpecimen.Counter()
    after.count(to: 2)
    #expect(Suggestion.assignments(from: GuardedSpecimen.Counter(), to: after) == ["$0.count = 2"])
  }

  @Test func `a failure leaves out an assignment that the test can't make`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: GuardedSpecimen.Vault()) {
        Machine<GuardedSpecimen.Vault, Int, Never, Never> { message, state in
          if case .input(let secret) = message { state.hide(secret) }
          return .none
        }
      }
      await store.send(7)
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.details.contains("// secret is private.") == true)
    #expect(failures.first?.details.contains("$0.secret") == false)
  }
}
