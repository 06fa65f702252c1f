import StoreCore
import StoreDependencies
import TestSupport
import Testing

@testable import StoreTesting

/// What happens, and whether a feedback "a" of the first effect then is explained.
private let rows: [([DoubledFeedbackTests.Happening], Bool)] = [
  ([.input("x"), .feedback("a", of: 1)], true),
  ([.input("x"), .feedback("a", of: 1), .feedback("b", of: 2)], true),
  ([.input("x"), .feedback("a", of: 1), .input("b")], false),
  ([.input("x"), .started(1), .feedback("a", of: 1)], false),
  ([.input("x"), .feedback("b", of: 1)], false),
]

/// The explanation of a feedback that arrived twice, without a store.
@Suite struct DoubledFeedbackTests {
  /// What happens before the second feedback "a" of the first effect.
  enum Happening: CustomStringConvertible {
    case input(String)
    case feedback(String, of: Int)
    case started(Int)

    var description: String {
      switch self {
      case .input(let text): text
      case .feedback(let text, let number): "\(text) of \(number)"
      case .started(let number): "start of \(number)"
      }
    }
  }

  /// A log, and the two effects of its events.
  private struct Bench {
    let log = EventLog<Machine<Int, String, String, Never>>(from: 0)

    private let effects = (1...2).map { number in
      EffectToken(
        id: number,
        description: EffectDescription(kind: .run, name: "\(number)", payload: nil, site: CallSite()),
        group: EffectGroup(site: CallSite())
      )
    }

    func add(_ happening: Happening) {
      _ = log.add(content(of: happening), at: TestClock.Instant())
    }

    private func content(of happening: Happening) -> EventRecord.Content {
      switch happening {
      case .input(let text): reduced(.input(text), by: nil)
      case .feedback(let text, let number): reduced(.feedback(text), by: effects[number - 1])
      case .started(let number): .started(EffectRecord(token: effects[number - 1], origin: EffectOrigin(nil)))
      }
    }

    private func reduced(_ message: Message<String, String>, by sender: EffectToken?) -> EventRecord.Content {
      .reduced(
        ReducedMessage<Machine<Int, String, String, Never>>(
          message,
          after: 0,
          sender: sender,
          step: CallSite(),
          isReducedTwice: true
        )
      )
    }
  }

  @Test(arguments: rows)
  func `a feedback is explained as the second of one message only if no other input came between`(
    events: [Happening],
    isDoubled: Bool
  ) throws {
    let bench = Bench()
    for event in events { bench.add(event) }
    bench.add(.feedback("a", of: 1))
    let newest = try #require(bench.log.newest)
    let text = EventFormatter(log: bench.log).doubling(of: newest)
    #expect((text != nil) == isDoubled)
    if let text { #expect(text.hasPrefix(#""a" arrived twice. The store ran the reducer twice on "x","#)) }
  }
}
