import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A ticket for the counter of a branch. The app asks for the place in the queue every twenty seconds.
struct N26Queue: Reducer {
  struct State: Equatable {
    var branch = "Old Town"
    var ticket: String?
    /// The number of people who are served before; zero for the one who is called.
    var position: Int?
    var isDrawing = false
    var hasFailed = false
    var isOutdated = false
    var isOnline = true
    var isInBackground = false

    var isCalled: Bool { position == 0 }
  }

  enum Input: Equatable, Sendable {
    case branchChosen(String)
    case drawTapped
    case refreshTapped
    case giveUpTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case drawn(String)
    case notDrawn
    case position(Int)
    case noPosition
    case network(isOnline: Bool)
  }

  private enum CancelID { case poll, network }

  @Dependency(\.n26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.branchChosen(let branch)):
      guard state.ticket == nil, !state.isDrawing else { return .none }
      state.branch = branch
      state.hasFailed = false
      return .none

    case .input(.drawTapped):
      guard state.ticket == nil, !state.isDrawing else { return .none }
      state.isDrawing = true
      state.hasFailed = false
      return .run("draw", of: state.branch) { [branch = state.branch] send in
        await send(.drawn(try await client.draw(branch)))
      } catch: { _, send in
        await send(.notDrawn)
      }

    case .input(.refreshTapped):
      guard let ticket = state.ticket, state.isOnline, !state.isCalled else { return .none }
      return poll(ticket)

    case .input(.giveUpTapped):
      state.ticket = nil
      state.position = nil
      state.isOutdated = false
      state.isOnline = true
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.network))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let ticket = state.ticket, state.isOnline, !state.isCalled else { return .none }
      return poll(ticket)

    case .feedback(.drawn(let ticket)):
      state.isDrawing = false
      state.ticket = ticket
      return state.isInBackground ? watchNetwork() : .merge(watchNetwork(), poll(ticket))

    case .feedback(.notDrawn):
      state.isDrawing = false
      state.hasFailed = true
      return .none

    case .feedback(.position(let position)):
      state.position = position
      state.isOutdated = false
      guard state.isCalled else { return .none }
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.network))

    case .feedback(.noPosition):
      state.isOutdated = true
      return .none

    case .feedback(.network(isOnline: let isOnline)):
      guard isOnline != state.isOnline else { return .none }
      state.isOnline = isOnline
      guard isOnline, let ticket = state.ticket else { return .cancel(id: CancelID.poll) }
      return poll(ticket)
    }
  }

  /// Asks at once, and then again and again.
  private func poll(_ ticket: String) -> Effect<Feedback, Never> {
    .run("poll", of: ticket) { send in
      while true {
        do {
          await send(.position(try await client.position(ticket)))
        } catch {
          await send(.noPosition)
        }
        try await clock.sleep(for: .seconds(20))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  /// Follows the connection as long as there is a ticket, so that the banner is right whenever the user looks.
  private func watchNetwork() -> Effect<Feedback, Never> {
    .run("network") { send in
      for await isOnline in client.isOnline() { await send(.network(isOnline: isOnline)) }
    }
    .cancellable(id: CancelID.network, cancelInFlight: true)
  }
}

struct N26Client: TestDependencyKey, Sendable {
  var draw: @Sendable (_ branch: String) async throws -> String
  var position: @Sendable (_ ticket: String) async throws -> Int
  var isOnline: @Sendable () -> AsyncStream<Bool>

  static let testValue = N26Client(
    draw: unimplemented("N26Client.draw"),
    position: unimplemented("N26Client.position"),
    isOnline: unimplemented("N26Client.isOnline", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var n26Client: N26Client {
    get { self[N26Client.self] }
    set { self[N26Client.self] = newValue }
  }
}

struct N26Offline: Error {}

struct N26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N26Queue.State) -> [N26Queue.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if state.ticket != nil {
          let canRefresh = state.isOnline && !state.isCalled
          return canRefresh ? [.refreshTapped, .giveUpTapped, .wentToBackground] : [.giveUpTapped, .wentToBackground]
        }
        if state.isDrawing { return [.wentToBackground] }
        return [.branchChosen("Old Town"), .branchChosen("Harbour"), .drawTapped, .wentToBackground]
      }
    ) { () -> TestStore<N26Queue> in
      let store = TestStore(initialState: N26Queue.State()) { N26Queue() }
      store.gate("draw", at: \.n26Client.draw) { branch in [.success("A17 \(branch)"), .failure(N26Offline())] }
      store.gate("position", at: \.n26Client.position) { _ in [.success(3), .success(0), .failure(N26Offline())] }
      store.gate("isOnline", at: \.n26Client.isOnline) { [.element(false), .element(true)] }
      return store
    }
  }
}
