import StoreCore
import TestSupport
import Testing

@testable import StoreTesting

/// An error that a tool throws.
private struct Broken: Error {}

/// A tool that gives the first element another fate.
private final class ElementTool: SurroundingsTool, ElementJudge {
  /// What the tool was asked, in order.
  let questions = Recorder<String>()

  private let fate: ElementFate

  init(_ fate: ElementFate) { self.fate = fate }

  func fateOfNext() -> ElementFate {
    questions.record("judge")
    return questions.values.count == 1 ? fate : .taken
  }

  func fateOfElement(at gate: String, canThrow: Bool, at site: CallSite) -> ElementFate {
    questions.record("\(gate) \(canThrow ? "can" : "can't") throw")
    return questions.values.count == 1 ? fate : .taken
  }
}

/// What becomes of an element about which a tool decides.
@Suite struct ElementFateTests {
  /// A fate of the first of two elements, and what an effect then gets of a stream that can throw.
  struct Case: Sendable {
    let fate: ElementFate
    let texts: [String]
    let end: StreamEnd
  }

  static let cases = [
    Case(fate: .taken, texts: ["1", "2", "end"], end: .finished),
    Case(fate: .lost, texts: ["2", "end"], end: .finished),
    Case(fate: .doubled, texts: ["1", "1", "2", "end"], end: .finished),
    Case(fate: .failed(Broken()), texts: ["Broken()"], end: .failed),
  ]

  /// Makes a store whose effect sends the elements of a stream, and how it ends.
  private func makeStore(
    reading numbers: StreamGate<Void, Int, any Error>,
    judge: (any ElementJudge)? = nil
  ) -> TestStore<Runner> {
    TestStore(initialState: Runner.State()) {
      Runner { send in
        await Hooks.$elementJudge.withValue(judge) {
          do {
            for try await number in numbers() { await send("\(number)") }
            await send("end")
          } catch {
            await send("\(error)")
          }
        }
      }
    }
  }

  private func receive(_ texts: [String], in store: TestStore<Runner>) async {
    for text in texts { await store.receive(text) { $0.log.append(text) } }
    await store.finish()
  }

  @Test(arguments: ElementFateTests.cases, [false, true])
  func `a tool decides about each element, for a store or for an effect`(item: Case, isJudge: Bool) async {
    let numbers = StreamGate<Void, Int, any Error>("numbers")
    let tool = ElementTool(item.fate)
    await Hooks.$mutator.withValue(isJudge ? nil : tool) {
      let store = makeStore(reading: numbers, judge: isJudge ? tool : nil)
      await store.send(.go)
      await numbers.yield(1)
      if item.end == .finished {
        await numbers.yield(2)
        await numbers.finish()
      }
      await receive(item.texts, in: store)
    }
    #expect(numbers.opened.map(\.end) == [item.end])
    #expect(Set(tool.questions.values) == [isJudge ? "judge" : "numbers can throw"])
  }

  @Test func `a stream that can't throw ends instead of failing`() async {
    let numbers = StreamGate<Void, Int, Never>("numbers")
    let tool = ElementTool(.failed(Broken()))
    await Hooks.$mutator.withValue(tool) {
      let store = TestStore(initialState: Runner.State()) {
        Runner { send in
          for await number in numbers() { await send("\(number)") }
          await send("end")
        }
      }
      await store.send(.go)
      await numbers.yield(1)
      await receive(["end"], in: store)
    }
    #expect(numbers.opened.map(\.end) == [.failed])
    #expect(tool.questions.values == ["numbers can't throw"])
  }

  @Test func `a doubled element comes twice in a row at a gate that answers by itself, too`() async {
    let numbers = StreamGate<Void, Int, any Error>("numbers") { _ in [.element(1), .element(2), .finish] }
    let store = makeStore(reading: numbers, judge: ElementTool(.doubled))
    await store.send(.go)
    await receive(["1", "1", "2", "end"], in: store)
  }
}
