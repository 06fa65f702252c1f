import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// A talk that asks for two names, and can be ended between them.
private struct Talk: Reducer {
  struct State: Equatable { var names: [String] = [] }
  enum Input: Sendable { case began, ended }
  enum Feedback: Sendable { case named(String) }

  @Dependency(\.lampName) private var name

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.began):
      return .run("talk") { [name] send in
        for _ in 0..<2 { await send(.named(try await name())) }
      }
      .cancellable(id: "talk")
    case .input(.ended): return .cancel(id: "talk")
    case .feedback(.named(let name)):
      state.names.append(name)
      return .none
    }
  }
}

/// What a written test tells of its steps.
@Suite struct SuiteStoryTests {
  /// The name was answered before the end of the talk.
  @Test func `each step is told with what it leads to, and without what happens later`() async throws {
    let driver = SuiteDriver<Talk>(
      {
        let store = TestStore(initialState: Talk.State()) { Talk() }
        store.gate("name", at: \.lampName) { [.success("desk")] }
        return store
      },
      [.send(.began), .send(.ended)],
      CallSite()
    )
    let answer = DrivenStep.answer(gate: "name", call: 0, answer: 0)
    let run = try await driver.run([.command(0), answer, .command(1), .command(0)], writes: true)
    #expect(
      run.story.map(\.outcome) == ["talk starts", "names becomes [\"desk\"]", "talk is cancelled", "talk starts"]
    )
    #expect(run.story.map(\.remark) == [nil, nil, "This cancels talk.", nil])
  }

  /// A step without a number answers the call, and the others send an input by its number.
  @Test(
    arguments: [
      ([0, nil], [nil, nil]), ([0, 1, nil], [nil, nil, "name answers after never sent."]),
      ([1, 0, 0, 1, nil, 0], [nil, nil, "This cancels timer.", nil, "name answers after never sent.", nil]),
    ] as [([Int?], [String?])]
  )
  func `a late answer is told with the last input between its call and itself`(
    inputs: [Int?],
    remarks: [String?]
  ) async throws {
    let steps = inputs.map { input in
      input.map { DrivenStep.command($0) } ?? DrivenStep.answer(gate: "name", call: 0, answer: 0)
    }
    let driver = SuiteDriver<Lamp>({ Lamp.makeStore() }, [.send(.pressed), .send(.neverSent)], CallSite())
    let run = try await driver.run(steps, writes: true)
    #expect(run.problem == nil)
    #expect(run.story.map { $0.remark } == remarks)
  }

  /// A record in a record.
  private struct Box<Content> { let content: Content }

  @Test func `a change is told by the path to its field, which has up to three names`() {
    func boxes(_ number: Int) -> (three: Any, four: Any) {
      let three = Box(content: Box(content: Box(content: number)))
      return (three, Box(content: three))
    }
    let (old, new) = (boxes(1), boxes(2))
    let three = SuiteChange.words(from: old.three, to: new.three)
    #expect(three == ["content content content becomes 2"])
    let four = SuiteChange.words(from: old.four, to: new.four)
    #expect(four == ["content content content changes"])
  }
}
