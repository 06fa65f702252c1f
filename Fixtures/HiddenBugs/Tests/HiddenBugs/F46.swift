import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The account of the user: the name under which the user writes, and the devices that have access.
struct F46Account: Reducer {
  struct State: Equatable {
    var user: String?
    var name = ""
    var nameDraft = ""
    var devices: [String] = []
    var isLoading = false
    var isSaving = false

    /// The device that is losing its access.
    var revoking: String?

    var hasFailed = false

    var isBusy: Bool { isLoading || isSaving || revoking != nil }
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case signOutTapped
    case refreshTapped
    case nameChanged(String)
    case saveTapped
    case revokeTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(F46Profile)
    case nameSaved(String)
    case revoked([String])
    case failed
  }

  private enum CancelID { case load, revoke }

  @Dependency(\.f46Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let user)):
      guard state.user == nil else { return .none }
      state = State(user: user)
      return load(user, into: &state)

    case .input(.signOutTapped):
      // A new name is waited for, as it would be lost.
      guard state.user != nil, !state.isSaving else { return .none }
      state = State()
      return .cancel(id: CancelID.load)

    case .input(.refreshTapped):
      guard let user = state.user, !state.isBusy else { return .none }
      return load(user, into: &state)

    case .input(.nameChanged(let name)):
      guard state.user != nil, !state.isSaving else { return .none }
      state.nameDraft = name
      return .none

    case .input(.saveTapped):
      guard let user = state.user, !state.isBusy, state.nameDraft != state.name else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let name = state.nameDraft
      return .run("rename", of: name) { send in
        try await client.rename(user, name)
        await send(.nameSaved(name))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.revokeTapped(let device)):
      guard let user = state.user, !state.isBusy, state.devices.contains(device) else { return .none }
      state.revoking = device
      state.hasFailed = false
      return .run("revoke", of: device) { send in
        await send(.revoked(try await client.revoke(user, device)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.revoke, cancelInFlight: true)

    case .feedback(.loaded(let profile)):
      state.isLoading = false
      if state.nameDraft == state.name { state.nameDraft = profile.name }
      state.name = profile.name
      state.devices = profile.devices
      return .none

    case .feedback(.nameSaved(let name)):
      state.isSaving = false
      state.name = name
      return .none

    case .feedback(.revoked(let devices)):
      state.revoking = nil
      state.devices = devices
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.isSaving = false
      state.revoking = nil
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ user: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("profile", of: user) { send in
      await send(.loaded(try await client.profile(user)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct F46Profile: Equatable, Sendable {
  var name: String
  var devices: [String]
}

struct F46Client: TestDependencyKey, Sendable {
  var profile: @Sendable (_ user: String) async throws -> F46Profile
  var rename: @Sendable (_ user: String, _ name: String) async throws -> Void

  /// Returns the devices that are left.
  var revoke: @Sendable (_ user: String, _ device: String) async throws -> [String]

  static let testValue = F46Client(
    profile: unimplemented("F46Client.profile"),
    rename: unimplemented("F46Client.rename"),
    revoke: unimplemented("F46Client.revoke")
  )
}

extension DependencyValues {
  var f46Client: F46Client {
    get { self[F46Client.self] }
    set { self[F46Client.self] = newValue }
  }
}

struct F46Offline: Error {}

struct F46Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F46Account.State) -> [F46Account.Input] in
        guard state.user != nil else { return [.signedIn("ada"), .signedIn("max")] }
        var inputs: [F46Account.Input] = [.signOutTapped, .refreshTapped, .nameChanged("Editor"), .saveTapped]
        if state.devices.count > 1, let device = state.devices.last { inputs.append(.revokeTapped(device)) }
        return inputs
      }
    ) { () -> TestStore<F46Account> in
      let store = TestStore(initialState: F46Account.State()) { F46Account() }
      store.gate("profile", at: \.f46Client.profile) { user in
        [
          .success(F46Profile(name: "Writer \(user)", devices: ["Mac of \(user)", "Phone of \(user)"])),
          .failure(F46Offline()),
        ]
      }
      store.gate("rename", at: \.f46Client.rename) { _ in [.success(()), .failure(F46Offline())] }
      store.gate("revoke", at: \.f46Client.revoke) { arguments in
        [.success(["Mac of \(arguments.0)"]), .failure(F46Offline())]
      }
      return store
    }
  }
}
