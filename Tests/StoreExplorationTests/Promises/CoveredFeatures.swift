import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Mails in two pages. A retry needs a next page, also for a refresh that has failed, unless it is fixed. It can load more mails, too, as
/// the end of the list does.
struct MailPages: Reducer {
  struct Mails: Hashable {
    var count = 0
    var next: Int? = 0
  }

  enum State: Hashable {
    case showing(Mails)
    case loading(Int, Mails)
    case failed(Int, Mails)
  }

  enum Input: Hashable { case endReached, refreshPulled, retryTapped }
  enum Feedback { case loaded, failed }

  let isFixed: Bool
  let loadsMore: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.endReached), .showing(let mails)), (.input(.endReached), .failed(_, let mails)):
      return mails.next.map { ask($0, below: mails, &state) } ?? .none
    case (.input(.refreshPulled), .showing(let mails)), (.input(.refreshPulled), .failed(_, let mails)):
      return ask(0, below: mails, &state)
    case (.input(.retryTapped), .showing(let mails)) where loadsMore:
      return mails.next.map { ask($0, below: mails, &state) } ?? .none
    case (.input(.retryTapped), .failed(let page, let mails)):
      return isFixed || mails.next != nil ? ask(page, below: mails, &state) : .none
    case (.feedback(.loaded), .loading(let page, _)):
      state = .showing(Mails(count: page + 1, next: page == 0 ? 1 : nil))
    case (.feedback(.failed), .loading(let page, let mails)): state = .failed(page, mails)
    default: break
    }
    return .none
  }

  private func ask(_ page: Int, below mails: Mails, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(page, mails)
    return .run("page", of: page) { send in
      _ = try await load(page)
      await send(.loaded)
    } catch: { _, send in
      await send(.failed)
    }
  }

  static func space(isFixed: Bool, loadsMore: Bool = false) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed, loadsMore: loadsMore),
      from: State.showing(Mails()),
      inputs: [.endReached, .refreshPulled, .retryTapped],
      gates: [.load([])]
    )
  }
}

/// Reports on elevators. A link waits for the list, and then discards what is typed, unless it is fixed. Who closes a report, or opens a
/// link later, is asked.
struct ElevatorReports: Reducer {
  struct Report: Hashable {
    let elevator: Int
    var note = ""
  }

  struct State: Hashable {
    var isLoading = false
    var linked: Int?
    var report: Report?
    var isAsking = false
  }

  enum Input: Hashable { case refreshPulled, rowTapped, linkOpened, typed, closeTapped, stayTapped, leaveTapped }
  enum Feedback { case loaded }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return .run("elevators") { send in
        _ = try? await load(0)
        await send(.loaded)
      }
    case .input(.rowTapped): if state.report == nil { state.report = Report(elevator: 1) }
    case .input(.linkOpened): if state.isLoading { state.linked = 2 } else { leave(for: 2, &state) }
    case .input(.typed): if !state.isAsking { state.report?.note = "Oiled" }
    case .input(.closeTapped): leave(for: nil, &state)
    case .input(.stayTapped):
      state.isAsking = false
      state.linked = nil
    case .input(.leaveTapped):
      if state.isAsking { state = State(isLoading: state.isLoading, linked: state.linked) }
    case .feedback(.loaded):
      state.isLoading = false
      guard let linked = state.linked else { return .none }
      state.linked = nil
      if isFixed { leave(for: linked, &state) } else { state.report = Report(elevator: linked) }
    }
    return .none
  }

  private func leave(for elevator: Int?, _ state: inout State) {
    guard state.report?.elevator != elevator else { return }
    if state.report?.note.isEmpty == false {
      state.isAsking = true
    } else {
      state.report = elevator.map { Report(elevator: $0) }
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      inputs: [.refreshPulled, .rowTapped, .linkOpened, .typed, .closeTapped, .stayTapped, .leaveTapped]
    ) {
      let store = TestStore(initialState: State()) { Self(isFixed: isFixed) }
      store.gate("load", at: \.suspectLoad) { _ in [.success([])] }
      return store
    }
  }
}

/// Plots to exchange, and one of them, which covers the list. A refresh that fails meanwhile is forgotten, unless it is fixed.
struct PlotExchange: Reducer {
  struct Listing: Hashable {
    var plots: [Int] = []
    var isRefreshing = false
  }

  enum State: Hashable {
    case list(Listing)
    case plot(Int, behind: Listing)
    case liked(Int, behind: Listing)
  }

  enum Input: Hashable { case refreshPulled, plotTapped, likeTapped, backTapped }
  enum Feedback { case listed([Int]), failed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.refreshPulled), .list(let listing)) where !listing.isRefreshing:
      state = .list(Listing(plots: listing.plots, isRefreshing: true))
      return .run("plots") { send in
        await send(.listed(try await load(0)))
      } catch: { _, send in
        await send(.failed)
      }
    case (.input(.plotTapped), .list(let listing)) where !listing.plots.isEmpty: state = .plot(1, behind: listing)
    case (.input(.likeTapped), .plot(let plot, let listing)): state = .liked(plot, behind: listing)
    case (.input(.backTapped), .plot(_, let listing)), (.input(.backTapped), .liked(_, let listing)):
      state = .list(listing)
    case (.feedback(.listed(let plots)), _): show(Listing(plots: plots), &state)
    case (.feedback(.failed), .list(let listing)): state = .list(Listing(plots: listing.plots))
    case (.feedback(.failed), .plot(_, let listing)), (.feedback(.failed), .liked(_, let listing)):
      if isFixed { show(Listing(plots: listing.plots), &state) }
    default: break
    }
    return .none
  }

  private func show(_ listing: Listing, _ state: inout State) {
    switch state {
    case .list: state = .list(listing)
    case .plot(let plot, _): state = .plot(plot, behind: listing)
    case .liked(let plot, _): state = .liked(plot, behind: listing)
    }
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.list(Listing()),
      inputs: [.refreshPulled, .plotTapped, .likeTapped, .backTapped],
      gates: [.load([1])]
    )
  }
}

/// The price of an auction, which is asked for every five seconds. A bid that ends in the background begins that anew, unless it is fixed. What
/// the next way to the background ends then is no wait that goes on.
struct PriceWatch: Reducer {
  struct State: Hashable {
    var isWatching = false
    var isLoading = false
    var isBidding = false
    var isInBackground = false
  }

  enum Input: Hashable { case watchTapped, bidTapped, leftApp, cameBack }
  enum Feedback { case loaded, bid, due }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watchTapped):
      guard !state.isWatching, !state.isInBackground else { return .none }
      state.isWatching = true
      return price(&state)
    case .input(.bidTapped):
      guard state.isWatching, !state.isBidding, !state.isInBackground else { return .none }
      state.isBidding = true
      return .run("bid") { send in
        try? await post("bid")
        await send(.bid)
      }
    case .input(.leftApp):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      state.isLoading = false
      return .cancel(id: "poll")
    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isWatching ? price(&state) : .none
    case .feedback(.loaded):
      state.isLoading = false
      return pause()
    case .feedback(.bid):
      state.isBidding = false
      state.isLoading = false
      return isFixed && state.isInBackground ? .none : pause()
    case .feedback(.due): return price(&state)
    }
  }

  private func price(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    return .run("price") { send in
      _ = try? await load(0)
      await send(.loaded)
    }
    .cancellable(id: "poll", cancelInFlight: true)
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.due)
    }
    .cancellable(id: "poll", cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.watchTapped, .bidTapped, .leftApp, .cameBack],
      gates: [.load([[]], isReliable: true), .post(isReliable: true)]
    )
  }
}
