import StoreCore
import StoreTesting
import TestSupport
import Testing

/// Compares generated tests of a chat with a model of its streams.
@Suite struct StreamGateModelTests {
  /// A mistake of a generated test.
  enum Mistake: CaseIterable {
    case otherElement, noReceipt, extraReceipt, noListener, otherListener

    /// The kinds of failure that it may have.
    var kinds: Set<TestFailure.Kind> {
      switch self {
      case .otherElement: [.unexpectedFeedback]
      case .noReceipt: [.unhandledFeedback, .unexpectedFeedback]
      case .extraReceipt: [.missingFeedback, .unexpectedFeedback, .unexpectedState]
      case .noListener: [.missingCall]
      case .otherListener: [.unexpectedFeedback, .missingCall]
      }
    }
  }

  /// Runs a generated test.
  ///
  /// - Parameter mistake: A mistake that is made once, when it is possible.
  /// - Returns: Whether the mistake was made.
  private func run(_ seed: UInt64, _ mistake: Mistake?) async -> Bool {
    var random = SplitMix64(seed: seed)
    var mistake = mistake
    let hasMistake = mistake != nil
    let store = TestStore(initialState: ChatFeature.State()) { ChatFeature() }
    let messages = store.gate("messages", at: \.socket.messages)
    var rooms: [String] = []
    var lines: [String] = []
    var closed: [String] = []
    func takes(_ candidate: Mistake) -> Bool {
      guard mistake == candidate else { return false }
      mistake = nil
      return true
    }
    func receive(_ line: String, in room: String) async {
      if takes(.noReceipt) { return lines.append("\(room): \(line)") }
      lines.append("\(room): \(line)")
      let other = takes(.otherElement) ? "?" : ""
      await store.receive(.said(line + other, in: room)) { [lines] in $0.lines = lines }
      if takes(.extraReceipt) { await store.receive(.said(line, in: room)) }
    }
    for step in 0..<12 {
      let place = Int.random(in: 0..<max(1, rooms.count), using: &random)
      let room = ["a", "b", "c"].randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        await store.send(.join(room))
        rooms.append(room)
      case 2:
        await store.send(.leave(room))
        rooms.removeAll { $0 == room }
      case 3 where !rooms.isEmpty:
        await messages.yieldToAll("\(step)")
        for room in rooms { await receive("\(step)", in: room) }
      case 4 where !rooms.isEmpty:
        let room = rooms.remove(at: place)
        let isFailure = Bool.random(using: &random)
        if isFailure {
          await messages.listeners[place].fail(with: SocketError.lost)
        } else {
          await messages.finish(skipping: place)
        }
        closed.append(isFailure ? "\(room): lost" : room)
        await store.receive(.ended(closed.last ?? "")) { [closed] in $0.closed = closed }
      case _ where !rooms.isEmpty:
        if takes(.noListener) { await messages.yield("\(step)", skipping: rooms.count) }
        let isOther = Set(rooms).count > 1 && takes(.otherListener)
        let other = rooms.firstIndex { $0 != rooms[place] } ?? 0
        await messages.yield("\(step)", skipping: isOther ? other : place)
        await receive("\(step)", in: rooms[place])
      default: break
      }
      if hasMistake, mistake == nil { break }
    }
    await store.cancelInFlightEffects(strict: false)
    await store.finish()
    return hasMistake && mistake == nil
  }

  @Test(arguments: seeds(4)) func `a right test passes, and a wrong one fails at once`(block: UInt64) async {
    tally(.tests, 20 * (1 + Mistake.allCases.count))
    for seed in block * 20..<(block + 1) * 20 {
      let failures = await recordingFailures { _ = await run(seed, nil) }
      #expect(failures.map(\.text) == [], "seed \(seed)")
      for mistake in Mistake.allCases {
        var wasMade = false
        let failures = await recordingFailures { wasMade = await run(seed, mistake) }
        #expect(wasMade == !failures.isEmpty, "seed \(seed), \(mistake)")
        if let first = failures.first {
          #expect(mistake.kinds.contains(first.kind), "seed \(seed), \(mistake): \(first)")
        }
      }
    }
  }
}
