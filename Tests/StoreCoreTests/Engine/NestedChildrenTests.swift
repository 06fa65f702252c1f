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
