import StoreCore
import StoreTesting
import Testing

@Suite struct CombineReducersTests {
  /// A reducer that appends its number to the state, and emits it.
  private struct Part: Reducer {
    let number: Int

    func reduce(message: Message<Int, Never>, into state: inout [Int]) -> Effect<Never, Int> {
      state.append(number)
      return .output(number)
    }
  }

  /// A reducer that is a function.
  @Sendable private static func double(message: Message<Int, Never>, into state: inout [Int]) -> Effect<Never, Int> {
    guard case .input(let count) = message else { return .none }
    state += state.map { $0 * count }
    return .none
  }

  @Test func `each reducer sees the changes of the reducers before it, and the effects keep that order`() async {
    let store = TestStore(initialState: [Int]()) {
      CombineReducers {
        Part(number: 1)
        Self.double
        Part(number: 3)
      }
    }
    await store.send(2) { $0 = [1, 2, 3] }
    await store.receiveOutput(1)
    await store.receiveOutput(3)
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `a reducer builder accepts conditions and loops`(flag: Bool) {
    let reducer = CombineReducers {
      if flag { Part(number: 1) }
      if flag { Part(number: 2) } else { Part(number: 3) }
      for number in 4...5 { Part(number: number) }
    }
    var state: [Int] = []
    _ = reducer.reduce(message: .input(0), into: &state)
    #expect(state == (flag ? [1, 2, 4, 5] : [3, 4, 5]))
  }

  @Test func `a combination of no reducers changes nothing`() {
    let reducer = CombineReducers { for number in 0..<0 { Part(number: number) } }
    var state: [Int] = []
    guard case .none = reducer.reduce(message: .input(0), into: &state).node else {
      Issue.record("Something follows from nothing.")
      return
    }
    #expect(state.isEmpty)
  }

  @Test func `combined children each handle their own messages`() async {
    let family = Family()
    let store = TestStore(initialState: Family.State(rows: [Child.State(id: 1)])) {
      CombineReducers<Family.State, Family.Input, Family.Feedback, String> {
        family.only.handling { message in
          switch message {
          case .input(.only(let input)): .input(input)
          case .feedback(.only(.feedback(let feedback))): .feedback(feedback)
          default: nil
          }
        }
        family.rows.handling { message in
          switch message {
          case .input(.row(let id, let input)): (id, .input(input))
          case .feedback(.row(let id, .feedback(let feedback))): (id, .feedback(feedback))
          default: nil
          }
        }
      }
    }
    await store.send(.only(.think("a")))
    await store.receive(.only(.feedback(.heard("a")))) { $0.only.notes = ["a"] }
    await store.send(.row(1, .think("b")))
    await store.receive(.row(1, .feedback(.heard("b")))) { $0.rows[id: 1]?.notes = ["b"] }
    await store.send(.guest(.note("for nobody")))
    await store.finish()
  }
}
