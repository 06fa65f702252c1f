import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// An element of lists.
private struct Item: Equatable, Sendable, Identifiable {
  var id: Int
  var name = ""
  var isDone = false
}

/// A part of a state.
private struct Address: Equatable, Sendable {
  var street = ""
  var zip = 1
}

/// A tuple.
private struct Pair: Equatable, Sendable {
  var content = (1, name: "a")

  static func == (first: Pair, second: Pair) -> Bool { first.content == second.content }
}

/// A choice with payloads.
private enum Page: Equatable, Sendable {
  case home
  case detail(name: String, isLoading: Bool)
}

/// A choice that nothing else can be made of.
private enum Phase: Equatable, Sendable {
  case loading, loaded
}

/// An object.
private final class Model: Equatable, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (first: Model, second: Model) -> Bool { first.name == second.name }
}

/// A state with places of several kinds.
private struct Form: Equatable, Sendable {
  var isLoading = false
  var count: UInt = 1
  var address = Address()
  var pair = Pair()
  var selected: Item?
  var phase: Phase?
  var screen = Page.home
  var items: [Item] = []
  var phases: [Phase] = []
  var rows: IdentifiedArray<Item> = []
  var counts: [String: Int] = [:]
  var marks: Set<Int> = []
  var text = ""
  var position = SIMD2<Float>(0, 0)
  var model = Model("a")
}

/// A state whose number may be of any type.
private struct Measure: Equatable, Sendable {
  var value: any (Equatable & Sendable) = UInt8(1)

  static func == (first: Measure, second: Measure) -> Bool { "\(first.value)" == "\(second.value)" }
}

/// A store at the level `off` whose only input changes one state into another.
private func makeStore(
  from before: Form,
  to after: Form
) -> TestStore<Machine<Form, Bool, Never, Never>> {
  let store = TestStore(initialState: before) {
    Machine<Form, Bool, Never, Never> { _, state in
      state = after
      return .none
    }
  }
  store.exhaustivity = .off
  return store
}

/// A step, the test's assertions about it, and the expected failures.
private struct Sample: CustomTestStringConvertible, Sendable {
  let name: String
  var before = Form()
  var after = Form()
  let assertion: @Sendable (inout Form) throws -> Void
  let wrong: [String]

  var testDescription: String { name }

  init(
    _ name: String,
    before: (inout Form) -> Void = { _ in },
    after: (inout Form) -> Void,
    _ assertion: @escaping @Sendable (inout Form) throws -> Void,
    wrong: String...
  ) {
    self.name = name
    before(&self.before)
    self.after = self.before
    after(&self.after)
    self.assertion = assertion
    self.wrong = wrong
  }
}

@Suite struct WrittenFieldsTests {
  /// Assertions that write the values from before, where the step has changed them.
  private static let wrongSamples: [Sample] = [
    Sample(
      "flag",
      after: { $0.isLoading = true },
      { $0.isLoading = false },
      wrong: "isLoading: expected false, is true"
    ),
    Sample(
      "a part of a struct that is written as a whole",
      after: { $0.address = Address(street: "t", zip: 2) },
      { $0.address = Address(street: "", zip: 2) },
      wrong: "address.street: expected \"\", is \"t\""
    ),
    Sample(
      "tuple",
      after: { $0.pair.content = (2, "b") },
      { $0.pair.content.name = "a" },
      wrong: "pair.content.name: expected \"a\", is \"b\""
    ),
    Sample(
      "nil",
      after: { $0.selected = Item(id: 1) },
      { $0.selected = nil },
      wrong: "selected: expected nil, is Item(id: 1, name: \"\", isDone: false)"
    ),
    Sample(
      "a field of an optional",
      before: { $0.selected = Item(id: 1) },
      after: { $0.selected?.isDone = true },
      { $0.selected?.isDone = false },
      wrong: "selected?.isDone: expected false, is true"
    ),
    Sample(
      "a part of a payload",
      before: { $0.screen = .detail(name: "", isLoading: false) },
      after: { $0.screen = .detail(name: "a", isLoading: true) },
      { $0.screen = .detail(name: "a", isLoading: false) },
      wrong: "screen.detail.isLoading: expected false, is true"
    ),
    Sample(
      "case",
      after: { $0.screen = .detail(name: "a", isLoading: true) },
      { $0.screen = .home },
      wrong: "screen: expected .home, is .detail(name: \"a\", isLoading: true)"
    ),
    Sample(
      "empty list",
      after: { $0.items = [Item(id: 1)] },
      { $0.items = [] },
      wrong: "items[0]: not expected: Item(id: 1, name: \"\", isDone: false)"
    ),
    Sample(
      "element",
      before: { $0.items = [Item(id: 1), Item(id: 2)] },
      after: { $0.items[1].isDone = true },
      { $0.items[1].isDone = false },
      wrong: "items[1].isDone: expected false, is true"
    ),
    Sample(
      "a part of an element that is written as a whole",
      before: { $0.items = [Item(id: 1)] },
      after: { $0.items = [Item(id: 1, name: "a", isDone: true)] },
      { $0.items = [Item(id: 1, name: "a")] },
      wrong: "items[0].isDone: expected false, is true"
    ),
    Sample(
      "elements, of which one is gone and another is longer",
      before: { $0.items = (0..<9).map { Item(id: $0, name: "the name of the item with the number \($0)") } },
      after: {
        $0.items[0].name += "!"
        $0.items.removeLast()
      },
      { $0.items.removeLast() },
      wrong:
        "items[0].name: expected \"the name of the item with the number 0\", is \"the name of the item with the number 0!\""
    ),
    Sample(
      "an element of a vector",
      after: { $0.position.y = 2 },
      { $0.position = [0, 1] },
      wrong: "position[1]: expected 1.0, is 2.0"
    ),
    Sample(
      "an element of a vector, beside another change",
      after: { $0.position = [1, 2] },
      { $0.position.y = 1 },
      wrong: "position[1]: expected 1.0, is 2.0"
    ),
    Sample(
      "entry",
      before: { $0.counts = ["a": 1] },
      after: { $0.counts["a"] = 2 },
      { $0.counts["a"] = 1 },
      wrong: "counts[\"a\"]: expected 1, is 2"
    ),
    Sample("string", after: { $0.text = "a" }, { $0.text = "" }, wrong: "text: expected \"\", is \"a\""),
    Sample(
      "object",
      after: { $0.model = Model("b") },
      { $0.model = Model("a") },
      wrong: "model.name: expected \"a\", is \"b\""
    ),
    Sample(
      "the state as a whole",
      after: { ($0.isLoading, $0.text) = (true, "a") },
      { $0 = Form() },
      wrong: "isLoading: expected false, is true",
      "text: expected \"\", is \"a\""
    ),
    Sample(
      "what was written before an error",
      after: { ($0.isLoading, $0.count) = (true, 2) },
      { state in
        state.isLoading = false
        if state.count == 2 { throw CancellationError() }
      },
      wrong: "isLoading: expected false, is true"
    ),
  ]

  /// Assertions that write the values from before, where the step has removed them.
  private static let goneSamples: [Sample] = [
    Sample(
      "a value that is nil",
      before: { $0.selected = Item(id: 1) },
      after: { $0.selected = nil },
      { $0.selected = Item(id: 1) }
    ),
    Sample(
      "a field of a value that is nil",
      before: { $0.selected = Item(id: 1) },
      after: { $0.selected = nil },
      { $0.selected!.isDone = false }
    ),
    Sample(
      "a choice that is nil",
      before: { $0.phase = .loading },
      after: { $0.phase = nil },
      { $0.phase = .loading }
    ),
    Sample(
      "list that is empty",
      before: { $0.phases = [.loading] },
      after: { $0.phases = [] },
      { $0.phases = [.loading] }
    ),
    Sample(
      "element that is gone",
      before: { $0.items = [Item(id: 1)] },
      after: { $0.items = [] },
      { $0.items[0].name = "" }
    ),
    Sample(
      "element that is found by its id",
      before: { $0.rows = [Item(id: 1), Item(id: 2)] },
      after: { $0.rows = [Item(id: 1)] },
      { $0.rows[id: 2]!.isDone = false }
    ),
    Sample(
      "entry that is gone",
      before: { $0.counts = ["a": 1] },
      after: { $0.counts = [:] },
      { $0.counts["a"]! = 1 }
    ),
    Sample(
      "member",
      before: { $0.marks = [1] },
      after: { $0.marks = [] },
      { $0.marks.insert(1) }
    ),
    Sample(
      "one of more changes than are compared",
      before: { form in for number in 0..<60 { form.counts["\(number)"] = 0 } },
      after: { form in for number in 0..<60 { form.counts["\(number)"] = 1 } },
      { $0.counts["0"] = 0 }
    ),
  ]

  /// Assertions that hold, though the step has changed more than they assert.
  private static let rightSamples: [Sample] = [
    Sample("number", before: { $0.count = 1 }, after: { ($0.count, $0.isLoading) = (0, true) }, { $0.count -= 1 }),
    Sample(
      "list",
      before: { $0.items = [Item(id: 1)] },
      after: { ($0.items, $0.isLoading) = ([], true) },
      { $0.items.removeLast() }
    ),
    Sample(
      "what is read and gone",
      before: { state in
        state.items = [Item(id: 1, name: "a")]
        state.rows = [Item(id: 1, name: "a")]
        state.selected = Item(id: 1, name: "a")
        state.counts = ["a": 1]
      },
      after: { $0 = Form(text: "aaa1") },
      { $0.text = $0.items[0].name + $0.rows[id: 1]!.name + $0.selected!.name + "\($0.counts["a"]!)" }
    ),
    Sample(
      "what is read and was longer",
      before: { ($0.items, $0.count) = ([Item(id: 1), Item(id: 2, name: "b")], 1) },
      after: { ($0.items, $0.count, $0.text) = ([Item(id: 1)], 0, "b") },
      { $0.text = $0.items[Int($0.count)].name }
    ),
    Sample(
      "a field of a payload",
      before: { $0.screen = .detail(name: "", isLoading: false) },
      after: { $0.screen = .detail(name: "a", isLoading: true) },
      {
        guard case .detail(let name, let isLoading) = $0.screen else { return }
        $0.screen = .detail(name: name.isEmpty ? "a" : name, isLoading: isLoading)
      }
    ),
    Sample(
      "a field of an element, beside another",
      before: { $0.items = [Item(id: 1)] },
      after: { $0.items = [Item(id: 1, name: "a", isDone: true)] },
      { $0.items[0].name = "a" }
    ),
    Sample(
      "text",
      before: { $0.text = "a" },
      after: { ($0.text, $0.isLoading) = ("", true) },
      { $0.text.removeLast() }
    ),
    Sample(
      "what is written on a condition",
      after: { ($0.isLoading, $0.text) = (true, "b") },
      { if $0.isLoading { $0.text = "a" } }
    ),
    Sample("nothing", after: { $0.text = "a" }, { _ in }),
    Sample("what has not changed", after: { $0.text = "a" }, { $0.isLoading = false }),
  ]

  @Test(arguments: wrongSamples)
  private func `an assertion fails for each field that it writes with another value`(sample: Sample) async {
    let failures = await recordingFailures {
      let store = makeStore(from: sample.before, to: sample.after)
      await store.send(true, assert: sample.assertion)  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details == sample.wrong.map { "    • \($0)" }.joined(separator: "\n"))
  }

  @Test(arguments: rightSamples)
  private func `an assertion passes if all fields that it writes are correct`(sample: Sample) async {
    let store = makeStore(from: sample.before, to: sample.after)
    await store.send(true, assert: sample.assertion)
    await store.finish()
  }

  @Test(arguments: goneSamples)
  private func `an assertion does not run on a state that lacks what it may read`(sample: Sample) async {
    let store = makeStore(from: sample.before, to: sample.after)
    var calls = 0
    await store.send(true) {
      calls += 1
      try sample.assertion(&$0)
    }
    await store.finish()
    #expect(calls == 1)
  }

  @Test func `'assert' compares the fields that it writes`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State(log: ["0"])) { Runner { await $0("a") } }
      store.exhaustivity = .off
      await store.send(.go)
      store.assert { $0.log = ["0"] }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `'settle' compares the fields that it writes`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Runner.State(log: ["0"])) { Runner { await $0("a") } }
      store.exhaustivity = .off
      await store.send(.go)
      await store.settle { $0.log = ["0"] }  // Fails: unexpectedState
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
  }

  @Test(arguments: [true, false])
  func `an assertion runs a second time only if it omits a change`(leavesOut: Bool) async {
    let store = makeStore(from: Form(), to: leavesOut ? Form(isLoading: true, text: "a") : Form(text: "a"))
    var calls = 0
    await store.send(true) {
      calls += 1
      $0.text = "a"
    }
    await store.finish()
    #expect(calls == (leavesOut ? 2 : 1))
  }

  @Test func `an expectation in an assertion is reported once`() async {
    let lines = await linesOfIssues {
      let store = makeStore(from: Form(), to: Form(isLoading: true, text: "a"))
      await store.send(true) {
        #expect($0.count == 2)  // Here
        #expect(!$0.isLoading)
        $0.text = "a"
      }
      await store.finish()
    }
    #expect(lines == [markedLine()])
  }

  @Test func `an expectation in 'assert' is reported once at the level that requires feedback`() async {
    let lines = await linesOfIssues {
      let store = TestStore(initialState: Runner.State(log: ["0"])) { Runner { await $0("a") } }
      await store.send(.go)
      store.assert {
        #expect($0.log == [])  // Here
        $0.log = ["0"]
      }
      await store.receive("a") { $0.log = ["0", "a"] }
      await store.finish()
    }
    #expect(lines == [markedLine()])
  }

  @Test @MainActor func `code without reports runs at once, on its caller's actor`() {
    var number = 0
    withoutReports {
      MainActor.assertIsolated()
      Issue.record("Nobody hears of it.")
      number += 1
    }
    #expect(number == 1)
  }

  @Test(arguments: [(false, 2), (true, 1)])
  func `an assertion does not run on a number of another type than it may read`(isOther: Bool, runs: Int) async {
    let store = TestStore(initialState: Measure()) {
      Machine<Measure, Bool, Never, Never> { _, state in
        if isOther { state.value = UInt16(5) } else { state.value = UInt8(5) }
        return .none
      }
    }
    store.exhaustivity = .off
    var calls = 0
    await store.send(true) { _ in calls += 1 }
    await store.finish()
    #expect(calls == runs)
  }
}

/// Runs code, and returns the lines of the issues in it, which are then not reported.
private func linesOfIssues(_ body: @escaping @Sendable () async -> Void) async -> [Int?] {
  let lines = Recorder<Int?>()
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    lines.record(issue.sourceLocation?.line)
    return nil
  }
  if let test = Test.current {
    try? await trait.provideScope(for: test, testCase: Test.Case.current) { await body() }
  }
  return lines.values
}
