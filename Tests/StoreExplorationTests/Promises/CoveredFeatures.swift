import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

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
