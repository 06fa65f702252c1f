import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The search for a spare part, and its reservation. The warehouse confirms a reservation after a while.
struct W24Parts: Reducer {
  struct State: Equatable {
    var query = ""
    var parts: [String] = []
    var isSearching = false
    var hasSearchFailed = false
    var reservation: W24Reservation?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case retryTapped
    case reserveTapped(String)
    case checkAgainTapped
    case doneTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case reserved(ticket: Int)
    case notReserved
    case checkDue
    case answered(Bool)
    case unanswered
  }

  private enum CancelID { case search, check }

  @Dependency(\.w24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.parts = []
      state.hasSearchFailed = false
      state.isSearching = !query.isEmpty
      return query.isEmpty ? .cancel(id: CancelID.search) : search(query)

    case .input(.retryTapped):
      guard state.hasSearchFailed else { return .none }
      state.hasSearchFailed = false
      state.isSearching = true
      return search(state.query)

    case .input(.reserveTapped(let part)):
      guard state.reservation == nil, state.parts.contains(part) else { return .none }
      state.reservation = .asking(part)
      return .run("reserve", of: part) { send in
        await send(.reserved(ticket: try await client.reserve(part)))
      } catch: { _, send in
        await send(.notReserved)
      }

    case .input(.checkAgainTapped):
      guard case .unclear(let ticket) = state.reservation else { return .none }
      state.reservation = .waiting(ticket, checks: 0)
      return check(ticket)

    case .input(.doneTapped):
      switch state.reservation {
      case .confirmed, .refused, .failed: state.reservation = nil
      case .asking, .waiting, .unclear, nil: break
      }
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.check)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .waiting(let ticket, checks: _) = state.reservation else { return .none }
      return check(ticket)

    case .feedback(.found(let parts)):
      state.isSearching = false
      state.parts = parts
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.hasSearchFailed = true
      return .none

    case .feedback(.reserved(let ticket)):
      state.reservation = .waiting(ticket, checks: 0)
      return state.isInBackground ? .none : wait()

    case .feedback(.notReserved):
      state.reservation = .failed
      return .none

    case .feedback(.checkDue):
      guard case .waiting(let ticket, checks: _) = state.reservation else { return .none }
      return check(ticket)

    case .feedback(.answered(let isConfirmed)):
      state.reservation = isConfirmed ? .confirmed : .refused
      return .none

    case .feedback(.unanswered):
      guard case .waiting(let ticket, checks: let checks) = state.reservation else { return .none }
      guard checks < 2 else {
        state.reservation = .unclear(ticket)
        return .none
      }
      state.reservation = .waiting(ticket, checks: checks + 1)
      return wait()
    }
  }

  private func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
    .debounce(id: CancelID.search, for: .milliseconds(300))
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.checkDue)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  /// Asks the warehouse. Without an answer, it is asked again later.
  private func check(_ ticket: Int) -> Effect<Feedback, Never> {
    .run("status", of: ticket) { send in
      guard let isConfirmed = try await client.status(ticket) else { return await send(.unanswered) }
      await send(.answered(isConfirmed))
    } catch: { _, send in
      await send(.unanswered)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

enum W24Reservation: Equatable, Sendable {
  case asking(String)
  case waiting(Int, checks: Int)
  case unclear(Int)
  case confirmed
  case refused
  case failed
}

struct W24Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var reserve: @Sendable (_ part: String) async throws -> Int
  var status: @Sendable (_ ticket: Int) async throws -> Bool?

  static let testValue = W24Client(
    search: unimplemented("W24Client.search"),
    reserve: unimplemented("W24Client.reserve"),
    status: unimplemented("W24Client.status")
  )
}

extension DependencyValues {
  var w24Client: W24Client {
    get { self[W24Client.self] }
    set { self[W24Client.self] = newValue }
  }
}

struct W24Offline: Error {}

struct W24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W24Parts.State) -> [W24Parts.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [W24Parts.Input] = [.wentToBackground]
        switch state.reservation {
        case nil:
          for query in ["", "M6"] where query != state.query { inputs.append(.queryChanged(query)) }
          for part in state.parts { inputs.append(.reserveTapped(part)) }
          if state.hasSearchFailed { inputs.append(.retryTapped) }
        case .unclear: inputs.append(.checkAgainTapped)
        case .confirmed, .refused, .failed: inputs.append(.doneTapped)
        case .asking, .waiting: break
        }
        return inputs
      }
    ) { () -> TestStore<W24Parts> in
      let store = TestStore(initialState: W24Parts.State()) { W24Parts() }
      store.gate("search", at: \.w24Client.search) { query in [.success(["Bolt \(query)"]), .failure(W24Offline())] }
      store.gate("reserve", at: \.w24Client.reserve) { _ in [.success(3), .failure(W24Offline())] }
      store.gate("status", at: \.w24Client.status) { _ in
        [.success(true), .success(false), .success(nil), .failure(W24Offline())]
      }
      return store
    }
  }
}
