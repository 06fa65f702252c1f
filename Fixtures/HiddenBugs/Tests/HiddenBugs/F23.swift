import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The tablet of a ward. It is unlocked by a number, and locks itself after a minute without a touch.
struct F23Tablet: Reducer {
  struct State: Equatable {
    var isChecking = false
    var isWrong = false
    var session: F23Session.State?
  }

  enum Input: Equatable, Sendable {
    case numberEntered(String)
    case session(F23Session.Input)
    case lockTapped
    case wentToBackground
  }

  enum Feedback: Equatable, Sendable {
    case unlocked(String)
    case refused
    case minuteOver
    case session(ChildFeedback<F23Session>)
  }

  private enum CancelID { case unlock, idle }

  @Dependency(\.f23Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let session = Scope<F23Tablet, F23Session>(ifLet: \.session, feedback: Feedback.session) { F23Session() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.numberEntered(let number)):
      guard state.session == nil, !state.isChecking else { return .none }
      state.isChecking = true
      state.isWrong = false
      return .run("unlock", of: number) { send in
        await send(.unlocked(try await client.unlock(number)))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.unlock, cancelInFlight: true)

    case .input(.session(let input)):
      guard state.session != nil else { return .none }
      return .merge(session.reduce(.input(input), into: &state), idle())

    case .input(.lockTapped), .input(.wentToBackground), .feedback(.minuteOver):
      state = State()
      return .merge(.cancel(id: CancelID.unlock), .cancel(id: CancelID.idle))

    case .feedback(.unlocked(let user)):
      state.isChecking = false
      state.session = F23Session.State(user: user)
      return idle()

    case .feedback(.refused):
      state.isChecking = false
      state.isWrong = true
      return .none

    case .feedback(.session(.feedback(let feedback))):
      return session.reduce(.feedback(feedback), into: &state)
    }
  }

  private func idle() -> Effect<Feedback, Never> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.minuteOver)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }
}

/// The search for patients beside the record of one of them.
struct F23Session: Reducer {
  struct State: Equatable {
    var user: String
    var query = ""
    var results: [String] = []
    var isSearching = false
    var searchFailed = false
    var record = Record.closed
  }

  enum Record: Equatable {
    case closed
    case loading(String)
    case shown(String, text: String)
    case failed(String)
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case retryTapped
    case patientTapped(String)
    case reloadTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([String])
    case searchFailed
    case loaded(String, text: String)
    case loadFailed(String)
  }

  private enum CancelID { case search, record }

  @Dependency(\.f23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      state.results = []
      state.searchFailed = false
      state.isSearching = !query.isEmpty
      return query.isEmpty
        ? .cancel(id: CancelID.search) : search(query).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.retryTapped):
      guard state.searchFailed else { return .none }
      state.searchFailed = false
      state.isSearching = true
      return search(state.query).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.patientTapped(let patient)):
      guard state.results.contains(patient) else { return .none }
      return load(patient, &state)

    case .input(.reloadTapped):
      guard case .failed(let patient) = state.record else { return .none }
      return load(patient, &state)

    case .input(.closeTapped):
      state.record = .closed
      return .cancel(id: CancelID.record)

    case .feedback(.found(let results)):
      state.isSearching = false
      state.results = results
      return .none

    case .feedback(.searchFailed):
      state.isSearching = false
      state.searchFailed = true
      return .none

    case .feedback(.loaded(let patient, let text)):
      state.record = .shown(patient, text: text)
      return .none

    case .feedback(.loadFailed(let patient)):
      state.record = .failed(patient)
      return .none
    }
  }

  private func search(_ query: String) -> Effect<Feedback, Never> {
    .run("search", of: query) { send in
      await send(.found(try await client.search(query)))
    } catch: { _, send in
      await send(.searchFailed)
    }
  }

  private func load(_ patient: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.record = .loading(patient)
    return .run("record", of: patient) { send in
      await send(.loaded(patient, text: try await client.record(patient)))
    } catch: { _, send in
      await send(.loadFailed(patient))
    }
    .cancellable(id: CancelID.record, cancelInFlight: true)
  }
}

struct F23Client: TestDependencyKey, Sendable {
  /// Returns the name of the user whose number it is.
  var unlock: @Sendable (_ number: String) async throws -> String
  var search: @Sendable (_ query: String) async throws -> [String]
  var record: @Sendable (_ patient: String) async throws -> String

  static let testValue = F23Client(
    unlock: unimplemented("F23Client.unlock"),
    search: unimplemented("F23Client.search"),
    record: unimplemented("F23Client.record")
  )
}

extension DependencyValues {
  var f23Client: F23Client {
    get { self[F23Client.self] }
    set { self[F23Client.self] = newValue }
  }
}

struct F23Refused: Error {}

struct F23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F23Tablet.State) -> [F23Tablet.Input] in
        guard let session = state.session else {
          return state.isChecking ? [.wentToBackground] : [.numberEntered("1907"), .wentToBackground]
        }
        var inputs: [F23Tablet.Input] = [.lockTapped, .wentToBackground]
        for query in ["", "An", "Be"] where query != session.query { inputs.append(.session(.queryChanged(query))) }
        if session.searchFailed { inputs.append(.session(.retryTapped)) }
        for patient in session.results { inputs.append(.session(.patientTapped(patient))) }
        switch session.record {
        case .closed: break
        case .loading, .shown: inputs.append(.session(.closeTapped))
        case .failed: inputs += [.session(.reloadTapped), .session(.closeTapped)]
        }
        return inputs
      }
    ) { () -> TestStore<F23Tablet> in
      let store = TestStore(initialState: F23Tablet.State()) { F23Tablet() }
      store.gate("unlock", at: \.f23Client.unlock) { _ in [.success("Nurse Kim"), .failure(F23Refused())] }
      store.gate("search", at: \.f23Client.search) { query in [.success(["\(query)na"]), .failure(F23Refused())] }
      store.gate("record", at: \.f23Client.record) { patient in
        [.success("Record of \(patient)"), .failure(F23Refused())]
      }
      return store
    }
  }
}
