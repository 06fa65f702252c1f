import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The charging sessions of a household, newest first, and the receipt of one of them.
struct K26History: Reducer {
  struct State: Equatable {
    /// The car whose sessions are listed; nil for all cars.
    var car: String?
    var sessions: [K26Session] = []

    /// The cursor of the next older page; nil at the end of the history.
    var cursor: Int?
    var running: Portion?
    var failed: Portion?
    var receipt: Receipt?
  }

  enum Portion: Equatable, Sendable {
    case newest
    case older(than: Int)
  }

  enum Receipt: Equatable {
    case loading(Int)
    case shown(Int, text: String)
    case failed(Int)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case carChosen(String?)
    case receiptTapped(Int)
    case receiptRetryTapped
    case receiptClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Portion, K26Page)
    case failed(Portion)
    case receiptLoaded(Int, text: String)
    case receiptFailed(Int)
  }

  private enum CancelID { case sessions, receipt }

  @Dependency(\.k26Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.sessions.isEmpty, state.running == nil else { return .none }
      return load(.newest, into: &state)

    case .input(.refreshPulled):
      guard state.running != .newest else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      guard let cursor = state.cursor, state.running == nil else { return .none }
      return load(.older(than: cursor), into: &state)

    case .input(.retryTapped):
      guard let portion = state.failed else { return .none }
      return load(portion, into: &state)

    case .input(.carChosen(let car)):
      guard car != state.car else { return .none }
      state.car = car
      state.sessions = []
      state.cursor = nil
      return load(.newest, into: &state)

    case .input(.receiptTapped(let id)):
      guard state.receipt == nil else { return .none }
      return loadReceipt(id, into: &state)

    case .input(.receiptRetryTapped):
      guard case .failed(let id) = state.receipt else { return .none }
      return loadReceipt(id, into: &state)

    case .input(.receiptClosed):
      state.receipt = nil
      return .cancel(id: CancelID.receipt)

    case .feedback(.loaded(let portion, let page)):
      state.running = nil
      state.sessions = portion == .newest ? page.sessions : state.sessions + page.sessions
      state.cursor = page.cursor
      return .none

    case .feedback(.failed(let portion)):
      state.running = nil
      state.failed = portion
      return .none

    case .feedback(.receiptLoaded(let id, let text)):
      state.receipt = .shown(id, text: text)
      return .none

    case .feedback(.receiptFailed(let id)):
      state.receipt = .failed(id)
      return .none
    }
  }

  /// Asks for a part of the history, instead of any other.
  private func load(_ portion: Portion, into state: inout State) -> Effect<Feedback, Never> {
    state.running = portion
    state.failed = nil
    var query = K26Query(car: state.car)
    if case .older(let cursor) = portion { query.cursor = cursor }
    return .run("sessions", of: query) { [query] send in
      await send(.loaded(portion, try await client.sessions(query)))
    } catch: { _, send in
      await send(.failed(portion))
    }
    .cancellable(id: CancelID.sessions, cancelInFlight: true)
  }

  private func loadReceipt(_ id: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.receipt = .loading(id)
    return .run("receipt", of: id) { send in
      await send(.receiptLoaded(id, text: try await client.receipt(id)))
    } catch: { _, send in
      await send(.receiptFailed(id))
    }
    .cancellable(id: CancelID.receipt, cancelInFlight: true)
  }
}

struct K26Query: Hashable, Sendable {
  var car: String?
  var cursor: Int?
}

struct K26Session: Equatable, Sendable {
  var id: Int
  var energy: Int
}

struct K26Page: Equatable, Sendable {
  var sessions: [K26Session]
  var cursor: Int?
}

struct K26Client: TestDependencyKey, Sendable {
  var sessions: @Sendable (_ query: K26Query) async throws -> K26Page
  var receipt: @Sendable (_ session: Int) async throws -> String

  static let testValue = K26Client(
    sessions: unimplemented("K26Client.sessions"),
    receipt: unimplemented("K26Client.receipt")
  )
}

extension DependencyValues {
  var k26Client: K26Client {
    get { self[K26Client.self] }
    set { self[K26Client.self] = newValue }
  }
}

struct K26Offline: Error {}

struct K26Bugs {
  static let newest = K26Page(sessions: [K26Session(id: 9, energy: 31), K26Session(id: 8, energy: 12)], cursor: 8)
  static let oldest = K26Page(sessions: [K26Session(id: 7, energy: 44)], cursor: nil)

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K26History.State) -> [K26History.Input] in
        switch state.receipt {
        case .failed: return [.receiptRetryTapped, .receiptClosed]
        case .loading, .shown: return [.receiptClosed]
        case nil: break
        }
        var inputs: [K26History.Input] = [.refreshPulled, .carChosen(nil), .carChosen("Zoe")]
        if state.sessions.isEmpty { inputs.append(.appeared) } else { inputs += [.endReached, .receiptTapped(9)] }
        if state.failed != nil { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<K26History> in
      let store = TestStore(initialState: K26History.State()) { K26History() }
      store.gate("sessions", at: \.k26Client.sessions) { query in
        [.success(query.cursor == nil ? Self.newest : Self.oldest), .failure(K26Offline())]
      }
      store.gate("receipt", at: \.k26Client.receipt) { id in [.success("Receipt \(id)"), .failure(K26Offline())] }
      return store
    }
  }
}
