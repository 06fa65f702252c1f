import StoreDependencies

@testable import StoreCore
@testable import StoreTesting

/// A walk through a state space that a real store takes as well, step by step, to see that both do the same.
struct SpaceWalk<Feature: Reducer> where Feature.State: Hashable {
  /// What one of the two has come to.
  struct Outcome: Hashable {
    /// The state.
    let state: Feature.State

    /// What has happened, a line each.
    let events: [String]

    /// What runs, with its ids, in the order in which it started.
    let running: [String]

    /// All of it as text.
    var text: String {
      (["\(state)"] + events.map { "  \($0)" } + running.map { "  runs \($0)" }).joined(separator: "\n")
    }
  }

  /// The two have come to different outcomes.
  struct Disagreement: Error, CustomStringConvertible {
    /// Text that shows both, and how they got there.
    let description: String
  }

  /// The space.
  private let search: SpaceSearch<Feature>

  /// The store.
  private let store: TestStore<Scripted<Feature>>

  /// What the store's work does.
  private let script = Script<Feature.Feedback>()

  /// What has happened in the store.
  private let record = Record()

  /// Where the walk has come to in the space.
  private(set) var point: SpacePoint<Feature>

  /// Which effect of the store each of those in the space is; nil for an interval.
  private var effects: [Int?] = []

  /// The steps so far, as text.
  private(set) var steps: [String] = []

  /// What a store has done in a step.
  private final class Record {
    /// What has happened, a line each.
    var events: [String] = []

    /// The effects that were started.
    var started: [Int] = []

    /// The effects that were cancelled and have not ended.
    var cancelled: [Int] = []
  }

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - state: Where it begins.
  ///   - rules: What the space is made of. Walks that share a table share them, too.
  ///   - reducer: Makes the feature's logic.
  init(from state: Feature.State, _ rules: SpaceRules<Feature>, reducer: () -> Feature) async throws {
    search = SpaceSearch(rules, SpaceBounds(), [])
    var pass = SpacePass(rules, state: state, effects: [])
    try pass.begin()
    point = SpacePoint(state: pass.state, effects: pass.effects)
    let script = script
    store = TestStore(initialState: state) {
      Scripted(base: reducer(), script: script)
    } withDependencies: {
      $0.continuousClock = ScriptClock(script)
    }
    store.exhaustivity = .off
    observe()
    await store.settle()
    // What has happened before anybody could look is known by what is left.
    let processes = store.session.engine.processes
    effects = pass.effects.map { effect in
      guard case .started(let number) = effect.origin else { return nil }
      return processes.first { $0.token.id == number + 1 }?.token.id
    }
    record.events = pass.events.map { text(of: $0) }
    try compare(pass)
  }

  /// Writes down what the store does.
  private func observe() {
    store.session.engine.observe = { [record] event in
      switch event {
      case .willReduce, .dropped: break
      case .reduced(let message, _): record.events.append("reduces \(message)")
      case .output(let output): record.events.append("says \(output)")
      case .started(let process):
        record.events.append("starts \(process.token.description.label)")
        record.started.append(process.token.id)
      case .cancelled(let process):
        record.events.append("cancels \(process.token.description.label)")
        record.cancelled.append(process.token.id)
      case .ended(let process), .failed(let process, _):
        record.cancelled.removeAll { $0 == process.token.id }
        if process.token.phase != .cancelled { record.events.append("ends \(process.token.description.label)") }
      }
    }
  }

  /// What can happen next.
  var moves: [SpaceMove] { search.moves(from: point) }

  /// Takes a step on both sides.
  mutating func take(_ move: SpaceMove) async throws {
    (record.events, record.started) = ([], [])
    let pass = try search.pass(move, from: point)
    switch move {
    case .input(let index):
      let input = search.rules.inputs(point.state)[index]
      steps.append("send \(input)")
      await store.send(input)
    case .progress(let index, let choice):
      steps.append("\(point.effects[index].description.label) (\(point.effects[index].kind)) goes on, choice \(choice)")
      try await proceed(index, choice)
    }
    let before = effects
    effects = pass.effects.map { effect in
      switch effect.origin {
      case .unchanged(let index), .progressed(let index), .cancelled(let index): before[index]
      case .started(let number): number < record.started.count ? record.started[number] : nil
      case .opened: nil
      }
    }
    try compare(pass)
    point = SpacePoint(state: pass.state, effects: pass.effects)
  }

  /// Goes on from the situation that stands for this one in a table, as a search does.
  mutating func join(_ table: inout SpaceTable<Feature>) {
    guard let (index, pairs) = table.find(point, limit: .max), let pairs else { return }
    var joined = effects
    for (number, pair) in pairs.enumerated() { joined[pair] = effects[number] }
    effects = joined
    point = table.points[index]
  }

  /// Has cancelled work of which the space knows nothing any more send something, or end; neither may matter.
  mutating func disturb(_ feedback: Feature.Feedback?) async throws {
    guard let effect = record.cancelled.first(where: { !effects.contains($0) }) else { return }
    steps.append("a cancelled effect \(feedback == nil ? "ends" : "sends")")
    record.events = []
    guard await script.tell(effect, feedback.map { .send($0) } ?? .end) else { throw disagreement("It does not wait.") }
    guard record.events.isEmpty else { throw disagreement("Something happens: \(record.events)") }
  }

  /// Ends everything in the store.
  func close() async {
    store.session.engine.cancelAll()
    await script.close()
  }

  /// Lets an effect of the store go on as that of the space does.
  private func proceed(_ index: Int, _ choice: Int) async throws {
    let effect = point.effects[index]
    if case .interval(let id) = effect.kind { return script.endInterval(of: id) }
    guard let number = effects[index] else { throw disagreement("An effect is missing.") }
    guard effect.kind == .work, effect.position < effect.responses[choice].feedbacks.count else {
      guard await script.tell(number, .end) else { throw disagreement("It does not wait.") }
      return
    }
    let response = effect.responses[choice]
    guard await script.tell(number, .send(response.feedbacks[effect.position])) else {
      throw disagreement("It does not wait.")
    }
    let isLast = effect.position + 1 == response.feedbacks.count && response.end == .ends
    // What it has sent may have cancelled it.
    if isLast, effect.chain == nil, !record.cancelled.contains(number) { _ = await script.tell(number, .end) }
  }

  /// Compares what both have come to.
  private func compare(_ pass: SpacePass<Feature>) throws {
    let inSpace = Outcome(
      state: pass.state,
      events: sorted(pass.events.map { text(of: $0) }),
      running: pass.effects.indices
        .filter { pass.effects[$0].isShown }
        .map { describe(effects[$0], pass.effects[$0].description, pass.effects[$0].key.ids) }
        .sorted()
    )
    let processes = store.session.engine.processes.filter { $0.token.phase == .running }
    let inStore = Outcome(
      state: store.session.engine.state,
      events: sorted(record.events),
      running: processes.map { describe($0.token.id, $0.token.description, $0.identifiers) }.sorted()
    )
    guard inSpace == inStore else {
      throw disagreement("In the space:\n\(inSpace.text)\n\nIn the store:\n\(inStore.text)")
    }
    let known = Set(effects.compactMap(\.self))
    guard known.isSubset(of: script.waiting) else {
      throw disagreement("The store runs \(script.waiting), the space \(known).")
    }
  }

  /// An effect as text, with the number that it has in the store.
  private func describe(_ number: Int?, _ description: EffectDescription, _ ids: [EffectIdentifier]) -> String {
    "\(description.label) as \(number ?? 0) under \(ids.map { text(of: $0) })"
  }

  /// An id as text.
  private func text(of id: EffectIdentifier) -> String {
    switch id.base {
    case let child as ChildPath:
      "\(child.parent.map { text(of: $0) } ?? "")/\(child.key.identity.map { "\($0)" } ?? "\(child.key.site)")"
    case let inner as ChildIdentifier: "\(text(of: inner.child)):\(text(of: inner.id))"
    default: "\(id)"
    }
  }

  /// What has happened, where the order in which effects are cancelled at a time counts for nothing.
  private func sorted(_ events: [String]) -> [String] {
    var result: [String] = []
    var cancelled: [String] = []
    for line in events {
      if line.hasPrefix("cancels") {
        cancelled.append(line)
      } else {
        result += cancelled.sorted() + [line]
        cancelled = []
      }
    }
    return result + cancelled.sorted()
  }

  /// What has happened in the space, as text.
  private func text(of event: SpaceEvent<Feature>) -> String {
    switch event {
    case .reduced(_, let message, _): "reduces \(message)"
    case .output(let output): "says \(output)"
    case .started(let description): "starts \(description.label)"
    case .cancelled(let description): "cancels \(description.label)"
    case .ended(let description): "ends \(description.label)"
    }
  }

  /// Both outcomes, and how they were got.
  private func disagreement(_ text: String) -> Disagreement {
    let steps = steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    return Disagreement(description: "\(steps)\n\n\(text)")
  }
}

/// Takes each step of a space in a store as well, on the shortest way to it.
///
/// - Parameters:
///   - state: Where the space begins.
///   - limit: How many situations are looked at.
///   - inputs: What can be sent in a state.
///   - reducer: Makes the feature's logic.
///   - responses: How the outside may answer an effect.
/// - Returns: How many steps there were.
func takeAll<Feature: Reducer>(
  from state: Feature.State,
  limit: Int = 1_000,
  inputs: @escaping (Feature.State) -> [Feature.Input],
  reducer: @escaping () -> Feature,
  responses: @escaping (RunningEffect) -> [Response<Feature.Feedback>]
) async throws -> Int where Feature.State: Hashable {
  let rules = SpaceRules(
    reducer: reducer,
    inputs: inputs,
    responses: responses,
    canonical: nil,
    dependencies: { _ in }
  )
  var search = SpaceSearch(rules, SpaceBounds(states: limit, runningEffects: 4), [])
  try search.run(from: state)
  var count = 0
  for point in 0..<search.expanded {
    for move in search.moves(from: search.table.points[point]) {
      var walk = try await SpaceWalk(from: state, rules, reducer: reducer)
      for move in search.path(to: point) + [move] { try await walk.take(move) }
      await walk.close()
      count += 1
    }
  }
  return count
}
