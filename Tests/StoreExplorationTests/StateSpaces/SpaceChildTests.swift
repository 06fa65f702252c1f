import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The children in which effects of a state space run.
@Suite struct SpaceChildTests {
  /// A row that loads its text.
  private struct Row: Reducer {
    struct State: Hashable, Identifiable, Sendable {
      let id: Int
      var text = ""
    }

    enum Input: Hashable, Sendable { case load }
    enum Feedback: Hashable, Sendable { case loaded(String) }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.load): return .run("load") { _ in }.cancellable(id: "load", cancelInFlight: true)
      case .feedback(.loaded(let text)):
        state.text = text
        return .none
      }
    }
  }

  /// Two rows that run the same effect, and an effect of their own list.
  private struct Rows: Reducer {
    struct State: Hashable { var rows: IdentifiedArray<Row.State> = [Row.State(id: 7), Row.State(id: 8)] }
    enum Input: Hashable, Sendable { case row(Int, Row.Input), refresh }
    enum Feedback: Hashable, Sendable { case row(Int, ChildFeedback<Row>), refreshed }

    let rows = ScopeEach<Rows, Row>(\.rows, feedback: Feedback.row) { Row() }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.row(let id, let input)): rows.reduce(.input(input), id: id, into: &state)
      case .feedback(.row(let id, .feedback(let feedback))): rows.reduce(.feedback(feedback), id: id, into: &state)
      case .input(.refresh): .run("load") { _ in }.cancellable(id: "refresh", cancelInFlight: true)
      case .feedback(.refreshed): .none
      }
    }
  }

  private let space = StateSpace(
    initialState: Rows.State(),
    inputs: { _ in [.row(7, .load), .row(8, .load), .refresh] }
  ) {
    Rows()
  } responses: { effect in
    guard let id = effect.childIDs.last as? Int else { return [.sends(.refreshed)] }
    return [.sends(.row(id, .feedback(.loaded("text of \(id)"))))]
  }

  @Test func `two rows that run the same effect get their own answers`() {
    space.check(
      .always("a row has its own text") { situation in
        situation.rows.allSatisfy { $0.text.isEmpty || $0.text == "text of \($0.id)" }
      },
      .sometimes("both rows have a text") { $0.rows.allSatisfy { !$0.text.isEmpty } }
    )
  }

  @Test func `a property asks in which row an effect runs`() {
    space.check(
      .sometimes("the first alone") {
        $0.isRunning("load", inChild: 7) && !$0.isRunning("load", inChild: 8) && $0.running.count == 1
      },
      .sometimes("the second alone") { $0.isRunning("load", inChild: 8) && $0.running.count == 1 },
      .sometimes("the list alone") {
        $0.isRunning("load") && !$0.isRunning("load", inChild: 7) && !$0.isRunning("load", inChild: 8)
      },
      .always("no other row") { !$0.isRunning("load", inChild: 9) }
    )
  }

  @Test func `the same holds where real effects run`() async throws {
    let space = try await StateSpace(inputs: [.row(7, .load), .row(8, .load)]) {
      let load = Gate<Int, String, Never>("load") { [.success("text of \($0)")] }
      return TestStore(initialState: LiveRows.State()) { LiveRows(load: load) }
    }
    space.check(
      .sometimes("the first alone") { $0.isRunning("load", inChild: 7) && !$0.isRunning("load", inChild: 8) },
      .sometimes("both") { $0.isRunning("load", inChild: 7) && $0.isRunning("load", inChild: 8) }
    )
  }

  /// A row with a real effect.
  private struct LiveRow: Reducer {
    typealias State = Row.State
    typealias Input = Row.Input
    typealias Feedback = Row.Feedback

    let load: Gate<Int, String, Never>

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.load):
        return .run("load") { [load, id = state.id] send in await send(.loaded(await load(id))) }
          .cancellable(id: "load", cancelInFlight: true)
      case .feedback(.loaded(let text)):
        state.text = text
        return .none
      }
    }
  }

  private struct LiveRows: Reducer {
    typealias State = Rows.State
    enum Input: Hashable, Sendable { case row(Int, LiveRow.Input) }
    enum Feedback: Hashable, Sendable { case row(Int, ChildFeedback<LiveRow>) }

    let load: Gate<Int, String, Never>

    private var rows: ScopeEach<LiveRows, LiveRow> {
      ScopeEach(\.rows, feedback: Feedback.row) { [load] in LiveRow(load: load) }
    }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.row(let id, let input)): rows.reduce(.input(input), id: id, into: &state)
      case .feedback(.row(let id, .feedback(let feedback))): rows.reduce(.feedback(feedback), id: id, into: &state)
      }
    }
  }
}
