import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D05Plot: Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct D05Proposal: Hashable, Sendable {
  var plot: D05Plot
  var offer: String?
}

struct D05Listing: Equatable {
  var plots: [D05Plot]
  var isRefreshing = false
  var isStale = false
}

/// An exchange of allotments: a list that can be refreshed, the page of a plot, and the proposal of an exchange.
struct D05Allotment: Reducer {
  enum State: Equatable {
    case blank
    case loading
    case unavailable
    case list(D05Listing)
    case plot(D05Proposal, behind: D05Listing)
    case proposing(D05Proposal, behind: D05Listing)
    case refused(D05Proposal, behind: D05Listing)
    case proposed(D05Proposal, behind: D05Listing)
  }

  enum Input: Equatable {
    case appeared
    case retryTapped
    case refreshPulled
    case plotTapped(Int)
    case offerChosen(String)
    case proposeTapped
    case backTapped
  }

  enum Feedback: Equatable {
    case listed([D05Plot])
    case listingFailed
    case proposed
    case proposalFailed
    case confirmationEnded
  }

  private enum CancelID { case confirmation }

  @Dependency(\.d05Exchange) private var exchange
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state == .blank else { return .none }
      state = .loading
      return load()

    case .input(.retryTapped):
      guard state == .unavailable else { return .none }
      state = .loading
      return load()

    case .input(.refreshPulled):
      guard case .list(var listing) = state, !listing.isRefreshing else { return .none }
      listing.isRefreshing = true
      state = .list(listing)
      return load()

    case .input(.plotTapped(let id)):
      guard case .list(let listing) = state, let plot = listing.plots.first(where: { $0.id == id }) else {
        return .none
      }
      state = .plot(D05Proposal(plot: plot), behind: listing)
      return .none

    case .input(.offerChosen(let offer)):
      guard case .plot(var proposal, let listing) = state else { return .none }
      proposal.offer = offer
      state = .plot(proposal, behind: listing)
      return .none

    case .input(.proposeTapped):
      switch state {
      case .plot(let proposal, let listing), .refused(let proposal, let listing):
        guard proposal.offer != nil else { return .none }
        state = .proposing(proposal, behind: listing)
        return propose(proposal)
      case .blank, .loading, .unavailable, .list, .proposing, .proposed:
        return .none
      }

    case .input(.backTapped):
      switch state {
      case .plot(_, let listing), .refused(_, let listing), .proposed(_, let listing):
        state = .list(listing)
        return .cancel(id: CancelID.confirmation)
      case .blank, .loading, .unavailable, .list, .proposing:
        return .none
      }

    case .feedback(.listed(let plots)):
      let listing = D05Listing(plots: plots)
      switch state {
      case .blank, .loading, .unavailable, .list: state = .list(listing)
      case .plot(let proposal, _): state = .plot(proposal, behind: listing)
      case .proposing(let proposal, _): state = .proposing(proposal, behind: listing)
      case .refused(let proposal, _): state = .refused(proposal, behind: listing)
      case .proposed(let proposal, _): state = .proposed(proposal, behind: listing)
      }
      return .none

    case .feedback(.listingFailed):
      switch state {
      case .loading:
        state = .unavailable
      case .list(var listing):
        listing.isRefreshing = false
        listing.isStale = true
        state = .list(listing)
      case .blank, .unavailable, .plot, .proposing, .refused, .proposed:
        break
      }
      return .none

    case .feedback(.proposed):
      guard case .proposing(let proposal, let listing) = state else { return .none }
      state = .proposed(proposal, behind: listing)
      return .run("confirmation") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.confirmationEnded)
      }
      .cancellable(id: CancelID.confirmation, cancelInFlight: true)

    case .feedback(.proposalFailed):
      guard case .proposing(let proposal, let listing) = state else { return .none }
      state = .refused(proposal, behind: listing)
      return .none

    case .feedback(.confirmationEnded):
      guard case .proposed(_, let listing) = state else { return .none }
      state = .list(listing)
      return .none
    }
  }

  private func load() -> Effect<Feedback, Never> {
    .run("plots") { send in
      await send(.listed(try await exchange.plots()))
    } catch: { _, send in
      await send(.listingFailed)
    }
  }

  private func propose(_ proposal: D05Proposal) -> Effect<Feedback, Never> {
    .run("propose", of: proposal) { send in
      try await exchange.propose(proposal)
      await send(.proposed)
    } catch: { _, send in
      await send(.proposalFailed)
    }
  }
}

struct D05Exchange: DependencyKey, Sendable {
  var plots: @Sendable () async throws -> [D05Plot]
  var propose: @Sendable (_ proposal: D05Proposal) async throws -> Void

  static let liveValue = D05Exchange(plots: { [] }, propose: { _ in })
  static let testValue = D05Exchange(
    plots: unimplemented("D05Exchange.plots"),
    propose: unimplemented("D05Exchange.propose")
  )
}

extension DependencyValues {
  var d05Exchange: D05Exchange {
    get { self[D05Exchange.self] }
    set { self[D05Exchange.self] = newValue }
  }
}

struct D05Offline: Error {}

struct D05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .retryTapped, .refreshPulled, .plotTapped(1), .offerChosen("seeds"), .proposeTapped, .backTapped,
      ]
    ) { () -> TestStore<D05Allotment> in
      let store = TestStore(initialState: D05Allotment.State.blank) { D05Allotment() }
      store.gate("plots", at: \.d05Exchange.plots) {
        [
          .success([D05Plot(id: 1, name: "By the brook"), D05Plot(id: 2, name: "On the hill")]), .failure(D05Offline()),
        ]
      }
      store.gate("propose", at: \.d05Exchange.propose) { _ in [.success(()), .failure(D05Offline())] }
      return store
    }
  }
}
