import Foundation
import StoreTesting
import Testing

/// The number of copies of each test: `STORE_TESTING_EFFORT`, or 3.
let copies = ProcessInfo.processInfo.environment["STORE_TESTING_EFFORT"].flatMap { Int($0) } ?? 3

/// The number of concurrent copies. Each runs repeatedly until the number of copies is reached.
///
/// Performance: the console of Swift Testing 6.3 takes time that grows with the square of the cases of a test.
private let lanes = min(copies, 20)

/// The filter of entries by `STRESS_ONLY`. Names must contain the text, equal the text after "=", or not contain the
/// text after "!".
private let only = ProcessInfo.processInfo.environment["STRESS_ONLY"] ?? ""

/// One run of a correct test, or of a wrong twin.
struct Trial: Sendable, CustomTestStringConvertible {
  let entry: OddEffect

  /// The wrong twin; nil for the correct test.
  var twin: Twin?
  let copy: Int

  /// The number of sequential runs of the case.
  var rounds = 1

  var testDescription: String { "\(entry.name)\(twin.map { ", \($0.mistake)" } ?? "") #\(copy)" }

  /// Returns the correct tests of a table, in copies.
  static func right(_ entries: [OddEffect]) -> [Trial] {
    let entries = entries.filter(\.isChosen)
    return (0..<lanes).flatMap { copy in entries.map { Trial(entry: $0, copy: copy, rounds: rounds(copy)) } }
  }

  /// Returns the wrong twins of a table, in copies.
  static func wrong(_ entries: [OddEffect]) -> [Trial] {
    let twins = entries.filter(\.isChosen).flatMap { entry in entry.twins.map { (entry, $0) } }
    return (0..<lanes).flatMap { copy in
      twins.map { Trial(entry: $0, twin: $1, copy: copy, rounds: rounds(copy)) }
    }
  }

  private static func rounds(_ lane: Int) -> Int { (copies - lane + lanes - 1) / lanes }

  /// Runs the correct test: even copies on the pool, odd ones on the main actor, an actor on a queue, or a shared
  /// actor.
  func expectPass(
    onStep: @escaping @Sendable (_ step: Int) -> Void = { _ in },
    _ location: SourceLocation = #_sourceLocation
  ) async {
    for _ in 0..<rounds {
      let failures = await failures(onStep)
      if !failures.isEmpty { report("FALSE ALARM | \(testDescription) | \(failures.map(\.kind))") }
      #expect(failures.isEmpty, "FALSE ALARM | \(testDescription) | \(failures)", sourceLocation: location)
    }
  }

  /// Runs the wrong twin, which must record a failure.
  func expectFailure(
    onStep: @escaping @Sendable (_ step: Int) -> Void = { _ in },
    _ location: SourceLocation = #_sourceLocation
  ) async {
    for round in 0..<rounds {
      let failures = await failures(onStep)
      if copy == 0, round == 0 {
        let kinds = failures.map { "\($0.kind)" }.joined(separator: ", ")
        report("TWIN | \(entry.name) | \(twin?.mistake ?? "") | \(kinds)")
      }
      if failures.isEmpty { report("SILENT PASS | \(testDescription)") }
      #expect(!failures.isEmpty, "SILENT PASS | \(testDescription)", sourceLocation: location)
    }
  }

  /// Returns the failures of a run.
  private func failures(_ onStep: @escaping @Sendable (Int) -> Void) async -> [TestFailure] {
    await Watchdog.shared.watch(testDescription) {
      switch copy % 8 {
      case 1, 5: await Self.onMainActor { await recordingFailures { await perform(onStep) } }
      case 3: await QueueActor().around { await recordingFailures { await perform(onStep) } }
      case 7: await Self.onTestDesk { await recordingFailures { await perform(onStep) } }
      default: await recordingFailures { await perform(onStep) }
      }
    }
  }

  @MainActor private static func onMainActor<Result: Sendable>(
    _ operation: @MainActor () async -> Result
  ) async -> Result {
    await operation()
  }

  @TestDesk private static func onTestDesk<Result: Sendable>(
    _ operation: @TestDesk () async -> Result
  ) async -> Result {
    await operation()
  }

  /// Performs the script on a new store, and ends it.
  private func perform(
    _ onStep: @Sendable (Int) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let world = World()
    await perform(in: world, onStep)
    world.latch.open()
    world.shelf.clear()
  }

  /// Performs the script, and releases the store.
  private func perform(
    in world: World,
    _ onStep: @Sendable (Int) -> Void,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let store = TestStore(initialState: []) { Odd(entry: entry, world: world) }
    world.clock = store.clock
    store.timeout = twin == nil ? .seconds(20) : .milliseconds(200)
    let script = twin?.script ?? entry.script
    let other = entry.hasTwoStores ? makeOther(in: world, store) : nil
    for (index, step) in script.enumerated() {
      onStep(index)
      if case .other(let step) = step {
        await other?.perform(step, in: world)
      } else {
        await store.perform(step, in: world)
      }
    }
    onStep(script.count)
    guard twin?.finishes ?? true else { return }
    await store.finish()
    await other?.finish()
  }

  /// Returns the second store.
  private func makeOther(in world: World, _ store: TestStore<Odd>) -> TestStore<Odd> {
    let other = TestStore(initialState: []) {
      Odd(entry: entry, world: world)
    } withDependencies: {
      $0.continuousClock = world.clock
    }
    other.timeout = store.timeout
    return other
  }
}

extension OddEffect {
  /// Whether the script has steps of a second store.
  fileprivate var hasTwoStores: Bool {
    script.contains { if case .other = $0 { true } else { false } }
  }

  fileprivate var isChosen: Bool {
    switch only.first {
    case "=": name == only.dropFirst()
    case "!": !name.contains(only.dropFirst())
    default: only.isEmpty || name.contains(only)
    }
  }
}

extension TestStore<Odd> {
  /// Performs one step of a script.
  fileprivate func perform(_ step: Step, in world: World, isolation: isolated (any Actor)? = #isolation) async {
    switch step {
    case .send(let input): await send(input)
    case .receive(let feedback): await receive(feedback) { $0 = ($0 + [feedback]).sorted() }
    case .receiveUnordered(let feedback): await receive(unordered: feedback) { $0 = ($0 + feedback).sorted() }
    case .receiveEffect: await receiveEffect()
    case .receiveEffects(let count): for _ in 0..<count { await receiveEffect() }
    case .advance(let seconds): await clock.advance(by: .seconds(seconds))
    case .advanceBy(let duration): await clock.advance(by: duration)
    case .answer(let value): await world.gate.succeed(with: value)
    case .answerThrowing(let value): await world.throwingGate.succeed(with: value)
    case .open: world.latch.openElsewhere()
    case .cancelAll: await cancelInFlightEffects()
    case .drop(let name):
      world.shelf.drop(name)
      await settle()
    case .resume(let name):
      world.shelf.value(name, as: (@Sendable () -> Void).self)?()
      await settle()
    case .other: preconditionFailure("There are only two stores.")
    }
  }
}
