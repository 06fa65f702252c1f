import StoreDependencies
import StoreEditing
import Testing

@testable import StoreTesting

/// What a run that accepts changes knows of one step, and of its place in the source.
@Suite struct AcceptedStepTests {
  @Test(
    arguments: [
      (nil, false), ("send", false), ("call", false), ("TestStore", false), ("receive", true), ("finish", true),
    ] as [(String?, Bool)]
  )
  func `a step waits unless it acts`(name: String?, waits: Bool) {
    #expect(AcceptedStep(site: CallSite(), name: name, firstEvent: 0).waits == waits)
  }

  @Test(
    arguments: [
      ("func act() async { await send(.a) }", false),
      ("extension TestStore { func act() async { await send(.a) } }", true),
      ("extension TestStore { func act() async { await send(.a) } }\nfunc send(_ input: Input) async {}", false),
    ]
  )
  func `a call without a variable is one of a store in its extension`(source: String, isOfStore: Bool) throws {
    let file = try SourceFile(source)
    let call = try #require(file.calls(method: "send").first)
    #expect(AcceptedStep(site: CallSite(), name: "send", firstEvent: 0).isOfStore(call, in: file) == isOfStore)
  }

  @Test func `a moved line replaces the one that asserts its event`() {
    var step = AcceptedStep(site: CallSite(), name: "send", firstEvent: 0)
    step.before = [AcceptedLines("a", "a", asserting: 1), AcceptedLines("b", "b", asserting: 2)]
    step.after = [AcceptedLines("c", "c", asserting: 3)]
    step.replaceLines(asserting: 2, with: AcceptedLines("d", "d"))
    #expect(step.before.map(\.absolute) == ["a", "d"])
    #expect(step.after.map(\.absolute) == ["c"])
    #expect(step.before.last?.event == 2)
  }

  @Test func `stores that share an advance write their lines behind it once`() throws {
    let execution = SharedExecution()
    let visits = ["a", "b"].enumerated().map { store, line in
      var step = AcceptedStep(site: CallSite(), name: nil, firstEvent: 0, execution: execution)
      step.after = [AcceptedLines(line, line)]
      return AcceptedVisit(store: store, step: step)
    }
    #expect(try AcceptedVisit.agreement(of: visits).after.map(\.absolute) == ["a", "b"])
  }

  @Test func `a call in a macro is changed, and has no place for another line`() throws {
    let steps = try WrittenSteps("#expect(await store.send(.a) == nil)")
    let site = CallSite(filePath: steps.path, line: 1, column: 1)
    let step = AcceptedStep(site: site, name: "send", firstEvent: 0)
    #expect(try steps.changes.call(of: step).1.macro != nil)
    #expect(throws: AcceptanceRefusal("The call is in a macro.")) { try steps.changes.call(of: step, as: .place) }
  }

  @Test(
    arguments: [
      ("return await store.send(.a)", true),
      ("await store.send(.a)", false),
      ("run { await store.send(.a) }", false),
      ("let task = run { await store.send(.a) }", true),
      ("func act() async -> Int { await store.send(.a) }", true),
      ("func act() async -> Void { await store.send(.a) }", false),
      ("func act() async -> () { await store.send(.a) }", false),
      ("func act() async { await store.send(.a) }", false),
      ("func act() async -> Int { await store.send(.a) }\nlet other = 1", true),
      ("func other() {}\nfunc act() async -> Int { await store.send(.a) }", true),
      ("func act(_ body: () -> Void) async -> Int { await store.send(.a) }", true),
    ]
  )
  func `no line follows what a function returns`(source: String, isResult: Bool) throws {
    let file = try SourceFile(source)
    #expect(file.isResult(try #require(file.calls(method: "send").first)) == isResult)
  }

  @Test(arguments: [(1, 3, true), (3, 1, true), (2, 3, false), (3, 2, false)])
  func `lines are in different functions if one begins between them`(first: Int, second: Int, differ: Bool) throws {
    let file = try SourceFile("await store.send(.a)\nfunc act() async {\n  await store.send(.b)\n}\n")
    #expect(file.hasFunction(between: first, second) == differ)
  }

  @Test func `lines that a source doesn't have count as lines of different functions`() throws {
    let file = try SourceFile("await store.send(.a)\nawait store.send(.b)")
    #expect(!file.hasFunction(between: 1, 2))
    #expect(file.hasFunction(between: 1, 9))
  }
}
