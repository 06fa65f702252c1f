import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum P11Status: Equatable, Sendable { case searching, found }

struct P11LuggageClient: Sendable {
  var report: @Sendable () async throws -> String
  var status: @Sendable (_ reference: String) async throws -> P11Status
  var deliver: @Sendable (_ reference: String) async throws -> Void
}

enum P11LuggageKey: TestDependencyKey {
  static let testValue = P11LuggageClient(
    report: unimplemented("P11LuggageClient.report"),
    status: unimplemented("P11LuggageClient.status"),
    deliver: unimplemented("P11LuggageClient.deliver")
  )
}

extension DependencyValues {
  var p11Luggage: P11LuggageClient {
    get { self[P11LuggageKey.self] }
    set { self[P11LuggageKey.self] = newValue }
  }
}

/// A bag is reported as lost, looked for once a minute while the app is in front, and delivered when it is found.
struct P11Luggage: Reducer {
  struct State: Equatable {
    var isInBackground = false
    var reference: String?
    var isReporting = false
    var reportFailed = false
    /// Whether a check runs that the user waits for.
    var isChecking = false
    var checkFailed = false
    var isFound = false
    var isOrdering = false
    var isOrdered = false
    var orderFailed = false
  }

  enum Input: Equatable, Sendable {
    case reportTapped
    case refreshTapped
    case deliverTapped
    case closeTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case reported(String)
    case reportFailed
    case checked(P11Status)
    case checkFailed
    case ordered
    case orderFailed
  }

  private enum CancelID { case poll }

  @Dependency(\.p11Luggage) private var luggage
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reportTapped):
      guard state.reference == nil, !state.isReporting else { return .none }
      state.isReporting = true
      state.reportFailed = false
      return .run("report") { send in
        await send(.reported(try await luggage.report()))
      } catch: { _, send in
        await send(.reportFailed)
      }

    case .feedback(.reported(let reference)):
      state.isReporting = false
      state.reference = reference
      return startPolling(&state)

    case .feedback(.reportFailed):
      state.isReporting = false
      state.reportFailed = true
      return .none

    case .input(.refreshTapped):
      guard !state.isChecking else { return .none }
      return startPolling(&state)

    case .feedback(.checked(let status)):
      state.isChecking = false
      state.checkFailed = false
      guard status == .found else { return .none }
      state.isFound = true
      return .cancel(id: CancelID.poll)

    case .feedback(.checkFailed):
      state.isChecking = false
      state.checkFailed = true
      return .none

    case .input(.deliverTapped):
      guard let reference = state.reference, state.isFound else { return .none }
      guard !state.isOrdering, !state.isOrdered else { return .none }
      state.isOrdering = true
      state.orderFailed = false
      return .run("deliver", of: reference) { send in
        try await luggage.deliver(reference)
        await send(.ordered)
      } catch: { _, send in
        await send(.orderFailed)
      }

    case .feedback(.ordered):
      state.isOrdering = false
      state.isOrdered = true
      return .none

    case .feedback(.orderFailed):
      state.isOrdering = false
      state.orderFailed = true
      return .none

    case .input(.closeTapped):
      guard state.reference != nil, !state.isOrdering else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .cancel(id: CancelID.poll)

    case .input(.enteredBackground):
      state.isInBackground = true
      state.isChecking = false
      return .cancel(id: CancelID.poll)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return startPolling(&state)
    }
  }

  /// Checks now, and then once a minute, as long as there is a bag to look for and somebody who looks.
  private func startPolling(_ state: inout State) -> Effect<Feedback, Never> {
    guard let reference = state.reference, !state.isFound, !state.isInBackground else { return .none }
    state.isChecking = true
    state.checkFailed = false
    return .run("poll", of: reference) { send in
      while true {
        do {
          let status = try await luggage.status(reference)
          await send(.checked(status))
        } catch {
          await send(.checkFailed)
        }
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct P11Offline: Error {}

struct P11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.reportTapped, .refreshTapped, .deliverTapped, .closeTapped, .enteredBackground, .enteredForeground]
    ) { () -> TestStore<P11Luggage> in
      let store = TestStore(initialState: P11Luggage.State()) { P11Luggage() }
      store.gate("report", at: \.p11Luggage.report) { [.success("LX-7"), .failure(P11Offline())] }
      store.gate("status", at: \.p11Luggage.status) { _ in
        [.success(P11Status.searching), .success(P11Status.found), .failure(P11Offline())]
      }
      store.gate("deliver", at: \.p11Luggage.deliver) { _ in [.success(()), .failure(P11Offline())] }
      return store
    }
  }
}
