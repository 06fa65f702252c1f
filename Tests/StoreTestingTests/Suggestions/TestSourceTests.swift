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
}
