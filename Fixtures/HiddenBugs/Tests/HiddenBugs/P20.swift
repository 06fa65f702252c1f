import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A request for beds in a mountain hut. The beds are held for some minutes, until the warden decides by radio.
struct P20Beds: Reducer {
  struct State: Equatable {
    var beds = 2
    var status = Status.open
    var isExtending = false
    var hasExtendingFailed = false
  }

  enum Status: Equatable, Sendable {
    case open, requesting, failed, held, expired, confirmed, declined
  }

  enum Input: Equatable, Sendable {
    case bedsChosen(Int)
    case requestTapped
    case extendTapped
    case withdrawTapped
    case startOverTapped
  }

  enum Feedback: Equatable, Sendable {
    case requested
    case requestFailed
    case extended
    case extendingFailed
    case decided(Bool)
    case holdEnded
  }

  private enum CancelID { case request, extend, hold, decision }

  @Dependency(\.p20Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bedsChosen(let beds)):
      guard state.status == .open || state.status == .failed else { return .none }
      state.beds = beds
      return .none

    case .input(.requestTapped):
      guard state.status == .open || state.status == .failed else { return .none }
      state.status = .requesting
      return .run("request", of: state.beds) { [beds = state.beds] send in
        try await client.request(beds)
        await send(.requested)
      } catch: { _, send in
        await send(.requestFailed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case .input(.extendTapped):
      guard state.status == .held, !state.isExtending else { return .none }
      state.isExtending = true
      state.hasExtendingFailed = false
      return .run("extend") { send in
        try await client.extend()
        await send(.extended)
      } catch: { _, send in
        await send(.extendingFailed)
      }
      .cancellable(id: CancelID.extend, cancelInFlight: true)

    case .input(.withdrawTapped):
      guard state.status == .requesting || state.status == .held else { return .none }
      return startOver(&state)

    case .input(.startOverTapped):
      guard [.expired, .confirmed, .declined].contains(state.status) else { return .none }
      return startOver(&state)

    case .feedback(.requested):
      state.status = .held
      return .merge(
        hold(),
        .run("decision") { send in
          for await isAccepted in client.decisions() {
            await send(.decided(isAccepted))
            return
          }
        }
        .cancellable(id: CancelID.decision, cancelInFlight: true)
      )

    case .feedback(.requestFailed):
      state.status = .failed
      return .none

    case .feedback(.extended):
      state.isExtending = false
      state.status = .held
      return hold()

    case .feedback(.extendingFailed):
      state.isExtending = false
      state.hasExtendingFailed = state.status == .held
      return .none

    case .feedback(.decided(let isAccepted)):
      state.status = isAccepted ? .confirmed : .declined
      state.hasExtendingFailed = false
      return .cancel(id: CancelID.hold)

    case .feedback(.holdEnded):
      state.status = .expired
      state.isExtending = false
      state.hasExtendingFailed = false
      return .merge(.cancel(id: CancelID.extend), .cancel(id: CancelID.decision))
    }
  }

  private func hold() -> Effect<Feedback, Never> {
    .run("hold") { send in
      try await clock.sleep(for: .seconds(600))
      await send(.holdEnded)
    }
    .cancellable(id: CancelID.hold, cancelInFlight: true)
  }

  private func startOver(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(beds: state.beds)
    return .merge(
      .cancel(id: CancelID.request),
      .cancel(id: CancelID.extend),
      .cancel(id: CancelID.hold),
      .cancel(id: CancelID.decision)
    )
  }
}

struct P20Client: TestDependencyKey, Sendable {
  var request: @Sendable (_ beds: Int) async throws -> Void
  var extend: @Sendable () async throws -> Void
  var decisions: @Sendable () -> AsyncStream<Bool>

  static let testValue = P20Client(
    request: unimplemented("P20Client.request"),
    extend: unimplemented("P20Client.extend"),
    decisions: unimplemented("P20Client.decisions", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var p20Client: P20Client {
    get { self[P20Client.self] }
    set { self[P20Client.self] = newValue }
  }
}

struct P20Offline: Error {}

struct P20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P20Beds.State) -> [P20Beds.Input] in
        switch state.status {
        case .open, .failed: [.bedsChosen(2), .bedsChosen(4), .requestTapped]
        case .requesting: [.withdrawTapped]
        case .held: state.isExtending ? [.withdrawTapped] : [.extendTapped, .withdrawTapped]
        case .expired, .confirmed, .declined: [.startOverTapped]
        }
      }
    ) { () -> TestStore<P20Beds> in
      let store = TestStore(initialState: P20Beds.State()) { P20Beds() }
      store.gate("request", at: \.p20Client.request) { _ in [.success(()), .failure(P20Offline())] }
      store.gate("extend", at: \.p20Client.extend) { [.success(()), .failure(P20Offline())] }
      store.gate("decisions", at: \.p20Client.decisions) { [.element(true), .element(false)] }
      return store
    }
  }
}
