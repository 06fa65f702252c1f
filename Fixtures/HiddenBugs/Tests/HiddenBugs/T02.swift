import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum T02PlotStatus: Equatable {
  case free, claiming, refused, mine, taken

  /// Whether a member can claim a plot of this status.
  var isClaimable: Bool { self == .free || self == .refused }
}

struct T02Plot: Equatable, Identifiable {
  let id: Int
  var status = T02PlotStatus.free
}

/// The plots of an allotment garden. A member claims free ones. The office announces which plots others have taken.
struct T02AllotmentGarden: Reducer {
  struct State: Equatable {
    var member: String?
    var plots: [Int: T02Plot] = [:]
    var announced: Set<Int> = []
    var isLoading = false
    var hasFailed = false

    /// The plots for which a claim is on its way.
    var claims: [Int] { plots.values.filter { $0.status == .claiming }.map(\.id).sorted() }
  }

  enum Input: Equatable {
    case signedIn(String)
    case reloadTapped
    case claimTapped(Int)
    case signedOut
  }

  enum Feedback: Equatable {
    case loaded([T02Plot])
    case loadFailed
    case announced(Int)
    case claimed(Int)
    case claimFailed(Int)
  }

  private enum CancelID: Hashable {
    case load, announcements
    case claim(Int)
  }

  @Dependency(\.t02Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let member)):
      guard state.member == nil else { return .none }
      state.member = member
      return .merge(load(for: member, &state), follow())

    case .input(.reloadTapped):
      guard let member = state.member, state.hasFailed else { return .none }
      return load(for: member, &state)

    case .feedback(.loaded(let plots)):
      state.isLoading = false
      for plot in plots {
        state.plots[plot.id] = plot
        if plot.status == .free, state.announced.contains(plot.id) { state.plots[plot.id]?.status = .taken }
      }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.announced(let id)):
      state.announced.insert(id)
      if let plot = state.plots[id], plot.status.isClaimable { state.plots[id]?.status = .taken }
      return .none

    case .input(.claimTapped(let id)):
      guard let member = state.member, let plot = state.plots[id], plot.status.isClaimable else { return .none }
      state.plots[id]?.status = .claiming
      return .run("claim", of: id) { send in
        try await office.claim(id, member)
        await send(.claimed(id))
      } catch: { _, send in
        await send(.claimFailed(id))
      }
      .cancellable(id: CancelID.claim(id), cancelInFlight: true)

    case .feedback(.claimed(let id)):
      state.plots[id]?.status = .mine
      return .none

    case .feedback(.claimFailed(let id)):
      let status: T02PlotStatus = state.announced.contains(id) ? .taken : .refused
      state.plots[id]?.status = status
      return .none

    case .input(.signedOut):
      guard state.member != nil else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.announcements), endClaims(of: state))
    }
  }

  /// Loads the plots. What was announced before is in the answer.
  private func load(for member: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    state.announced = []
    return .run("load", of: member) { send in
      await send(.loaded(try await office.plots(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Follows what the office announces.
  private func follow() -> Effect<Feedback, Never> {
    .run("follow") { send in
      for await id in office.announcements() { await send(.announced(id)) }
    }
    .cancellable(id: CancelID.announcements, cancelInFlight: true)
  }

  /// Ends the claims that are on their way.
  private func endClaims(of state: State) -> Effect<Feedback, Never> {
    .merge(state.claims.map { id in Effect<Feedback, Never>.cancel(id: CancelID.claim(id)) })
  }
}

struct T02Office: TestDependencyKey {
  var plots: @Sendable (_ member: String) async throws -> [T02Plot]
  var claim: @Sendable (_ plot: Int, _ member: String) async throws -> Void
  var announcements: @Sendable () -> AsyncStream<Int>

  static let testValue = T02Office(
    plots: unimplemented("T02Office.plots"),
    claim: unimplemented("T02Office.claim"),
    announcements: unimplemented("T02Office.announcements", placeholder: AsyncStream<Int> { $0.finish() })
  )
}

extension DependencyValues {
  var t02Office: T02Office {
    get { self[T02Office.self] }
    set { self[T02Office.self] = newValue }
  }
}

struct T02Offline: Error {}

struct T02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T02AllotmentGarden.State) -> [T02AllotmentGarden.Input] in
        guard state.member != nil else { return [.signedIn("Ana"), .signedIn("Ben")] }
        return [.reloadTapped, .claimTapped(1), .claimTapped(2), .signedOut]
      }
    ) { () -> TestStore<T02AllotmentGarden> in
      let store = TestStore(initialState: T02AllotmentGarden.State()) { T02AllotmentGarden() }
      store.gate("plots", at: \.t02Office.plots) { _ in
        [.success([T02Plot(id: 1), T02Plot(id: 2)]), .failure(T02Offline())]
      }
      store.gate("claim", at: \.t02Office.claim) { _ in [.success(()), .failure(T02Offline())] }
      store.gate("announcements", at: \.t02Office.announcements) { [.element(2), .finish] }
      return store
    }
  }
}
