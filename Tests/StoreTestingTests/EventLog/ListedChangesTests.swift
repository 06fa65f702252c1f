import StoreCore
import StoreTesting
import TestSupport
import Testing

@Suite struct ListedChangesTests {
  private struct Board: Equatable {
    var one = 0
    var two = 0
    var three = 0
    var four = 0
    var five = 0
  }

  @Test(arguments: [4, 5])
  func `a failure lists four changes of each message, and marks that there are more`(count: Int) async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: Board()) {
        Machine<Board, Int, Never, Never> { message, state in
          guard case .input(let count) = message else { return .none }
          (state.one, state.two, state.three, state.four, state.five) = (1, 1, 1, 1, count > 4 ? 1 : 0)
          return .none
        }
      }
      await store.send(count)
    }
    let text = failures.first?.lastEvents ?? ""
    let lines = text.split(separator: "\n").dropFirst()
    let changes = lines.map { line in String(line.drop { $0 == " " }) }
    let listed = ["one: 0 -> 1", "two: 0 -> 1", "three: 0 -> 1", "four: 0 -> 1"]
    #expect(changes == (count > 4 ? listed + ["…"] : listed))
  }
}
