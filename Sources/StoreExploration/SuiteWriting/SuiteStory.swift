import StoreCore
import StoreTesting

/// What a step of a generated test leads to, in the words of the feature.
struct SuiteScene: Sendable {
  /// What follows from the step; empty if nothing does.
  var outcome = ""

  /// What a reader of the test can't see in the step itself; nil if there is nothing.
  var remark: String?
}

/// The steps of a generated test as scenes.
struct SuiteStory<Feature: Reducer> where Feature.State: Equatable {
  /// The greatest number of consequences that an outcome names.
  private static var outcomeLimit: Int { 2 }

  /// What each step leads to.
  private(set) var scenes: [SuiteScene] = []

  private let run: SuiteRun

  /// The steps in which the waiting calls were made, by gate and number.
  private var calls: [String: Int] = [:]

  private var cancelled: Set<Int> = []

  /// Tells the steps of a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - run: The steps in words.
  ///   - firstEvents: The number of the first event of each step.
  init(_ session: TestSession<Feature>, _ run: SuiteRun, _ firstEvents: [Int]) {
    self.run = run
    let events = session.log.events
    for call in events[..<(firstEvents.first ?? 0)] { note(call.content, in: -1) }
    for (step, start) in firstEvents.enumerated() {
      let end = step + 1 < firstEvents.count ? firstEvents[step + 1] : events.count
      let before = session.log.state(before: start)
      scenes.append(scene(step, Array(events[start..<end]), from: before))
    }
  }

  private mutating func scene(_ step: Int, _ events: [Event<Feature>], from before: Feature.State) -> SuiteScene {
    var scene = SuiteScene()
    var (outputs, cancelled, started): ([String], [String], [String]) = ([], [], [])
    var after = before
    var isDropped = false
    for event in events {
      if let message = event.message { after = message.after }
      switch event.content {
      case .output(let output): outputs.append("\(SuiteNames.words(of: MessageName.text(of: output))) is sent out")
      case .started(let effect) where effect.token.description.kind == .run:
        if let name = effect.token.description.name { started.append("\(name) starts") }
      case .cancelled(let effect) where effect.canceller != nil:
        if let name = effect.token.description.name { cancelled.append(name) }
      case .dropped: isDropped = true
      case .answered(let reply): scene.remark = remark(on: reply, in: step)
      default: break
      }
      note(event.content, in: step)
    }
    let changes = SuiteChange.words(from: before, to: after)
    let outcomes =
      (isDropped ? ["its answer is dropped"] : []) + outputs + cancelled.map { "\($0) is cancelled" } + changes
      + started
    scene.outcome = outcomes.prefix(Self.outcomeLimit).joined(separator: ", ")
    if scene.remark == nil, !cancelled.isEmpty { scene.remark = "This cancels \(cancelled.joined(separator: ", "))." }
    return scene
  }

  /// Notes calls and cancellations.
  private mutating func note(_ content: EventRecord.Content, in step: Int) {
    switch content {
    case .called(let call, _): calls["\(call.gateName) \(call.number)"] = step
    case .cancelled(let effect): cancelled.insert(effect.token.id)
    default: break
    }
  }

  /// Returns what makes an answer special; nil if it comes as expected.
  private func remark(on reply: GateReply, in step: Int) -> String? {
    let name = reply.call.gateName
    if let effect = reply.effect, cancelled.contains(effect.id) { return "\(name) answers although it was cancelled." }
    guard !reply.call.isStream else { return nil }
    if reply.position > 0 { return "The newer call of \(name) is answered before an older one." }
    // The inputs since the call.
    guard let start = calls["\(name) \(reply.call.number)"] else { return nil }
    let inputs = run.steps.indices.filter { $0 > start && $0 < step && !run.steps[$0].isOfEffects }
    return inputs.last.map { "\(name) answers after \(run.words[$0])." }
  }
}

/// The changes of a state in words.
enum SuiteChange {
  private static let maximumDepth = 3

  /// Returns how the fields of a state change, one clause each.
  static func words(from old: Any, to new: Any) -> [String] { words(from: old, to: new, of: [], depth: 0) }

  private static func words(from old: Any, to new: Any, of path: [String], depth: Int) -> [String] {
    guard identifyingText(of: old) != identifyingText(of: new) else { return [] }
    if depth < maximumDepth, case .record(let first) = ReflectedValue(of: old),
      case .record(let second) = ReflectedValue(of: new), !first.isObject, !first.parts.isEmpty,
      first.parts.map(\.label) == second.parts.map(\.label)
    {
      return zip(first.parts, second.parts).flatMap { before, after in
        words(from: before.value, to: after.value, of: path + [before.label ?? ""], depth: depth + 1)
      }
    }
    return [clause(path, new)]
  }

  /// Returns that a field has got a value.
  private static func clause(_ path: [String], _ value: Any) -> String {
    let name = path.isEmpty ? "the state" : SuiteNames.words(of: path.joined(separator: " "))
    if let flag = value as? Bool {
      let parts = name.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard path.count == 1, let verb = parts.first, ["is", "has"].contains(verb) else {
        return "\(name) becomes \(flag)"
      }
      if flag { return name }
      let rest = parts.dropFirst().joined(separator: " ")
      return verb == "is" ? "is no longer \(rest)" : "no longer has \(rest)"
    }
    switch ReflectedValue(of: value) {
    case .absent: return "\(name) becomes nil"
    case .present(let inner): return clause(path, inner)
    case .choice(let choice, _): return "\(name) becomes \(SuiteNames.words(of: choice))"
    case .list(let list, _) where list.count == 0: return "\(name) becomes empty"
    default: return isPlain(type(of: value)) ? "\(name) becomes \(SuiteNames.short(value))" : "\(name) changes"
    }
  }
}
