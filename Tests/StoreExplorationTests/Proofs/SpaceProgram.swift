import StoreCore

@testable import StoreExploration
@testable import StoreTesting

/// A small feature as data, whose situations can be enumerated without an engine (``SpaceModel``) and explored with one.
struct SpaceProgram: Sendable {
  /// An effect and its feedback.
  struct Work: Sendable {
    /// How many feedbacks it sends.
    var sends: Int

    /// The id under which it can be cancelled.
    var id: Int?

    /// Whether its start cancels the effects under its id.
    var cancelsInFlight: Bool

    /// The effects that its first feedback starts.
    var starts: [Int]

    /// The id that its last feedback cancels.
    var cancels: Int?

    /// The effect that starts when it has ended.
    var next: Int?
  }

  /// The effects. Each starts later ones only, so that every run ends.
  var works: [Work]

  /// The effects that each input starts. Each input is sent once at most.
  var inputs: [[Int]]

  /// Makes a program at random.
  static func random(_ seed: UInt64) -> Self {
    var random = ExplorationRandom(seed: seed)
    func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let count = 2 + number(below: 2)
    let works = (0..<count).map { index in
      let later = Array((index + 1)..<max(index + 1, count))
      let id: Int? = number(below: 3) == 0 ? nil : number(below: 2)
      return Work(
        sends: 1 + number(below: 2),
        id: id,
        cancelsInFlight: id != nil && number(below: 2) == 0,
        starts: number(below: 4) == 0 ? later.suffix(1) : [],
        cancels: number(below: 3) == 0 ? number(below: 2) : nil,
        next: number(below: 2) == 0 ? later.first : nil
      )
    }
    return Self(works: works, inputs: (0..<2).map { _ in [number(below: count)] })
  }
}

/// The program as a feature.
struct SpaceFeature: Reducer {
  /// The feedback of an effect.
  struct Feedback: Hashable, Sendable {
    /// The effect's place in the program.
    let work: Int

    /// Which of its feedbacks it is.
    let number: Int
  }

  let program: SpaceProgram

  /// Waits before an effect goes on. A described effect never runs.
  var pause: @Sendable (String) async -> Void = { _ in }

  func reduce(message: Message<Int, Feedback>, into log: inout [String]) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input):
      log.append("input \(input)")
      return .merge(program.inputs[input].map(start))
    case .feedback(let feedback):
      log.append("\(feedback.work).\(feedback.number)")
      let work = program.works[feedback.work]
      let isLast = feedback.number == work.sends - 1
      return .merge([
        feedback.number == 0 ? .merge(work.starts.map(start)) : .none,
        isLast ? work.cancels.map { .cancel(id: $0) } ?? .none : .none,
      ])
    }
  }

  /// Starts an effect, and those that follow on it.
  private func start(_ number: Int) -> Effect<Feedback, Never> {
    let work = program.works[number]
    var effect = Effect<Feedback, Never>.run("work", of: number) { [pause] send in
      for step in 0..<work.sends {
        await pause("\(number).\(step)")
        if Task.isCancelled { return }
        await send(Feedback(work: number, number: step))
      }
      await pause("end of \(number)")
    }
    if let id = work.id { effect = effect.cancellable(id: id, cancelInFlight: work.cancelsInFlight) }
    return work.next.map { .concatenate(effect, start($0)) } ?? effect
  }
}

/// All situations of a program, enumerated by brute force. The model shares no code with the search.
struct SpaceModel {
  let program: SpaceProgram

  /// Whether a cancelled effect ends at once, as in a live space, or some time later.
  var endsCancelledAtOnce = false

  /// An effect that runs.
  private struct Running: Hashable {
    /// Its place in the program.
    let work: Int

    /// How many feedbacks it has sent.
    var sent = 0

    /// Whether it was cancelled, and has still to end.
    var isCancelled = false
  }

  private struct Situation: Hashable {
    /// The events so far.
    var log: [String] = []

    var running: [Running] = []

    /// The inputs that were sent.
    var inputs: Set<Int> = []
  }

  /// The states of all reachable situations; nil if these are more than a limit.
  func logs(limit: Int) -> Set<[String]>? {
    var seen: Set<Situation> = [Situation()]
    var open = Array(seen)
    while let moment = open.popLast() {
      for next in moments(after: moment) where seen.insert(next).inserted { open.append(next) }
      if seen.count > limit { return nil }
    }
    return Set(seen.map(\.log))
  }

  /// The situations that can follow.
  private func moments(after moment: Situation) -> [Situation] {
    let afterInputs = program.inputs.indices.filter { !moment.inputs.contains($0) }.map { input in
      var next = moment
      next.inputs.insert(input)
      next.log.append("input \(input)")
      for work in program.inputs[input] { start(work, &next) }
      return next
    }
    return (afterInputs + moment.running.indices.map { proceed($0, moment) }).map { next in
      var next = next
      while endsCancelledAtOnce, let index = next.running.firstIndex(where: \.isCancelled) {
        next = proceed(index, next)
      }
      return next
    }
  }

  /// Lets an effect send its next feedback, or end.
  private func proceed(_ index: Int, _ moment: Situation) -> Situation {
    var next = moment
    let running = moment.running[index]
    let work = program.works[running.work]
    guard !running.isCancelled, running.sent < work.sends else {
      next.running.remove(at: index)
      if let following = work.next { start(following, &next) }
      return next
    }
    next.running[index].sent += 1
    next.log.append("\(running.work).\(running.sent)")
    if running.sent == 0 { for other in work.starts { start(other, &next) } }
    if running.sent == work.sends - 1, let id = work.cancels { cancel(id, &next) }
    return next
  }

  private func start(_ work: Int, _ moment: inout Situation) {
    if program.works[work].cancelsInFlight, let id = program.works[work].id { cancel(id, &moment) }
    moment.running.append(Running(work: work))
  }

  /// Cancels the effects under an id.
  private func cancel(_ id: Int, _ moment: inout Situation) {
    for index in moment.running.indices where program.works[moment.running[index].work].id == id {
      moment.running[index].isCancelled = true
    }
  }
}
