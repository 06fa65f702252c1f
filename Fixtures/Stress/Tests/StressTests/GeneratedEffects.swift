import Foundation
import StoreCore
import StoreTesting
import Testing

/// Effects that are drawn at random: sends, sleeps and calls within actors, tasks, groups and streams, in any nesting.
@Suite(.timeLimit(.minutes(10))) struct GeneratedEffects {
  /// Each `STORE_TESTING_SEED` gives other effects.
  static let entries: [OddEffect] = {
    let round = ProcessInfo.processInfo.environment["STORE_TESTING_SEED"].flatMap { UInt64($0) } ?? 0
    return (0..<40 as Range<UInt64>).map { OddEffect(GeneratedWork(seed: round &* 1_000_000 + $0)) }
  }()

  @Test(arguments: Trial.right(entries)) func passes(trial: Trial) async { await trial.expectPass() }
  @Test(arguments: Trial.wrong(entries)) func fails(trial: Trial) async { await trial.expectFailure() }
}

/// The work of an effect as data, with the steps of the test that specifies it.
struct GeneratedWork: Sendable, CustomStringConvertible {
  /// Where a part of the work runs. The work goes on when the part has ended.
  enum Place: CaseIterable {
    case mainActor, actor, sharedActor, queueActor, globalActor
    case task, detachedTask, urgentTask, immediateTask, otherExecutor
    case group, discardingGroup, child
    case besideMainActor, besideYields
    case handler, stream, lock
  }

  indirect enum Piece: Sendable {
    case send(String)
    case sleep(Int)

    /// A call whose answer is the next feedback.
    case call(String)
    case yield
    case dispatch
    case within(Place, [Piece])
  }

  let pieces: [Piece]
  let description: String

  init(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    var number = 0
    pieces = Self.pieces(depth: 0, &random, &number) + [.send("end")]
    description = "generated \(seed): \(Self.text(pieces))"
  }

  /// The steps of the correct test.
  var script: [Step] { [.send("go")] + Self.steps(pieces) }

  private static func pieces(depth: Int, _ random: inout SeededNumbers, _ number: inout Int) -> [Piece] {
    (0..<Int.random(in: 1...(depth == 0 ? 4 : 2), using: &random)).map { _ in
      number += 1
      switch Int.random(in: 0..<(depth < 3 ? 12 : 6), using: &random) {
      case 0, 1: return .send("\(number)")
      case 2: return .sleep(Int.random(in: 1...3, using: &random))
      case 3: return .call("\(number)")
      case 4: return .yield
      case 5: return .dispatch
      default:
        let place = Place.allCases.randomElement(using: &random) ?? .task
        return .within(place, pieces(depth: depth + 1, &random, &number))
      }
    }
  }

  private static func steps(_ pieces: [Piece]) -> [Step] {
    pieces.flatMap { piece -> [Step] in
      switch piece {
      case .send(let text): [.receive(text)]
      case .sleep(let seconds): [.advance(seconds)]
      case .call(let text): [.answer("answer \(text)"), .receive("answer \(text)")]
      case .yield, .dispatch: []
      case .within(_, let pieces): steps(pieces)
      }
    }
  }

  private static func text(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .send: "send"
      case .sleep: "sleep"
      case .call: "call"
      case .yield: "yield"
      case .dispatch: "dispatch"
      case .within(let place, let pieces): "\(place)(\(text(pieces)))"
      }
    }
    .joined(separator: " ")
  }
}

extension OddEffect {
  fileprivate init(_ work: GeneratedWork) {
    name = work.description
    script = work.script
    effect = { world, input in
      input == "stop"
        ? .cancel(id: "odd")
        : .run("odd", of: input) { send in await work.perform(work.pieces, world, send) }.cancellable(id: "odd")
    }
  }
}

extension GeneratedWork {
  /// Performs pieces one after the other.
  func perform(_ pieces: [Piece], _ world: World, _ send: Send<String>) async {
    for piece in pieces {
      switch piece {
      case .send(let text): await send(text)
      case .sleep(let seconds): try? await world.sleep(seconds)
      case .call(let text): await send(await world.gate(text))
      case .yield: await Task.yield()
      case .dispatch:
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      case .within(let place, let pieces):
        await enter(place) { await perform(pieces, world, send) }
      }
    }
  }

  /// Runs work at a place, and waits for its end.
  private func enter(_ place: Place, _ work: @escaping @Sendable () async -> Void) async {
    switch place {
    case .mainActor: await Self.onMainActor(work)
    case .actor: await Counter().around(work)
    case .sharedActor: await Counter.shared.around(work)
    case .queueActor: await QueueActor().around(work)
    case .globalActor: await Self.onSharedDesk(work)
    case .task: await Task { await work() }.value
    case .detachedTask: await Task.detached { await work() }.value
    case .urgentTask: await Task(priority: .high) { await work() }.value
    case .immediateTask: await Self.immediately(work)
    case .otherExecutor: await withTaskExecutorPreference(QueueTaskExecutor.shared) { await work() }
    case .group: await withTaskGroup { $0.addTask { await work() } }
    case .discardingGroup: await withDiscardingTaskGroup { $0.addTask { await work() } }
    case .child:
      async let child: Void = work()
      await child
    case .besideMainActor:
      async let beside: Void = Self.onMainActor { await Task.yield() }
      await work()
      await beside
    case .besideYields:
      async let beside: Void = queueUp()
      await work()
      await beside
    case .handler: await withTaskCancellationHandler(operation: work, onCancel: {})
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      async let source: Void = Self.yield(continuation)
      for await _ in stream { await work() }
      await source
    case .lock:
      let lock = ContinuationLock()
      await lock.take()
      await work()
      await lock.release()
    }
  }

  @MainActor private static func onMainActor(_ work: @Sendable () async -> Void) async { await work() }

  @SharedDesk private static func onSharedDesk(_ work: @Sendable () async -> Void) async { await work() }

  private static func immediately(_ work: @escaping @Sendable () async -> Void) async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return await work() }
    await Task.immediate { await work() }.value
  }

  private static func yield(_ continuation: AsyncStream<Void>.Continuation) async {
    continuation.yield()
    continuation.finish()
  }
}

/// A random number generator with a seed (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
