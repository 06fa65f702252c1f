import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O11Offline: Error {}

struct O11Delay: Equatable, Identifiable, Sendable {
  var id: String
  var minutes: Int
}

struct O11Railway: DependencyKey, Sendable {
  var delays: @Sendable () async throws -> [O11Delay]
  var claim: @Sendable (_ train: String) async throws -> Void
  var hasClaim: @Sendable (_ train: String) async throws -> Bool

  static let liveValue = O11Railway(delays: { [] }, claim: { _ in }, hasClaim: { _ in false })
  static let testValue = O11Railway(
    delays: unimplemented("O11Railway.delays"),
    claim: unimplemented("O11Railway.claim"),
    hasClaim: unimplemented("O11Railway.hasClaim")
  )
}

extension DependencyValues {
  var o11Railway: O11Railway {
    get { self[O11Railway.self] }
    set { self[O11Railway.self] = newValue }
  }
}

enum O11Status: Equatable, Sendable { case sending, slow, delivered, failed }

/// Late trains. A passenger claims money back; if that takes long, she can ask whether the claim has arrived.
struct O11Trains: Reducer {
  struct State: Equatable {
    var delays: [O11Delay] = []
    var isLoading = false
    var loadFailed = false

    var claimedTrain: String?
    var status: O11Status?
    var isChecking = false
    var checkFailed = false
    var finishedClaims: [String] = []
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case claimTapped(String)
    case checkTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O11Delay])
    case loadFailed
    case sent
    case sendFailed
    case tookLong
    case checked(Bool)
    case checkFailed
  }

  @Dependency(\.o11Railway) private var railway
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return .run("delays") { send in
        await send(.loaded(try await railway.delays()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.claimTapped(let train)):
      guard state.claimedTrain == nil, state.delays.contains(where: { $0.id == train }) else { return .none }
      guard !state.finishedClaims.contains(train) else { return .none }
      return sendClaim(train, &state)

    case .input(.checkTapped):
      guard let train = state.claimedTrain, state.status == .slow, !state.isChecking else { return .none }
      state.isChecking = true
      state.checkFailed = false
      return .run("check", of: train) { send in
        await send(.checked(try await railway.hasClaim(train)))
      } catch: { _, send in
        await send(.checkFailed)
      }
      .cancellable(id: "check", cancelInFlight: true)

    case .input(.retryTapped):
      guard let train = state.claimedTrain, state.status == .failed else { return .none }
      return sendClaim(train, &state)

    case .input(.closeTapped):
      guard state.status == .delivered || state.status == .failed else { return .none }
      state.claimedTrain = nil
      state.status = nil
      return .merge(.cancel(id: "send"), .cancel(id: "slow"), .cancel(id: "check"))

    case .feedback(.loaded(let delays)):
      state.isLoading = false
      state.delays = delays
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.sent):
      return deliver(&state)

    case .feedback(.sendFailed):
      state.status = .failed
      state.isChecking = false
      state.checkFailed = false
      return .merge(.cancel(id: "slow"), .cancel(id: "check"))

    case .feedback(.tookLong):
      state.status = .slow
      return .none

    case .feedback(.checked(let hasArrived)):
      state.isChecking = false
      return hasArrived ? deliver(&state) : .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.checkFailed = true
      return .none
    }
  }

  private func sendClaim(_ train: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.claimedTrain = train
    state.status = .sending
    return .merge(
      .run("send", of: train) { send in
        try await railway.claim(train)
        await send(.sent)
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: "send", cancelInFlight: true),
      .run("slow") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.tookLong)
      }
      .cancellable(id: "slow", cancelInFlight: true)
    )
  }

  private func deliver(_ state: inout State) -> Effect<Feedback, Never> {
    state.status = .delivered
    state.isChecking = false
    state.checkFailed = false
    if let train = state.claimedTrain, !state.finishedClaims.contains(train) { state.finishedClaims.append(train) }
    return .merge(.cancel(id: "slow"), .cancel(id: "check"))
  }
}

struct O11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .refreshTapped, .claimTapped("RE 5"), .claimTapped("IC 77"), .checkTapped, .retryTapped, .closeTapped,
      ]
    ) { () -> TestStore<O11Trains> in
      let store = TestStore(initialState: O11Trains.State()) { O11Trains() }
      store.gate("delays", at: \.o11Railway.delays) {
        [.success([O11Delay(id: "RE 5", minutes: 65), O11Delay(id: "IC 77", minutes: 130)]), .failure(O11Offline())]
      }
      store.gate("claim", at: \.o11Railway.claim) { _ in [.success(()), .failure(O11Offline())] }
      store.gate("hasClaim", at: \.o11Railway.hasClaim) { _ in
        [.success(true), .success(false), .failure(O11Offline())]
      }
      return store
    }
  }
}
