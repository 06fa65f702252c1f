import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A stop on the tour of a pharmacy's courier.
struct C34Stop: Reducer {
  enum Status: Equatable {
    case open
    case confirming(attempt: Int)
    case unconfirmed
    case notHome
    case delivered
  }

  struct State: Equatable, Identifiable {
    /// The address.
    let id: String
    var status = Status.open
  }

  enum Input: Equatable, Sendable {
    case handedOverTapped
    case notHomeTapped
    case retryTapped
    /// The recipient has confirmed the parcel on their own phone.
    case recipientConfirmed
  }

  enum Feedback: Equatable, Sendable { case confirmed, attemptFailed }
  enum Output: Equatable, Sendable { case delivered }

  private enum CancelID { case confirm }

  @Dependency(\.c34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.handedOverTapped):
      guard state.status == .open || state.status == .notHome else { return .none }
      return confirm(attempt: 1, of: &state)

    case .input(.notHomeTapped):
      if state.status == .open { state.status = .notHome }
      return .none

    case .input(.retryTapped):
      guard state.status == .unconfirmed else { return .none }
      return confirm(attempt: 1, of: &state)

    case .input(.recipientConfirmed):
      guard state.status != .delivered else { return .none }
      state.status = .delivered
      return .merge(.cancel(id: CancelID.confirm), .output(.delivered))

    case .feedback(.confirmed):
      state.status = .delivered
      return .output(.delivered)

    case .feedback(.attemptFailed):
      if case .confirming(attempt: 1) = state.status { return confirm(attempt: 2, of: &state) }
      state.status = .unconfirmed
      return .none
    }
  }

  /// Tells the pharmacy that the parcel was handed over. The second attempt waits for a better connection.
  private func confirm(attempt: Int, of state: inout State) -> Effect<Feedback, Output> {
    state.status = .confirming(attempt: attempt)
    return .run("confirm", of: attempt) { [address = state.id] send in
      if attempt > 1 { try await clock.sleep(for: .seconds(5)) }
      try await client.confirm(address)
      await send(.confirmed)
    } catch: { _, send in
      await send(.attemptFailed)
    }
    .cancellable(id: CancelID.confirm, cancelInFlight: true)
  }
}

/// The tour of a pharmacy's courier.
struct C34Tour: Reducer {
  struct State: Equatable {
    var stops: IdentifiedArray<C34Stop.State> = []
    var isLoading = false
    var hasFailed = false
    var isLive = false
    /// The address of the toast.
    var toast: String?

    /// Whether nothing is left to do.
    var isOver: Bool {
      !stops.isEmpty && stops.allSatisfy { $0.status == .delivered || $0.status == .notHome }
    }
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case reconnectTapped
    case toastTapped
    case endTapped
    case stop(String, C34Stop.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case recipientConfirmed(String)
    case disconnected
    case toastTimedOut
    case stop(String, ChildFeedback<C34Stop>)
  }

  private enum CancelID { case confirmations, toast }

  private let stops = ScopeEach<C34Tour, C34Stop>(\.stops, feedback: Feedback.stop) { C34Stop() }

  @Dependency(\.c34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stop(let id, let input)): return stops.reduce(.input(input), id: id, into: &state)
    case .feedback(.stop(let id, .feedback(let feedback))):
      return stops.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.startTapped):
      guard state.stops.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("tour") { send in
        await send(.loaded(try await client.tour()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.reconnectTapped):
      guard !state.stops.isEmpty, !state.isLive else { return .none }
      return listen(&state)

    case .input(.toastTapped):
      state.toast = nil
      return .cancel(id: CancelID.toast)

    case .input(.endTapped):
      guard state.isOver else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.confirmations), .cancel(id: CancelID.toast))

    case .feedback(.loaded(let addresses)):
      state.isLoading = false
      state.stops = IdentifiedArray(addresses.map { C34Stop.State(id: $0) })
      return listen(&state)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.recipientConfirmed(let id)):
      guard state.stops[id: id] != nil else { return .none }
      return stops.reduce(.input(.recipientConfirmed), id: id, into: &state)

    case .feedback(.disconnected):
      state.isLive = false
      return .none

    case .feedback(.stop(let id, .output(.delivered))):
      state.toast = id
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.toastTimedOut)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.toastTimedOut):
      state.toast = nil
      return .none
    }
  }

  /// Follows the confirmations of the recipients. The server begins with those of the tour so far.
  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = true
    return .run("confirmations") { send in
      for await address in client.confirmations() { await send(.recipientConfirmed(address)) }
      await send(.disconnected)
    }
    .cancellable(id: CancelID.confirmations, cancelInFlight: true)
  }
}

struct C34Client: TestDependencyKey, Sendable {
  var tour: @Sendable () async throws -> [String]
  var confirm: @Sendable (_ address: String) async throws -> Void
  var confirmations: @Sendable () -> AsyncStream<String>

  static let testValue = C34Client(
    tour: unimplemented("C34Client.tour"),
    confirm: unimplemented("C34Client.confirm"),
    confirmations: unimplemented("C34Client.confirmations", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var c34Client: C34Client {
    get { self[C34Client.self] }
    set { self[C34Client.self] = newValue }
  }
}

struct C34Offline: Error {}

struct C34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C34Tour.State) -> [C34Tour.Input] in
        if state.stops.isEmpty { return state.isLoading ? [] : [.startTapped] }
        var inputs: [C34Tour.Input] = []
        if !state.isLive { inputs.append(.reconnectTapped) }
        if state.toast != nil { inputs.append(.toastTapped) }
        if state.isOver { inputs.append(.endTapped) }
        for stop in state.stops {
          switch stop.status {
          case .open: inputs += [.stop(stop.id, .handedOverTapped), .stop(stop.id, .notHomeTapped)]
          case .notHome: inputs.append(.stop(stop.id, .handedOverTapped))
          case .unconfirmed: inputs.append(.stop(stop.id, .retryTapped))
          case .confirming, .delivered: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<C34Tour> in
      let store = TestStore(initialState: C34Tour.State()) { C34Tour() }
      store.gate("tour", at: \.c34Client.tour) { [.success(["Elm Road", "Mill Lane"]), .failure(C34Offline())] }
      store.gate("confirm", at: \.c34Client.confirm) { _ in [.success(()), .failure(C34Offline())] }
      store.gate("confirmations", at: \.c34Client.confirmations) {
        [.element("Elm Road"), .element("Mill Lane"), .finish]
      }
      return store
    }
  }
}
