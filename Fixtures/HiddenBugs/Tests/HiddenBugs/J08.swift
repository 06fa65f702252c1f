import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J08Offline: Error {}

struct J08Candidate: Equatable, Sendable {
  enum Mark: Equatable, Sendable { case open, awarded, failed }

  var id: Int
  var name: String
  var mark = Mark.open
}

struct J08Page: Equatable, Sendable {
  var candidates: [J08Candidate]
  var isLast: Bool

  static func sample(_ number: Int) -> J08Page {
    number == 1
      ? J08Page(candidates: [J08Candidate(id: 1, name: "Aiko")], isLast: false)
      : J08Page(candidates: [J08Candidate(id: 2, name: "Ben")], isLast: true)
  }
}

/// The candidates so far.
struct J08Roster: Equatable, Sendable {
  var candidates: [J08Candidate] = []
  var nextPage = 1
  var isComplete = false

  /// With another page. The first one replaces the list; a belt that was awarded stays so.
  func adding(_ page: J08Page, number: Int) -> J08Roster {
    let awarded = Set(candidates.filter { $0.mark == .awarded }.map(\.id))
    let known = number == 1 ? [] : candidates
    let new = page.candidates.filter { candidate in !known.contains { $0.id == candidate.id } }.map { candidate in
      awarded.contains(candidate.id) ? J08Candidate(id: candidate.id, name: candidate.name, mark: .awarded) : candidate
    }
    return J08Roster(candidates: known + new, nextPage: number + 1, isComplete: page.isLast)
  }

  func marking(_ id: Int, _ mark: J08Candidate.Mark) -> J08Roster {
    var roster = self
    if let index = candidates.firstIndex(where: { $0.id == id }) { roster.candidates[index].mark = mark }
    return roster
  }

  func canAward(_ id: Int) -> Bool { candidates.contains { $0.id == id && $0.mark != .awarded } }
}

struct J08GradingClient: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> J08Page
  var award: @Sendable (_ id: Int) async throws -> Void

  static let testValue = J08GradingClient(
    page: unimplemented("J08GradingClient.page"),
    award: unimplemented("J08GradingClient.award")
  )
}

extension DependencyValues {
  var j08Grading: J08GradingClient {
    get { self[J08GradingClient.self] }
    set { self[J08GradingClient.self] = newValue }
  }
}

struct J08Grading: Reducer {
  enum State: Equatable {
    case resting(J08Roster)
    case loading(J08Roster, Int)
    case failed(J08Roster, Int)
    case awarding(J08Roster, Int)

    /// The roster of a screen on which nothing runs, with the page to ask for next.
    var pending: (roster: J08Roster, page: Int)? {
      switch self {
      case .resting(let roster): (roster: roster, page: roster.nextPage)
      case .failed(let roster, let page): (roster: roster, page: page)
      case .loading, .awarding: nil
      }
    }
  }

  enum Input: Equatable, Sendable {
    case endReached
    case retryTapped
    case refreshPulled
    case awardTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, J08Page)
    case loadFailed(Int)
    case awarded(Int)
    case awardFailed(Int)
  }

  private enum CancelID { case page, award }

  @Dependency(\.j08Grading) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.endReached), _), (.input(.retryTapped), _):
      guard let pending = state.pending, !pending.roster.isComplete else { return .none }
      return load(pending.page, keeping: pending.roster, into: &state)

    case (.input(.refreshPulled), .resting(let roster)),
      (.input(.refreshPulled), .loading(let roster, _)),
      (.input(.refreshPulled), .failed(let roster, _)):
      return load(1, keeping: roster, into: &state)

    case (.input(.awardTapped(let id)), .resting(let roster)) where roster.canAward(id),
      (.input(.awardTapped(let id)), .failed(let roster, _)) where roster.canAward(id):
      state = .awarding(roster, id)
      return award(id)

    case (.feedback(.loaded(let number, let page)), .loading(let roster, let wanted)) where number == wanted:
      state = .resting(roster.adding(page, number: number))
      return .none

    case (.feedback(.loadFailed(let number)), .loading(let roster, let wanted)) where number == wanted:
      state = .failed(roster, number)
      return .none

    case (.feedback(.awarded(let id)), .awarding(let roster, let awarding)) where id == awarding:
      state = .resting(roster.marking(id, .awarded))
      return .none

    case (.feedback(.awardFailed(let id)), .awarding(let roster, let awarding)) where id == awarding:
      state = .resting(roster.marking(id, .failed))
      return .none

    default:
      return .none
    }
  }

  private func load(_ page: Int, keeping roster: J08Roster, into state: inout State) -> Effect<Feedback, Never> {
    state = .loading(roster, page)
    return .run("page", of: page) { send in
      await send(.loaded(page, try await client.page(page)))
    } catch: { _, send in
      await send(.loadFailed(page))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func award(_ id: Int) -> Effect<Feedback, Never> {
    .run("award", of: id) { send in
      try await client.award(id)
      await send(.awarded(id))
    } catch: { _, send in
      await send(.awardFailed(id))
    }
    .cancellable(id: CancelID.award, cancelInFlight: true)
  }
}

struct J08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.endReached, .retryTapped, .refreshPulled, .awardTapped(1), .awardTapped(2)]
    ) { () -> TestStore<J08Grading> in
      let store = TestStore(initialState: J08Grading.State.resting(J08Roster())) { J08Grading() }
      store.gate("page", at: \.j08Grading.page) { number in [.success(J08Page.sample(number)), .failure(J08Offline())] }
      store.gate("award", at: \.j08Grading.award) { _ in [.success(()), .failure(J08Offline())] }
      return store
    }
  }
}
