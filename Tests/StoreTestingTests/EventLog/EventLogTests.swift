import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// What a log keeps, without a store.
@Suite struct EventLogTests {
  /// What happens in a store.
  enum Happening: CaseIterable {
    case input, feedback, output

    func content(_ number: Int) -> EventRecord.Content {
      let message: Message<Int, Int>
      switch self {
      case .input: message = .input(number)
      case .feedback: message = .feedback(number)
      case .output: return .output(number)
      }
      return .reduced(
        ReducedMessage<Machine<Int, Int, Int, Int>>(
          message,
          after: number,
          sender: nil,
          step: CallSite(),
          isReducedTwice: false
        )
      )
    }
  }

  private let log = EventLog<Machine<Int, Int, Int, Int>>(from: 0)

  private func add(_ content: EventRecord.Content) -> Bool { log.add(content, at: TestClock.Instant()) != nil }

  /// Adds events, whose values are the numbers.
  private func add(_ numbers: ClosedRange<Int>, as happening: Happening) {
    for number in numbers { _ = add(happening.content(number)) }
  }

  @Test(arguments: [(Happening.input, 64), (.feedback, 64), (.output, 1_024)])
  func `a log with twice as many events as it keeps is full, and then keeps the newer half`(
    happening: Happening,
    limit: Int
  ) {
    add(1...2 * limit - 1, as: happening)
    #expect(!log.isFull)
    add(2 * limit...2 * limit, as: happening)
    #expect(log.isFull)
    #expect(log.takeOldest().count == limit)
    #expect(log.forgotten == limit)
    #expect(log.events.map(\.number) == Array(limit..<2 * limit))
  }

  @Test func `the states before kept events are known, also if the messages before them are removed`() {
    add(1...128, as: .input)
    _ = log.takeOldest()
    #expect(log.firstState == 64)
    #expect(log.state(before: 64) == 64)
    #expect(log.state(before: 70) == 70)
  }

  @Test func `a gap is noted once between two events, and removed with the events after it`() {
    for gap in [LogGap.resumption, .resumption, .dependencies, .resumption] { log.add(gap) }
    add(1...64, as: .input)
    log.add(LogGap.resumption)
    add(65...128, as: .input)
    log.add(LogGap.resumption)
    #expect(log.gaps.map { $0.gap } == [.resumption, .dependencies, .resumption, .resumption])
    #expect(log.gaps.map { $0.position } == [0, 0, 64, 128])
    _ = log.takeOldest()
    #expect(log.gaps.map { $0.position } == [64, 128])
  }

  @Test func `the first 64 failures are kept`() {
    for number in 1...70 {
      log.add(TestFailure(.misuse, "\(number)", at: CallSite()), at: TestClock.Instant())
    }
    #expect(log.failures.map { $0.failure.headline } == (1...64).map { "\($0)" })
  }

  @Test func `sixteen dropped feedbacks are kept in a row, and more after another event`() {
    let site = CallSite()
    let description = EffectDescription(kind: .run, name: "work", payload: nil, site: site)
    let sender = EffectToken(id: 1, description: description, group: EffectGroup(site: site))
    let first = (1...20).map { add(.dropped($0, sender: sender)) }
    #expect(first == (1...20).map { $0 <= 16 })
    add(1...1, as: .input)
    let later = add(.dropped(21, sender: sender))
    #expect(later)
  }
}
