import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The parcels in a depot. After a snapshot of all of them, only what has changed is asked for.
struct M31Depot: Reducer {
  enum Activity: Equatable { case idle, takingSnapshot, catchingUp }

  struct State: Equatable {
    var parcels: [M31Parcel] = []
    /// Up to where the parcels are known.
    var token: String?
    var activity = Activity.idle
    var hasFailed = false
    var onlyDamaged = false
    var isInBackground = false

    /// The rows of the list.
    var shown: [M31Parcel] { onlyDamaged ? parcels.filter(\.isDamaged) : parcels }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case onlyDamagedTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case arrived(M31Snapshot)
    case changed(M31Snapshot)
    case tokenExpired
    case failed
    case pauseOver
  }

  private enum CancelID { case request, pause }

  @Dependency(\.m31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.token == nil, state.activity == .idle else { return .none }
      return takeSnapshot(&state)

    case .input(.refreshPulled):
      guard state.activity != .takingSnapshot else { return .none }
      return takeSnapshot(&state)

    case .input(.retryTapped):
      guard state.hasFailed, state.activity == .idle else { return .none }
      if state.parcels.isEmpty { return takeSnapshot(&state) }
      guard let token = state.token else { return .none }
      return catchUp(from: token, &state)

    case .input(.onlyDamagedTapped):
      state.onlyDamaged.toggle()
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      guard state.activity == .catchingUp else { return .cancel(id: CancelID.pause) }
      state.activity = .idle
      return .cancel(id: CancelID.request)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.activity == .idle, let token = state.token else { return .none }
      return catchUp(from: token, &state)

    case .feedback(.arrived(let snapshot)):
      state.activity = .idle
      state.parcels = snapshot.parcels
      state.token = snapshot.token
      return state.isInBackground ? .none : pause()

    case .feedback(.changed(let changes)):
      state.activity = .idle
      state.token = changes.token
      for parcel in changes.parcels {
        if let index = state.parcels.firstIndex(where: { $0.id == parcel.id }) {
          state.parcels[index] = parcel
        } else {
          state.parcels.append(parcel)
        }
      }
      return pause()

    case .feedback(.tokenExpired):
      return takeSnapshot(&state)

    case .feedback(.failed):
      state.activity = .idle
      state.hasFailed = true
      return .none

    case .feedback(.pauseOver):
      guard state.activity == .idle, let token = state.token else { return .none }
      return catchUp(from: token, &state)
    }
  }

  /// Asks for all parcels. Those that are there stay until the new ones have come.
  private func takeSnapshot(_ state: inout State) -> Effect<Feedback, Never> {
    state.activity = .takingSnapshot
    state.token = nil
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.pause),
      .run("snapshot") { send in
        await send(.arrived(try await client.snapshot()))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)
    )
  }

  /// Asks for what has changed.
  private func catchUp(from token: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.activity = .catchingUp
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.pause),
      .run("changes", of: token) { send in
        await send(.changed(try await client.changes(token)))
      } catch: { error, send in
        await send(error is M31TokenExpired ? .tokenExpired : .failed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)
    )
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.pauseOver)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

struct M31Parcel: Equatable, Sendable {
  var id: String
  var isDamaged = false
}

struct M31Snapshot: Equatable, Sendable {
  var parcels: [M31Parcel]
  var token: String
}

struct M31Client: TestDependencyKey, Sendable {
  var snapshot: @Sendable () async throws -> M31Snapshot
  var changes: @Sendable (_ token: String) async throws -> M31Snapshot

  static let testValue = M31Client(
    snapshot: unimplemented("M31Client.snapshot"),
    changes: unimplemented("M31Client.changes")
  )
}

extension DependencyValues {
  var m31Client: M31Client {
    get { self[M31Client.self] }
    set { self[M31Client.self] = newValue }
  }
}

/// The server no longer knows what has changed since then.
struct M31TokenExpired: Error {}

struct M31Offline: Error {}

struct M31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M31Depot.State) -> [M31Depot.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [M31Depot.Input] = [.refreshPulled, .onlyDamagedTapped, .wentToBackground]
        if state.token == nil, state.parcels.isEmpty, state.activity == .idle { inputs.append(.appeared) }
        if state.hasFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<M31Depot> in
      let store = TestStore(initialState: M31Depot.State()) { M31Depot() }
      store.gate("snapshot", at: \.m31Client.snapshot) {
        [.success(M31Snapshot(parcels: [M31Parcel(id: "P-1")], token: "A")), .failure(M31Offline())]
      }
      store.gate("changes", at: \.m31Client.changes) { _ in
        [
          .success(M31Snapshot(parcels: [M31Parcel(id: "P-2", isDamaged: true)], token: "B")),
          .failure(M31Offline()),
          .failure(M31TokenExpired()),
        ]
      }
      return store
    }
  }
}
