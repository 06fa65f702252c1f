import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// A ladder of two steps.
private struct Ladder: Reducer {
  struct State: Equatable { var height = 0 }

  enum Input: Sendable { case climbed, descended }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.climbed): state.height += 1
    case .input(.descended): state.height -= 1
    }
    return .none
  }
}

/// A form with as many pauses from its start on as an exploration runs at a time.
private struct Pauses: Reducer {
  enum Input: Sendable { case tapped }

  @Dependency(\.continuousClock) private var clock

  func start(from wasTapped: Bool) -> Effect<Never, Never> {
    .merge(
      (1...8).map { number in
        .run("pause \(number)") { [clock] _ in try await clock.sleep(for: .seconds(number)) }
      }
    )
  }

  func reduce(message: Message<Input, Never>, into wasTapped: inout Bool) -> Effect<Never, Never> {
    wasTapped = true
    return .none
  }
}

/// The trial of which changes of a feature break what holds everywhere.
@Suite struct ChangeHuntTests {
  private let site = CallSite(#_sourceLocation)

  private func makeStore() -> TestStore<Ladder> {
    let store = TestStore(initialState: Ladder.State()) { Ladder() }
    store.always("a step leads up or down") { before, message, after in
      let step = if case .input(.climbed) = message { 1 } else { -1 }
      return after.height == before.height + step
    }
    return store
  }

  private func explore(_ inputs: @escaping (Ladder.State) -> [Ladder.Input]) async throws -> RecordedSpace<Ladder> {
    try await LiveExploration.explore(makeStore, inputs, within: SpaceBounds(), site, isolation: nil).result.space
  }

  /// Tries changes of a feature that has an invariant of all that it does.
  private func tried(until deadline: ContinuousClock.Instant) async throws -> String {
    let inputs: (Ladder.State) -> [Ladder.Input] = { $0.height < 2 ? [.climbed] : [] }
    let hunt = ChangeHunt(makeStore, inputs, knowing: try await explore(inputs), at: site)
    return try await hunt.run(until: deadline, isolation: nil)
  }

  @Test func `a few changes need no sample`() async throws {
    let tried = try await tried(until: .now)
    #expect(tried.hasPrefix("changes of the feature: 0 of 0 break what holds everywhere"))
    #expect(tried.hasSuffix(" more were left when the time was over"))
  }

  @Test func `a change that breaks an invariant is noticed`() async throws {
    let tried = try await tried(until: .now.advanced(by: .seconds(600)))
    let numbers = tried.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers.first != 0 && numbers.first == numbers.last, "\(tried)")
    #expect(tried.hasSuffix(" break what holds everywhere, which '.promises(of:)' can keep"))
  }

  @Test func `a change that starts more effects than an exploration runs is noticed`() async throws {
    let reports = try await recordingReports {
      func makeStore() -> TestStore<Pauses> { TestStore(initialState: false) { Pauses() } }
      func inputs(_: Bool) -> [Pauses.Input] { [.tapped] }
      let exploration = try await LiveExploration.explore(
        makeStore,
        inputs,
        within: SpaceBounds(),
        site,
        isolation: nil
      )
      let hunt = ChangeHunt(makeStore, inputs, knowing: exploration.result.space, at: site)
      let tried = try await hunt.run(until: .now.advanced(by: .seconds(600)), isolation: nil)
      #expect(!tried.contains("twice"), "\(tried)")
    }
    #expect(reports.map(\.headline) == [])
  }

  @Test func `a state that only a change reaches gets an input of the start`() async throws {
    let space = try await explore { $0.height < 2 ? [.climbed] : [] }
    var heights: [Int] = []
    func inputs(_ state: Ladder.State) -> [Ladder.Input] {
      heights.append(state.height)
      return [.climbed]
    }
    _ = ChangeHunt(makeStore, inputs, knowing: space, at: site)
    #expect(heights == [0])
  }

  @Test func `a message that happened once in a mode has happened`() async throws {
    let coverage = SpaceCoverage(try await explore { $0.height < 2 ? [.climbed] : [.descended] })
    #expect("\(coverage)" == "coverage: 2 pairs of a mode and a message, in 1 mode; every message happened")
  }
}
