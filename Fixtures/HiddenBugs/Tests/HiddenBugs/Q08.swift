import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q08Utility: TestDependencyKey, Sendable {
  var addresses: @Sendable (_ account: String) async throws -> [Int]
  var history: @Sendable (_ address: Int) async throws -> [Int]
  var submit: @Sendable (_ address: Int, _ reading: Int) async throws -> Void

  static let testValue = Q08Utility(
    addresses: unimplemented("Q08Utility.addresses"),
    history: unimplemented("Q08Utility.history"),
    submit: unimplemented("Q08Utility.submit")
  )
}

extension DependencyValues {
  var q08Utility: Q08Utility {
    get { self[Q08Utility.self] }
    set { self[Q08Utility.self] = newValue }
  }
}

/// The meter of one address: its history, and a form for a new reading.
struct Q08Meter: Reducer {
  struct State: Equatable {
    var address: Int
    var history: [Int] = []
    var isLoading = false
    var loadFailed = false
    var lastReading: Int?
    var isSubmitting = false
    var submitFailed = false
  }

  enum Input: Equatable { case historyTapped, submitTapped(Int) }
  enum Feedback: Equatable { case loaded([Int]), loadFailed, submitted(Int), submitFailed }
  enum Output: Equatable { case recorded(Int) }

  private enum CancelID { case history, submit }

  @Dependency(\.q08Utility) private var utility

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.historyTapped):
      return state.isLoading ? .none : load(&state)

    case .input(.submitTapped(let reading)):
      guard !state.isSubmitting else { return .none }
      state.isSubmitting = true
      state.submitFailed = false
      return .run("submit", of: state.address) { [address = state.address] send in
        try await utility.submit(address, reading)
        await send(.submitted(reading))
      } catch: { _, send in
        await send(.submitFailed)
      }
      .cancellable(id: CancelID.submit)

    case .feedback(.loaded(let history)):
      state.isLoading = false
      state.history = history
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.submitted(let reading)):
      state.isSubmitting = false
      state.lastReading = reading
      return .merge(.output(.recorded(reading)), load(&state))

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.submitFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.loadFailed = false
    return .run("history", of: state.address) { [address = state.address] send in
      await send(.loaded(try await utility.history(address)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.history, cancelInFlight: true)
  }
}

/// The addresses of an account. A reading that is being submitted keeps its meter open.
struct Q08Portal: Reducer {
  struct State: Equatable {
    var account: String?
    var addresses: [Int] = []
    var isLoading = false
    var loadFailed = false
    var lastReadings: [Int: Int] = [:]
    var meter: Q08Meter.State?

    var isSubmitting: Bool { meter?.isSubmitting ?? false }
  }

  enum Input: Equatable {
    case signedIn(String), signOutTapped
    case reloadTapped, addressTapped(Int), closeTapped
    case meter(Q08Meter.Input)
  }

  enum Feedback: Equatable {
    case loaded([Int])
    case loadFailed
    case meter(ChildFeedback<Q08Meter>)
  }

  private enum CancelID { case addresses }

  private let meter = Scope<Q08Portal, Q08Meter>(ifLet: \.meter, feedback: Feedback.meter) { Q08Meter() }

  @Dependency(\.q08Utility) private var utility

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.meter(let input)): return meter.reduce(.input(input), into: &state)
    case .feedback(.meter(.feedback(let feedback))): return meter.reduce(.feedback(feedback), into: &state)

    case .feedback(.meter(.output(.recorded(let reading)))):
      if let address = state.meter?.address { state.lastReadings[address] = reading }
      return .none

    case .input(.signedIn(let account)):
      guard state.account == nil else { return .none }
      state.account = account
      return load(account, &state)

    case .input(.signOutTapped):
      guard !state.isSubmitting else { return .none }
      state = State()
      return .cancel(id: CancelID.addresses)

    case .input(.reloadTapped):
      guard let account = state.account, !state.isLoading else { return .none }
      return load(account, &state)

    case .input(.addressTapped(let id)):
      guard state.addresses.contains(id), id != state.meter?.address, !state.isSubmitting else { return .none }
      state.meter = Q08Meter.State(address: id, lastReading: state.lastReadings[id])
      return .none

    case .input(.closeTapped):
      guard !state.isSubmitting else { return .none }
      state.meter = nil
      return .none

    case .feedback(.loaded(let addresses)):
      state.isLoading = false
      state.addresses = addresses
      if let shown = state.meter, !addresses.contains(shown.address), !shown.isSubmitting { state.meter = nil }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none
    }
  }

  private func load(_ account: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("addresses", of: account) { send in
      await send(.loaded(try await utility.addresses(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.addresses, cancelInFlight: true)
  }
}

struct Q08Offline: Error {}

struct Q08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q08Portal.State) -> [Q08Portal.Input] in
        guard state.account != nil else { return [.signedIn("Ada")] }
        guard state.meter != nil else { return [.signOutTapped, .reloadTapped, .addressTapped(1), .addressTapped(2)] }
        return [
          .signOutTapped, .addressTapped(1), .addressTapped(2), .closeTapped, .meter(.historyTapped),
          .meter(.submitTapped(42)),
        ]
      }
    ) { () -> TestStore<Q08Portal> in
      let store = TestStore(initialState: Q08Portal.State()) { Q08Portal() }
      store.gate("addresses", at: \.q08Utility.addresses) { _ in [.success([1, 2]), .failure(Q08Offline())] }
      store.gate("history", at: \.q08Utility.history) { address in [.success([address * 10]), .failure(Q08Offline())] }
      store.gate("submit", at: \.q08Utility.submit) { _ in [.success(()), .failure(Q08Offline())] }
      return store
    }
  }
}
