import StoreCore
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct NestedChildrenTests {
  @Test(arguments: [50, 200])
  func `the cost of a message is proportional to the depth of its child`(depth: Int) async {
    let tally = Tally()
    let store = Store(initialState: RecursiveFeature.State(depth: depth, tally: tally)) { RecursiveFeature() }
    let start = tally.count
    await store.send(.work).finish()
    #expect(store.state.innermost.notes == 1)
    // Each id is hashed a few times. It would be 25 or 100 times if each level also hashed the ids around it.
    #expect(tally.count - start <= 12 * depth)
  }

  @Test func `a removed child among a thousand cancels the effects of its descendants`() async {
    let probe = Probe()
    let store = Store(initialState: RecursiveFeature.State(depth: 1000, tally: Tally())) {
      RecursiveFeature(probe: probe)
    }
    let task = store.send(.live)
    await probe.wait(for: "started")
    store.send(.dismiss(level: 500))
    await task.finish()
    #expect(probe.count("ended") == 1)
  }

  @Test func `a message looks for no row of a list from which nothing was removed`() {
    let tally = Tally()
    let rows = (0..<100).map { BusyRow.State(id: RecursiveFeature.ID(level: $0, tally: tally)) }
    let store = Store(initialState: ListOwner.State(list: BusyList.State(rows: IdentifiedArray(rows)))) { ListOwner() }
    for row in rows { store.send(.work(row.id)) }
    let start = tally.count
    store.send(.idle)
    #expect(tally.count == start)
  }
}

/// A counter of how often ids are hashed.
private final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}

/// A feature that contains itself.
private struct RecursiveFeature: Reducer {
  struct ID: Hashable, Sendable {
    let level: Int
    let tally: Tally

    static func == (first: ID, second: ID) -> Bool { first.level == second.level }

    func hash(into hasher: inout Hasher) {
      tally.add()
      hasher.combine(level)
    }
  }

  struct State: Equatable, Identifiable {
    let id: ID

    /// The child, if it is present. A structure can't contain itself directly.
    var inner: [State] = []

    var notes = 0

    /// Creates a state with nested states down to a depth.
    init(depth: Int, tally: Tally) {
      var state = State(id: ID(level: depth, tally: tally))
      for level in (0..<depth).reversed() { state = State(id: ID(level: level, tally: tally), inner: [state]) }
      self = state
    }

    private init(id: ID, inner: [State] = []) {
      self.id = id
      self.inner = inner
    }

    var child: State? {
      get { inner.first }
      set { inner = newValue.map { [$0] } ?? [] }
    }

    var innermost: State {
      var state = self
      while let child = state.child { state = child }
      return state
    }
  }

  enum Input {
    /// Starts work in the innermost child.
    case work

    /// Starts work in the innermost child that runs until it is cancelled.
    case live

    /// Removes the child of the state at a level.
    case dismiss(level: Int)
  }

  indirect enum Feedback {
    case inner(ChildFeedback<RecursiveFeature>)
    case done
  }

  var probe = Probe()

  private var inner: Scope<RecursiveFeature, RecursiveFeature> {
    Scope(ifLet: \.child, feedback: Feedback.inner) { [probe] in RecursiveFeature(probe: probe) }
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dismiss(state.id.level)):
      state.child = nil
      return .none
    case .input(.work) where state.inner.isEmpty: return .run("work") { await $0(.done) }
    case .input(.live) where state.inner.isEmpty: return .live(probe)
    case .input(let input): return inner.reduce(.input(input), into: &state)
    case .feedback(.inner(.feedback(let feedback))): return inner.reduce(.feedback(feedback), into: &state)
    case .feedback(.done):
      state.notes += 1
      return .none
    }
  }
}

/// A row whose work runs until it is cancelled.
private struct BusyRow: Reducer {
  struct State: Equatable, Identifiable {
    let id: RecursiveFeature.ID
  }

  enum Input { case work }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    .run("work") { _ in await Probe().waitUntilCancelled() }
  }
}

/// A list of rows.
private struct BusyList: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<BusyRow.State>
  }

  enum Feedback { case row(RecursiveFeature.ID, ChildFeedback<BusyRow>) }

  private let rows = ScopeEach<BusyList, BusyRow>(\.rows, feedback: Feedback.row) { BusyRow() }

  func reduce(message: Message<RecursiveFeature.ID, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let id): rows.reduce(.input(.work), id: id, into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): rows.reduce(.feedback(feedback), id: id, into: &state)
    }
  }
}

/// The parent of a list.
private struct ListOwner: Reducer {
  struct State: Equatable {
    var list: BusyList.State
  }

  enum Input {
    /// Starts the work of a row.
    case work(RecursiveFeature.ID)

    case idle
  }

  enum Feedback { case list(ChildFeedback<BusyList>) }

  private let list = Scope<ListOwner, BusyList>(\.list, feedback: Feedback.list) { BusyList() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.work(let id)): list.reduce(.input(id), into: &state)
    case .input(.idle): .none
    case .feedback(.list(.feedback(let feedback))): list.reduce(.feedback(feedback), into: &state)
    }
  }
}

extension Effect<RecursiveFeature.Feedback, Never> {
  /// Returns an effect that runs until it is cancelled.
  fileprivate static func live(_ probe: Probe) -> Self {
    .run("live") { _ in
      probe.note("started")
      await probe.waitUntilCancelled()
      probe.note("ended")
    }
  }
}
