import StoreCore

/// Two-phase commit: some resource managers agree with a transaction manager on whether to commit.
struct TwoPhaseCommit: Reducer {
  /// How far a resource manager is.
  enum Manager: Int, Hashable, Comparable {
    case working, prepared, committed, aborted

    /// An arbitrary order, for sorting.
    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// The state of all managers.
  struct State: Hashable {
    var managers: [Manager]

    /// The decision of the transaction manager.
    var decision = Manager.working

    /// Whether it knows a manager to be prepared, by manager.
    var known: [Bool]

    /// Whether a manager has reported to be prepared, by manager.
    var said: [Bool]

    /// Makes the state of some managers.
    init(_ count: Int) {
      managers = Array(repeating: .working, count: count)
      known = Array(repeating: false, count: count)
      said = known
    }

    var inputs: [Input] {
      var inputs: [Input] = []
      if decision == .working, known.allSatisfy(\.self) { inputs.append(.commit) }
      if decision == .working { inputs.append(.abort) }
      for index in managers.indices {
        if decision == .working, said[index] { inputs.append(.hear(index)) }
        if managers[index] == .working { inputs += [.prepare(index), .giveUp(index)] }
        if decision != .working { inputs.append(.obey(index)) }
      }
      return inputs
    }
  }

  enum Input: Hashable {
    /// The transaction manager decides.
    case commit, abort

    /// A resource manager is heard, prepares, gives up, or obeys.
    case hear(Int), prepare(Int), giveUp(Int), obey(Int)
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .commit: state.decision = .committed
    case .abort: state.decision = .aborted
    case .hear(let index): state.known[index] = true
    case .prepare(let index): (state.managers[index], state.said[index]) = (.prepared, true)
    case .giveUp(let index): state.managers[index] = .aborted
    case .obey(let index): state.managers[index] = state.decision
    }
    return .none
  }
}

/// Threads that read a number, and write it back with one more.
struct Increments: Reducer {
  /// A thread.
  struct Worker: Hashable {
    var value = 0

    /// The program counter: 1 before the read, 2 before the write, 3 after it.
    var place = 1
  }

  /// The number and the threads.
  struct State: Hashable {
    var number = 0

    var workers: [Worker]

    /// The threads that can continue.
    var inputs: [Int] { workers.indices.filter { workers[$0].place < 3 } }

    /// Whether the number is that of the threads that are done.
    var isRight: Bool { workers.count { $0.place == 3 } == number }
  }

  func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let index) = message else { return .none }
    if state.workers[index].place == 1 {
      state.workers[index] = Worker(value: state.number, place: 2)
    } else {
      state.number = state.workers[index].value + 1
      state.workers[index].place = 3
    }
    return .none
  }
}

/// Two jugs, of three and of five litres.
struct Jugs: Reducer {
  /// The litres in the jugs.
  struct State: Hashable {
    var three = 0, five = 0
  }

  enum Input: CaseIterable { case pour3, pour5, fill3, fill5, empty3, empty5 }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    switch input {
    case .pour3:
      let litres = min(5 - state.five, state.three)
      (state.three, state.five) = (state.three - litres, state.five + litres)
    case .pour5:
      let litres = min(3 - state.three, state.five)
      (state.three, state.five) = (state.three + litres, state.five - litres)
    case .fill3: state.three = 3
    case .fill5: state.five = 5
    case .empty3: state.three = 0
    case .empty5: state.five = 0
    }
    return .none
  }
}

/// A graph whose edges are the answers of effects. At each node one effect runs, and the outside chooses the edge.
struct Graph: Reducer {
  /// The first node.
  let start: Int

  func start(from state: Int) -> Effect<Int, Never> { walk(from: state) }

  func reduce(message: Message<Never, Int>, into state: inout Int) -> Effect<Int, Never> {
    guard case .feedback(let next) = message else { return .none }
    state = next
    return walk(from: next)
  }

  /// Asks where to go.
  private func walk(from point: Int) -> Effect<Int, Never> { .run("walk", of: point) { _ in } }
}

/// A spinner around work of different kinds.
struct Spinner: Reducer {
  /// Whether it spins, and how often it has.
  struct State: Hashable {
    /// Whether it spins.
    var isSpinning = false
  }

  enum Input: Hashable {
    case load

    /// Ends the running effect.
    case cancel

    /// Starts over as a chain, at intervals, or when nothing came for a while.
    case chain, throttle, debounce
  }

  func reduce(message: Message<Input, Bool>, into state: inout State) -> Effect<Bool, Never> {
    let work = Effect<Bool, Never>.run("work") { _ in }
    switch message {
    case .feedback(let isSpinning):
      state.isSpinning = isSpinning
      return .none
    case .input(.cancel):
      state.isSpinning = false
      return .cancel(id: "work")
    case .input(let input):
      state.isSpinning = true
      switch input {
      case .chain:
        return .concatenate(work, .feedback(true), .run("more") { _ in }).cancellable(id: "work", cancelInFlight: true)
      case .throttle: return work.throttle(id: "work", for: .seconds(1), latest: true)
      case .debounce: return work.debounce(id: "work", for: .seconds(1))
      default: return work.cancellable(id: "work", cancelInFlight: true)
      }
    }
  }
}
