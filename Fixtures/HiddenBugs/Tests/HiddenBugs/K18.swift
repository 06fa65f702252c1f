import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of a library card: what is borrowed, and what is reserved. Both sections are loaded on their own.
struct K18Library: Reducer {
  enum Section: Hashable, CaseIterable, Sendable { case loans, reservations }

  struct State: Equatable {
    var loans: [K18Loan]?
    var reservations: [String]?
    var loading: Set<Section> = []
    /// Whether the banner with the failure is shown.
    var hasFailed = false
    var renewing: Set<Int> = []
    var refused: Set<Int> = []
    var sortsByTitle = false

    /// The rows of the first section.
    var shownLoans: [K18Loan] {
      let loans = self.loans ?? []
      return sortsByTitle ? loans.sorted { $0.title < $1.title } : loans.sorted { $0.due < $1.due }
    }

    /// The sections that have to be loaded.
    var missing: [Section] {
      Section.allCases.filter { section in
        switch section {
        case .loans: loans == nil && !loading.contains(.loans)
        case .reservations: reservations == nil && !loading.contains(.reservations)
        }
      }
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case refreshPulled
    case renewTapped(Int)
    case sortTapped
  }

  enum Feedback: Equatable, Sendable {
    case loansLoaded([K18Loan])
    case reservationsLoaded([String])
    case failed(Section)
    case renewed(Int, due: Int)
    case renewalRefused(Int)
  }

  @Dependency(\.k18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.retryTapped):
      let sections = state.missing
      guard !sections.isEmpty else { return .none }
      return load(sections, into: &state)

    case .input(.refreshPulled):
      guard state.loading.isEmpty, state.renewing.isEmpty else { return .none }
      return load(Section.allCases, into: &state)

    case .input(.renewTapped(let id)):
      guard !state.loading.contains(.loans), !state.renewing.contains(id) else { return .none }
      state.renewing.insert(id)
      state.refused.remove(id)
      return .run("renew", of: id) { send in
        await send(.renewed(id, due: try await client.renew(id)))
      } catch: { _, send in
        await send(.renewalRefused(id))
      }

    case .input(.sortTapped):
      state.sortsByTitle.toggle()
      return .none

    case .feedback(.loansLoaded(let loans)):
      state.loading.remove(.loans)
      state.loans = loans
      state.refused = []
      return .none

    case .feedback(.reservationsLoaded(let reservations)):
      state.loading.remove(.reservations)
      state.reservations = reservations
      return .none

    case .feedback(.failed(let section)):
      state.loading.remove(section)
      state.hasFailed = true
      return .none

    case .feedback(.renewed(let id, let due)):
      state.renewing.remove(id)
      if let index = state.loans?.firstIndex(where: { $0.id == id }) { state.loans?[index].due = due }
      return .none

    case .feedback(.renewalRefused(let id)):
      state.renewing.remove(id)
      state.refused.insert(id)
      return .none
    }
  }

  private func load(_ sections: [Section], into state: inout State) -> Effect<Feedback, Never> {
    state.hasFailed = false
    state.loading.formUnion(sections)
    return .merge(sections.map { request($0) })
  }

  private func request(_ section: Section) -> Effect<Feedback, Never> {
    .run("load", of: section) { send in
      switch section {
      case .loans: await send(.loansLoaded(try await client.loans()))
      case .reservations: await send(.reservationsLoaded(try await client.reservations()))
      }
    } catch: { _, send in
      await send(.failed(section))
    }
  }
}

struct K18Loan: Equatable, Sendable {
  var id: Int
  var title: String
  var due: Int
}

struct K18Client: TestDependencyKey, Sendable {
  var loans: @Sendable () async throws -> [K18Loan]
  var reservations: @Sendable () async throws -> [String]
  /// Renews a loan, and returns the new day.
  var renew: @Sendable (_ loan: Int) async throws -> Int

  static let testValue = K18Client(
    loans: unimplemented("K18Client.loans"),
    reservations: unimplemented("K18Client.reservations"),
    renew: unimplemented("K18Client.renew")
  )
}

extension DependencyValues {
  var k18Client: K18Client {
    get { self[K18Client.self] }
    set { self[K18Client.self] = newValue }
  }
}

struct K18Offline: Error {}

struct K18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K18Library.State) -> [K18Library.Input] in
        var inputs: [K18Library.Input] = [.refreshPulled, .sortTapped]
        if state.loans == nil, state.reservations == nil { inputs.append(.appeared) }
        if state.hasFailed { inputs.append(.retryTapped) }
        for loan in state.loans ?? [] { inputs.append(.renewTapped(loan.id)) }
        return inputs
      }
    ) { () -> TestStore<K18Library> in
      let store = TestStore(initialState: K18Library.State()) { K18Library() }
      store.gate("loans", at: \.k18Client.loans) {
        [
          .success([K18Loan(id: 1, title: "Walden", due: 10), K18Loan(id: 2, title: "Emma", due: 12)]),
          .failure(K18Offline()),
        ]
      }
      store.gate("reservations", at: \.k18Client.reservations) { [.success(["Dune"]), .failure(K18Offline())] }
      store.gate("renew", at: \.k18Client.renew) { _ in [.success(30), .failure(K18Offline())] }
      return store
    }
  }
}
