import TestSupport

@testable import StoreCore

/// A runner of an engine that starts no tasks, and records each action as a line of text.
struct EngineRun<Feature: Reducer> where Feature.Input == Int, Feature.Feedback == Int {
  /// An event of a run. Effects, intervals and groups are given by their numbers.
  enum Event {
    case input(Int)
    case feedback(Int, from: Int)
    case end(Int)
    case intervalEnd(Int)
    case cancel(group: Int), cancelAll
  }

  let feature: Feature
  var state: Feature.State
  var engine = EffectEngine()
  private(set) var lines: [String] = []

  /// The work of each in-flight effect, by the effect's number.
  private(set) var running: [Int: EffectWork] = [:]

  /// The in-flight effects that were cancelled.
  private(set) var cancelled: Set<Int> = []

  /// The numbers of the open intervals.
  private(set) var intervals: Set<Int> = []

  /// The groups that the engine has not finished.
  private(set) var open: Set<Int> = []

  /// Descriptions of actions that the engine must not return, such as a second start.
  private(set) var mistakes: [String] = []

  /// The group of the latest input.
  private var group = 0

  init(_ feature: Feature, state: Feature.State) {
    self.feature = feature
    self.state = state
    follow(feature.start(from: state).node, in: 0)
    work()
  }

  mutating func clear() { lines = [] }

  /// Gives an event to the engine, and performs the actions that follow.
  mutating func take(_ event: Event) {
    switch event {
    case .input(let input):
      group += 1
      open.insert(group)
      engine.send(EffectMessage(.input(input), from: .outside, group: group))
    case .feedback(let feedback, let effect):
      // A message belongs to the group of its effect. The owner of a store finds the group by the effect's token.
      let group = engine.effects[effect]?.place.group ?? 0
      open.insert(group)
      engine.send(EffectMessage(.feedback(feedback), from: .effect(effect, nil), group: group))
    case .end(let effect): engine.end(effect)
    case .intervalEnd(let interval):
      intervals.remove(interval)
      engine.measured(interval: interval, .zero)
    case .cancel(let group): engine.cancel(group: group)
    case .cancelAll: engine.cancelAll()
    }
    work()
  }

  private mutating func work() {
    while let action = engine.next(in: state) { perform(action) }
  }

  private mutating func perform(_ action: EffectAction) {
    switch action {
    case .reduce(let message):
      if case .effect(let number, _) = message.sender, cancelled.contains(number) {
        mistakes.append("The cancelled effect \(number) was heard.")
      }
      lines.append("reduce \(message.content)")
      let node = feature.reduce(message: message.content.restored(), into: &state).node
      follow(node, in: message.group)
    case .output(let output): lines.append("output \(output)")
    case .start(let number, let work, _):
      if running.updateValue(work, forKey: number) != nil { mistakes.append("\(number) was started twice.") }
      lines.append("start \(work.description.label)")
    case .cancel(let number, _):
      if running[number] == nil || !cancelled.insert(number).inserted {
        mistakes.append("\(number) was cancelled twice.")
      }
      lines.append("cancel \(running[number]?.description.label ?? "")")
    case .end(let number, _):
      guard let work = running.removeValue(forKey: number) else { return mistakes.append("\(number) ended twice.") }
      cancelled.remove(number)
      lines.append("end \(work.description.label)")
    case .drop(let message):
      if case .effect(let number, _) = message.sender, running[number] != nil, !cancelled.contains(number) {
        mistakes.append("The effect \(number), which runs, was not heard.")
      }
      lines.append("drop \(message.content)")
    case .breakLoop(let message): lines.append("break \(message.content)")
    case .openInterval(let number, let duration, _):
      intervals.insert(number)
      lines.append("open \(duration)")
    case .measureInterval(let number):
      if !intervals.contains(number) { mistakes.append("The interval \(number) is not known.") }
      engine.measured(interval: number, .seconds(1))
    case .closeInterval(let number):
      if intervals.remove(number) == nil { mistakes.append("The interval \(number) was closed twice.") }
    case .finish(let group):
      if open.remove(group) == nil { mistakes.append("The group \(group) was over twice.") }
      lines.append("finish")
    }
  }

  private mutating func follow(_ node: EffectNode, in group: Int) {
    open.insert(group)
    engine.follow(node, in: group, from: EffectOrigin(nil), state: state)
  }

  /// Returns a random event that is possible now.
  func event(_ random: inout SplitMix64) -> Event {
    let effect = running.keys.sorted().randomElement(using: &random)
    switch (Int.random(in: 0..<12, using: &random), effect) {
    case (0...2, let effect?): return .feedback(.random(in: 0..<4, using: &random), from: effect)
    case (3...6, let effect?): return .end(effect)
    case (7, _): return intervals.sorted().randomElement(using: &random).map { .intervalEnd($0) } ?? .input(0)
    case (8, _) where Int.random(in: 0..<4, using: &random) == 0: return .cancel(group: group)
    case (9, _) where Int.random(in: 0..<8, using: &random) == 0: return .cancelAll
    default: return .input(.random(in: 0..<3, using: &random))
    }
  }
}
