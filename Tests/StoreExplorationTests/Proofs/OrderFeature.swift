import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import TestSupport

/// The state that the effects of a program share.
actor OrderBoard {
  /// The names that they have left.
  private(set) var notes: [Int] = []

  private(set) var number = 0

  func note(_ name: Int) { notes.append(name) }

  func write(_ number: Int) { self.number = number }
}

/// A feature that runs a program.
struct OrderFeature: Reducer {
  struct Feedback: Equatable {
    /// The effect, the number of its feedback, and the value that the effect remembers.
    let work, number, value: Int
  }

  let program: OrderProgram

  /// The state that the effects share.
  let board: OrderBoard

  @Dependency(\.raceClient) var client

  @Dependency(\.continuousClock) var clock

  func start(from log: [String]) -> Effect<Feedback, Never> { effect(program.first) }

  func reduce(message: Message<Int, Feedback>, into log: inout [String]) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      log.append("i\(input)")
      return effect(program.inputs[input])
    case .feedback(let feedback):
      log.append("\(feedback.work).\(feedback.number)=\(feedback.value)")
      return effect(program.feedbacks.indices.contains(feedback.work) ? program.feedbacks[feedback.work] : [])
    }
  }

  /// The commands that follow from a message.
  private func effect(_ commands: [OrderProgram.Command]) -> Effect<Feedback, Never> {
    .merge(
      commands.map { command in
        switch command {
        case .cancel(let id): .cancel(id: id)
        case .start(let work, let id, let cancelInFlight, let debounce):
          if let id, let debounce {
            run(work).debounce(id: id, for: .milliseconds(debounce))
          } else if let id {
            run(work).cancellable(id: id, cancelInFlight: cancelInFlight)
          } else {
            run(work)
          }
        }
      }
    )
  }

  /// An effect of the program.
  private func run(_ work: Int) -> Effect<Feedback, Never> {
    .run("work", of: work) { [operations = program.works[work]] send in
      var value = 0
      for operation in operations {
        switch operation {
        case .call: value = try await client.ask(work)
        case .sleep(let duration): try await clock.sleep(for: .milliseconds(duration))
        case .send(let number): await send(Feedback(work: work, number: number, value: value))
        case .read: value = await board.number
        case .write: await board.write(value + 1)
        case .note: await board.note(work)
        case .pause: await Task.yield()
        }
      }
    }
  }
}

extension OrderProgram {
  /// Explores the program.
  ///
  /// - Returns: The report of the exploration, and the outcomes of the program.
  func explored(_ granularity: ScheduleGranularity, budget: Int) async throws -> (ScheduleReport, Set<OrderOutcome>) {
    let outcomes = Recorder<OrderOutcome>()
    let report = try await explore(budget: budget, granularity: granularity) {
      let board = OrderBoard()
      let gate = Gate<Int, Int, any Error>("ask") { OrderProgram.answers(to: $0).map { .success($0) } }
      let store = TestStore(initialState: []) {
        OrderFeature(program: self, board: board)
      } withDependencies: {
        $0.raceClient.ask = { try await gate($0) }
      }
      store.exhaustivity = .off
      for step in steps {
        switch step {
        case .send(let input): await store.send(input)
        case .advance(let duration): await store.clock.advance(by: .milliseconds(duration))
        case .receive: await store.receive(where: { _ in true })
        }
      }
      await store.finish()
      outcomes.record(OrderOutcome(log: store.state, notes: await board.notes, number: await board.number))
    }
    return (report, Set(outcomes.values))
  }
}
