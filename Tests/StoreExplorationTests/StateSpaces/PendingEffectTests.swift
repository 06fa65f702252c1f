import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// Work, and either of two pieces of work behind it.
private struct Fork: Reducer {
  enum State: Hashable {
    case idle, begun, cancelled

    var inputs: [Input] {
      switch self {
      case .idle: [.left, .right]
      case .begun: [.cancel]
      case .cancelled: []
      }
    }
  }

  enum Input: Hashable { case left, right, cancel }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let input) = message else { return .none }
    state = input == .cancel ? .cancelled : .begun
    switch input {
    case .left: return .concatenate(work("first"), work("left"))
    case .right: return .concatenate(work("first"), work("right"))
    case .cancel: return .cancel(id: "id")
    }
  }

  private func work(_ name: String) -> Effect<Never, Never> {
    Effect<Never, Never>.run(name) { _ in }.cancellable(id: "id")
  }
}

/// Work with more behind it, beside work that can be cancelled.
private struct Neighbours: Reducer {
  struct State: Hashable { var answers = 0, isCancelled = false }

  enum Input: Hashable { case cancel }

  enum Feedback: Hashable { case answered }

  func start(from state: State) -> Effect<Feedback, Never> {
    let (work, more) = (Effect<Feedback, Never>.run("work") { _ in }, Effect<Feedback, Never>.run("more") { _ in })
    let other = Effect<Feedback, Never>.run("other") { _ in }
    return .merge(.concatenate(work, more), other.cancellable(id: "other"))
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.cancel):
      state.isCancelled = true
      return .cancel(id: "other")
    case .feedback(.answered):
      state.answers += 1
      return .none
    }
  }
}

/// Two equal questions, whose answers count once both were asked.
private struct Interview: Reducer {
  struct State: Hashable {
    var asked = 0
    var answers: [Int] = []
  }

  enum Feedback: Hashable { case asked, answered(Int) }

  func start(from state: State) -> Effect<Feedback, Never> {
    let question = Effect<Feedback, Never>.run("question") { _ in }
    return .merge(question, question)
  }

  func reduce(message: Message<Never, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .feedback(.asked): state.asked += 1
    case .feedback(.answered(let answer)):
      if state.asked == 2 { state.answers = (state.answers + [answer]).sorted() }
    }
    return .none
  }
}

/// What the pending effects of a situation do next, by which situations differ.
@Suite struct PendingEffectTests {
  @Test func `situations differ by the effects that follow cancelled work`() {
    let space = StateSpace(initialState: Fork.State.idle, inputs: \.inputs) {
      Fork()
    } responses: { _ in
      [.ends]
    }
    let report = space.check(
      .sometimes("the left one follows") { $0.state == .cancelled && $0.isRunning("left") },
      .sometimes("the right one follows") { $0.state == .cancelled && $0.isRunning("right") },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
  }

  @Test func `work goes on with its answers though other work is cancelled`() {
    let space = StateSpace(initialState: Neighbours.State()) { state in
      state.isCancelled ? [] : [.cancel]
    } reducer: {
      Neighbours()
    } responses: { effect in
      effect.name == "work" ? [.sends(.answered, .answered)] : [.never]
    }
    let report = space.check(
      .always("it answers twice at most") { $0.answers <= 2 },
      .sometimes("more follows after a cancellation") { $0.isCancelled && $0.isRunning("more") },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
  }

  @Test func `situations differ by the answers that equal effects have chosen`() {
    let space = StateSpace(initialState: Interview.State(), inputs: []) {
      Interview()
    } responses: { _ in
      [
        .sends(.asked, .answered(0)), .sends(.asked, .answered(1)), .sends(.asked, .answered(2)),
        .sends(.asked, .answered(3)),
      ]
    }
    let report = space.check(
      .sometimes("the outer answers") { $0.answers == [0, 3] },
      .sometimes("the inner answers") { $0.answers == [1, 2] },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
  }

  @Test func `the wait of a debounce runs before its work`() {
    let space = StateSpace(initialState: Spinner.State(), inputs: [.debounce, .cancel]) {
      Spinner()
    } responses: { _ in
      [.sends(false)]
    }
    let report = space.check(
      .sometimes("it waits") { $0.isRunning("debounce") && !$0.isRunning("work") },
      .sometimes("it works") { $0.isRunning("work") && !$0.isRunning("debounce") },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
  }

  @Test func `an effect that answers nothing ends some time`() {
    let space = StateSpace(initialState: 0, inputs: []) {
      Graph(start: 0)
    } responses: { _ in
      [.ends]
    }
    let report = space.check(.eventually("it ends") { $0.running.isEmpty }, suspects: false)
    #expect(report.verdicts.map(\.verdict) == [.holds])
  }

  @Test func `an effect that sends all and never completes runs for ever`() {
    let space = StateSpace(initialState: 0, inputs: []) {
      Graph(start: 0)
    } responses: { effect in
      effect.payload as? Int == 0 ? [.sends(1, then: .neverCompletes)] : [.ends]
    }
    let report = space.check(
      .always("it runs") { $0.isRunning("walk", of: 0) },
      .sometimes("it has sent") { $0.state == 1 },
      suspects: false
    )
    #expect(report.verdicts.map(\.verdict) == [.holds, .holds])
    #expect(report.deadEnds == 1)
  }
}
