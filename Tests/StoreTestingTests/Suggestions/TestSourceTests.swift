import Testing

@testable import StoreTesting
@testable import StoreValues

@Suite struct TestSourceTests {
  private let text = """
      @Test func example() async {
        let (texts, server) = AsyncStream.makeStream(of: String.self)
        let find = store.gate("find", at: \\.client.find)
        await store.send(.a)
        for index in 1...3 {
          await store.receive(.b(")"))  // ( is no bracket
          await store.receive(.c) {
            $0.count = index
          }

          // A remark.
          server.yield("x")
        }
        await store.finish()
      }
    """

  private func source(line: Int, column: Int = 26) throws -> TestSource {
    try #require(TestSource(text, line: line, column: column))
  }

  @Test func `a line that has no parenthesis at the column of the step is another text than the compiled one`() {
    #expect(TestSource(text, line: 6, column: 27) == nil)
    #expect(TestSource(text, line: 60, column: 28) == nil)
    #expect(TestSource("", line: 1, column: 1) == nil)
  }

  @Test func `the later statements of a block are whole, and without comments`() throws {
    let source = try source(line: 6)
    #expect(source.step.lines == [#"await store.receive(.b(")"))  // ( is no bracket"#])
    #expect(source.later.map(\.line) == [7, 12])
    #expect(source.later[0].lines == ["await store.receive(.c) {", "  $0.count = index", "}"])
    #expect(source.later[0].withoutClosure == "await store.receive(.c)")
    #expect(source.later[0].argument(of: "receive") == ".c")
    #expect(source.step.argument(of: "receive") == #".b(")")"#)
    #expect(source.step.receiver == "store")
  }

  @Test func `a step knows whether it is in a loop`() throws {
    #expect(try source(line: 6).isInLoop)
    #expect(try source(line: 7).isInLoop)
    #expect(try !source(line: 4, column: 21).isInLoop)
    #expect(try !source(line: 14, column: 23).isInLoop)
  }

  @Test func `only steps of other objects, and of the clock, may let an effect continue`() throws {
    let later = try source(line: 6).later
    #expect(!later[0].mayContinueEffects(of: "store"))
    #expect(later[1].mayContinueEffects(of: "store"))
  }

  @Test func `the variables of streams and gates are known`() throws {
    let source = try source(line: 6)
    #expect(source.streams.map(\.element) == ["String"])
    #expect(source.streams.map(\.values) == ["texts"])
    #expect(source.streams.map(\.continuation) == ["server"])
    #expect(source.variable(ofGate: "find") == "find")
    #expect(source.variable(ofGate: "other") == nil)
  }

  /// Returns the source around the first `send` of a text.
  private func source(of text: String) throws -> TestSource {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("store.send(") })
    return try #require(TestSource(text, line: line + 1, column: lines[line].prefix { $0 != "(" }.utf8.count + 1))
  }

  @Test func `a call whose parenthesis ends its line goes on to the closing one`() throws {
    let source = try source(of: "await store.send(\n  .a\n)\nawait store.finish()\n}")
    #expect(source.step.lines == ["await store.send(", "  .a", ")"])
    #expect(source.later.map(\.text) == ["await store.finish()"])
  }

  @Test func `a text that is cut off has the statements up to its end`() throws {
    let whole = try source(of: "await store.send(.a)\nawait store.receive(.b)")
    #expect(whole.later.map(\.text) == ["await store.receive(.b)"])
    let open = try source(of: "await store.send(.a) {\n  $0.count = 1")
    #expect(open.step.lines == ["await store.send(.a) {", "  $0.count = 1"])
    #expect(open.later.isEmpty)
  }

  @Test(arguments: [#"await store.send("\\")"#, #"await store.send("\"(")"#, #"await store.send("\\\"{")"#])
  func `a text of a statement ends at its quote, behind backslashes as well`(step: String) throws {
    let source = try source(of: "\(step)\nawait store.finish()\n}")
    #expect(source.step.lines == [step])
    #expect(source.later.map(\.text) == ["await store.finish()"])
    let argument = step.drop { $0 != "\"" }.dropLast()
    #expect(source.step.argument(of: "send") == argument)
  }

  @Test(arguments: [
    ("for number in numbers {", true),
    ("for number in numbers {\n  let store = makeStore()", false),
    ("while let store = stores.popLast() {", false),
    ("for number in numbers { note(number) }\nif isOn {", false),
    ("for number in numbers {\n  if isOn {", true),
  ])
  func `a step is in a loop if one of the blocks around it is, unless each pass makes the store`(
    head: String,
    isInLoop: Bool
  ) throws {
    #expect(try source(of: "func example() async {\n\(head)\n  await store.send(.a)").isInLoop == isInLoop)
  }

  @Test(
    arguments: [
      (#"let find = store.gate("find", at: \.client.find)"#, "find"),
      (#"let find: Gate<String, Int, any Error> = await store.gate("find")"#, "find"),
      (#"let find /* of texts */ = store.gate("find")"#, "find"),
      (#"let find = Gate<String, Int, any Error>("find"); log("find")"#, "find"),
      (#"var second = store.gate("find")"#, "second"),
      (#"find = store.gate("find")"#, nil),
      (#"let name = title("find")"#, nil),
      (#"let client = Client(find: store.gate("find"))"#, nil),
      (#"store.gate("find", at: \.client.find).isUsed = true"#, nil),
    ] as [(String, String?)]
  )
  func `the variable of a gate is the one that the gate itself is assigned to`(line: String, name: String?) throws {
    let source = try source(of: "func example() async {\n\(line)\nawait store.send(.a)\n}")
    #expect(source.variable(ofGate: "find") == name)
  }

  @Test func `a pair of a stream and its continuation is known by its variable`() throws {
    let lines = ["let texts = AsyncStream<String>.makeStream()", "let numbers = AsyncStream.makeStream(of: Int.self)"]
    let source = try source(of: (["func example() async {"] + lines + ["await store.send(.a)"]).joined(separator: "\n"))
    #expect(source.streams.map(\.element) == ["String", "Int"])
    #expect(source.streams.map(\.values) == ["texts.stream", "numbers.stream"])
    #expect(source.streams.map(\.continuation) == ["texts.continuation", "numbers.continuation"])
  }

  @Test func `the argument of a step is the one of the first call of its name`() throws {
    let source = try source(of: "await store.send(.relay(pipe.send(1))) { $0 = pipe.send(2) }")
    #expect(source.step.argument(of: "send") == ".relay(pipe.send(1))")
  }
}
