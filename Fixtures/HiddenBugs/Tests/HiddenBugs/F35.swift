import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The photos of an account in the cloud. If the user wants it, each change on another device begins a sync.
struct F35Cloud: Reducer {
  struct State: Equatable {
    var user: String?
    var photos: [String] = []

    /// The used storage, in gigabytes.
    var usage: Int?

    var isSyncing = false
    var hasFailed = false
    var hasChanges = false

    /// A setting of the device, whoever is signed in.
    var isAutomatic = true
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case signOutTapped
    case syncTapped
    case usageTapped
    case automaticToggled
  }

  enum Feedback: Equatable, Sendable {
    case changed
    case syncDue
    case synced([String])
    case syncFailed
    case measured(Int)
  }

  private enum CancelID { case changes, pause, sync, usage }

  @Dependency(\.f35Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return .merge(follow(user), sync(user, &state), measure(user))

    case .input(.signOutTapped):
      state = State(isAutomatic: state.isAutomatic)
      return .merge(.cancel(id: CancelID.changes), .cancel(id: CancelID.pause), .cancel(id: CancelID.sync))

    case .input(.syncTapped):
      guard let user = state.user, !state.isSyncing else { return .none }
      return sync(user, &state)

    case .input(.usageTapped):
      guard let user = state.user else { return .none }
      return measure(user)

    case .input(.automaticToggled):
      state.isAutomatic.toggle()
      guard state.isAutomatic else { return .cancel(id: CancelID.pause) }
      guard let user = state.user, state.hasChanges else { return .none }
      return sync(user, &state)

    case .feedback(.changed):
      state.hasChanges = true
      guard state.isAutomatic else { return .none }
      // Changes of other devices come in bursts.
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.syncDue)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.syncDue):
      guard let user = state.user else { return .none }
      return sync(user, &state)

    case .feedback(.synced(let photos)):
      state.isSyncing = false
      state.photos = photos
      guard let user = state.user else { return .none }
      return measure(user)

    case .feedback(.syncFailed):
      state.isSyncing = false
      state.hasFailed = true
      return .none

    case .feedback(.measured(let usage)):
      state.usage = usage
      return .none
    }
  }

  private func follow(_ user: String) -> Effect<Feedback, Never> {
    .run("changes", of: user) { send in
      for await _ in client.changes(user) { await send(.changed) }
    }
    .cancellable(id: CancelID.changes, cancelInFlight: true)
  }

  private func sync(_ user: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isSyncing = true
    state.hasFailed = false
    state.hasChanges = false
    return .merge(
      .cancel(id: CancelID.pause),
      .run("sync", of: user) { send in
        await send(.synced(try await client.sync(user)))
      } catch: { _, send in
        await send(.syncFailed)
      }
      .cancellable(id: CancelID.sync, cancelInFlight: true)
    )
  }

  private func measure(_ user: String) -> Effect<Feedback, Never> {
    .run("usage", of: user) { send in
      await send(.measured(try await client.usage(user)))
    } catch: { _, _ in
      // The last number stays until the next sync.
    }
    .cancellable(id: CancelID.usage, cancelInFlight: true)
  }
}

struct F35Client: TestDependencyKey, Sendable {
  var changes: @Sendable (_ user: String) -> AsyncStream<String>
  var sync: @Sendable (_ user: String) async throws -> [String]
  var usage: @Sendable (_ user: String) async throws -> Int

  static let testValue = F35Client(
    changes: unimplemented("F35Client.changes", placeholder: AsyncStream { $0.finish() }),
    sync: unimplemented("F35Client.sync"),
    usage: unimplemented("F35Client.usage")
  )
}

extension DependencyValues {
  var f35Client: F35Client {
    get { self[F35Client.self] }
    set { self[F35Client.self] = newValue }
  }
}

struct F35Offline: Error {}

struct F35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F35Cloud.State) -> [F35Cloud.Input] in
        guard state.user != nil else { return [.signedIn("Ada"), .signedIn("Ben"), .automaticToggled] }
        var inputs: [F35Cloud.Input] = [.signOutTapped, .usageTapped, .automaticToggled]
        if !state.isSyncing { inputs.append(.syncTapped) }
        return inputs
      }
    ) { () -> TestStore<F35Cloud> in
      let store = TestStore(initialState: F35Cloud.State()) { F35Cloud() }
      store.gate("changes", at: \.f35Client.changes) { _ in [.element("album")] }
      store.gate("sync", at: \.f35Client.sync) { user in [.success(["Photo of \(user)"]), .failure(F35Offline())] }
      store.gate("usage", at: \.f35Client.usage) { user in
        [.success(user == "Ada" ? 12 : 3), .failure(F35Offline())]
      }
      return store
    }
  }
}
