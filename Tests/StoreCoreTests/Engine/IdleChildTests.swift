import StoreCore
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct IdleChildTests {
  @Test(arguments: WorkingChild.Work.allCases)
  func `a child whose work has ended adds no cost to a message`(_ work: WorkingChild.Work) async {
    let reads = ReadCounter()
    let store = Store(initialState: WatchedParent.State(reads: reads)) { WatchedParent() }
    await store.send(.child(work)).finish()
    let count = reads.count
    store.send(.idle)
    #expect(reads.count == count)
  }
}

/// A counter of how often a child's state is read.
private final class ReadCounter: Sendable, Equatable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }

  static func == (first: ReadCounter, second: ReadCounter) -> Bool { first === second }
}

struct WorkingChild: Reducer {
  struct State: Equatable {
    var notes = 0
  }

  enum Work: CaseIterable, Sendable {
    case effect, feedback

    /// An effect with an interval that is over at once.
    case throttled
  }

  enum Feedback: Equatable { case done }

  func reduce(message: Message<Work, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.effect): return .run("work") { _ in }
    case .input(.feedback): return .feedback(.done)
    case .input(.throttled): return .run("work") { _ in }.throttle(id: 1, for: .zero, latest: false)
    case .feedback(.done):
      state.notes += 1
      return .none
    }
  }
}

/// A parent that counts how often its child is read.
private struct WatchedParent: Reducer {
  struct State: Equatable {
    let reads: ReadCounter
    private var stored = WorkingChild.State()

    init(reads: ReadCounter) {
      self.reads = reads
    }

    var child: WorkingChild.State? {
      get {
        reads.add()
        return stored
      }
      set {
        if let newValue { stored = newValue }
      }
    }
  }

  enum Input {
    case child(WorkingChild.Work)
    case idle
  }

  enum Feedback: Equatable { case child(ChildFeedback<WorkingChild>) }

  private let child = Scope<WatchedParent, WorkingChild>(ifLet: \.child, feedback: Feedback.child) { WorkingChild() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.child(let work)): child.reduce(.input(work), into: &state)
    case .input(.idle): .none
    case .feedback(.child(.feedback(let feedback))): child.reduce(.feedback(feedback), into: &state)
    }
  }
}
