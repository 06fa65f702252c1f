@testable import StoreExploration
@testable import StoreTesting

/// All orders of a program, enumerated by brute force. The model shares no code with the exploration.
struct OrderModel {
  let program: OrderProgram

  let granularity: ScheduleGranularity

  /// The progress of an effect.
  private struct Work: Hashable {
    /// The reason why it waits.
    enum Wait: Hashable { case turn, delivery, answer, time(Int) }

    let number: Int

    let id: Int?

    var rest: [OrderProgram.Operation]

    var value = 0

    /// The reason why it waits.
    var wait = Wait.turn

    var isCancelled = false
  }

  /// A moment.
  private struct Situation: Hashable {
    /// The events so far.
    var outcome = OrderOutcome()

    /// The effects that are not over.
    var works: [Work] = []

    var now = 0

    /// The progress of the test.
    var step = 0

    /// The target time of the current advance.
    var target: Int?

    /// The number of feedbacks that the test has not received.
    var unreceived = 0

    /// Whether the start effects have run until they wait.
    var hasBegun = false
  }

  /// The possible outcomes of the program; nil if a step of the test can fail, or if the program has too many situations.
  func outcomes(limit: Int) -> Set<OrderOutcome>? {
    var first = Situation()
    start(program.first, &first)
    var seen: Set<Situation> = [first]
    var open = [first]
    var outcomes: Set<OrderOutcome> = []
    while let moment = open.popLast() {
      let next = moments(after: moment)
      if next.isEmpty {
        guard moment.step == program.steps.count else { return nil }
        outcomes.insert(moment.outcome)
      }
      for next in next where seen.insert(next).inserted { open.append(next) }
      if seen.count > limit { return nil }
    }
    return outcomes
  }

  /// The moments that can follow.
  private func moments(after moment: Situation) -> [Situation] {
    var all: [Situation] = []
    for (index, work) in moment.works.enumerated() {
      var next = moment
      switch work.wait {
      case .turn:
        run(index, &next)
        all.append(next)
      case .delivery:
        next.works[index].wait = .turn
        if !work.isCancelled, case .send(let number)? = work.rest.first {
          next.works[index].rest.removeFirst()
          next.outcome.log.append("\(work.number).\(number)=\(work.value)")
          next.unreceived += 1
          follow(program.feedbacks.indices.contains(work.number) ? program.feedbacks[work.number] : [], &next)
        } else {
          next.works[index].rest.removeFirst()
        }
        all.append(settled(next))
      case .answer:
        for answer in OrderProgram.answers(to: work.number) {
          var next = moment
          next.works[index].wait = .turn
          next.works[index].value = answer
          all.append(settled(next))
        }
      case .time(let deadline):
        guard deadline <= moment.now else { continue }
        next.works[index].wait = .turn
        all.append(settled(next))
      }
    }
    return all + steps(after: moment)
  }

  /// Returns the possible steps of the test.
  private func steps(after moment: Situation) -> [Situation] {
    var next = moment
    guard moment.step < program.steps.count else { return [] }
    if let target = moment.target {
      let deadlines = moment.works.compactMap { work -> Int? in
        if case .time(let deadline) = work.wait { deadline } else { nil }
      }
      if deadlines.contains(where: { $0 <= moment.now }) { return [] }
      if moment.now == target {
        next.target = nil
        next.step += 1
      } else {
        // Work that takes no time comes before time passes.
        guard !moment.works.contains(where: { $0.wait == .turn || $0.wait == .delivery }) else { return [] }
        next.now = min(deadlines.min() ?? target, target)
      }
      return [next]
    }
    switch program.steps[moment.step] {
    case .send(let input):
      next.outcome.log.append("i\(input)")
      next.step += 1
      // A test can't receive feedback from before this input any more.
      next.unreceived = 0
      follow(program.inputs[input], &next)
    case .advance(let duration):
      next.target = moment.now + duration
    case .receive:
      guard moment.unreceived > 0 else { return [] }
      next.unreceived -= 1
      next.step += 1
    }
    return [settled(next)]
  }

  /// Performs the reactions to a message.
  private func follow(_ commands: [OrderProgram.Command], _ moment: inout Situation) {
    start(commands, &moment)
  }

  private func start(_ commands: [OrderProgram.Command], _ moment: inout Situation) {
    for command in commands {
      switch command {
      case .start(let number, let id, let cancelInFlight, let debounce):
        if cancelInFlight, let id { cancel(id, &moment) }
        let delay = debounce.map { [OrderProgram.Operation.sleep($0)] } ?? []
        moment.works.append(Work(number: number, id: id, rest: delay + program.works[number]))
      case .cancel(let id): cancel(id, &moment)
      }
    }
    moment = settled(moment)
  }

  /// Cancels the effects under an identifier.
  private func cancel(_ id: Int, _ moment: inout Situation) {
    for index in moment.works.indices where moment.works[index].id == id {
      moment.works[index].isCancelled = true
      switch moment.works[index].wait {
      case .turn, .delivery: break
      // The cancelled wait throws, so the effect runs no further operation.
      case .answer, .time: moment.works[index].rest = []
      }
    }
    moment.works.removeAll { $0.rest.isEmpty }
  }

  /// The moment after all effects have run that run before any other step.
  private func settled(_ moment: Situation) -> Situation {
    var moment = moment
    guard granularity == .deliveries else {
      moment.works.removeAll { $0.rest.isEmpty }
      return moment
    }
    while let index = moment.works.firstIndex(where: { $0.wait == .turn }) { run(index, &moment) }
    return moment
  }

  /// Runs an effect until other effects may run before it continues.
  private func run(_ index: Int, _ moment: inout Situation) {
    loop: while let operation = moment.works[index].rest.first {
      switch operation {
      case .call, .sleep:
        guard !moment.works[index].isCancelled else {
          moment.works[index].rest = []
          break loop
        }
        moment.works[index].rest.removeFirst()
        if case .sleep(let duration) = operation {
          moment.works[index].wait = .time(moment.now + duration)
        } else {
          moment.works[index].wait = .answer
        }
        // The rest of the effect counts as a step, even if no operation is left.
        return
      case .send:
        if moment.works[index].isCancelled {
          moment.works[index].rest.removeFirst()
          continue loop
        }
        moment.works[index].wait = .delivery
        return
      case .read:
        moment.works[index].value = moment.outcome.number
      case .write:
        moment.outcome.number = moment.works[index].value + 1
      case .note:
        moment.outcome.notes.append(moment.works[index].number)
      case .pause: break
      }
      moment.works[index].rest.removeFirst()
      if granularity == .jobs { break loop }
    }
    moment.works.removeAll { $0.rest.isEmpty && $0.wait == .turn }
  }
}
