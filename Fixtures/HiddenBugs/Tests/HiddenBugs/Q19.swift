import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A smart home: who is at the panel, the alarm system, and the devices.
struct Q19Home: Reducer {
  struct State: Equatable {
    var user: String?
    var isSigningIn = false
    var hasFailedToSignIn = false
    var isArmed = false
    var isArming = false
    var hasFailedToArm = false
    var devices = Q19Devices.State()
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case signOutTapped
    case armTapped
    case devices(Q19Devices.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String, isArmed: Bool)
    case signInFailed
    case armed(Bool)
    case armFailed
    case devices(ChildFeedback<Q19Devices>)
  }

  private enum CancelID { case signIn, arm }

  @Dependency(\.q19Client) private var client

  private let devices = Scope<Q19Home, Q19Devices>(\.devices, feedback: Feedback.devices) { Q19Devices() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard state.user == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.hasFailedToSignIn = false
      return .run("signIn", of: user) { send in
        await send(.signedIn(user, isArmed: try await client.signIn(user)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.signIn), .cancel(id: CancelID.arm))

    case .input(.armTapped):
      guard state.user != nil, !state.isArming else { return .none }
      state.isArming = true
      state.hasFailedToArm = false
      let isArmed = !state.isArmed
      return .run("arm", of: isArmed) { send in
        try await client.arm(isArmed)
        await send(.armed(isArmed))
      } catch: { _, send in
        await send(.armFailed)
      }
      .cancellable(id: CancelID.arm, cancelInFlight: true)

    case .input(.devices(let input)):
      return devices.reduce(.input(input), into: &state)

    case .feedback(.devices(.feedback(let feedback))):
      return devices.reduce(.feedback(feedback), into: &state)

    case .feedback(.signedIn(let user, let isArmed)):
      state.isSigningIn = false
      state.user = user
      state.isArmed = isArmed
      return devices.reduce(.input(.appeared), into: &state)

    case .feedback(.signInFailed):
      state.isSigningIn = false
      state.hasFailedToSignIn = true
      return .none

    case .feedback(.armed(let isArmed)):
      state.isArming = false
      state.isArmed = isArmed
      return .none

    case .feedback(.armFailed):
      state.isArming = false
      state.hasFailedToArm = true
      return .none
    }
  }
}

/// The devices of the home. A row waits while its device switches, and the list is not loaded meanwhile.
struct Q19Devices: Reducer {
  struct State: Equatable {
    var devices: [Q19Device] = []
    var switching: Set<String> = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case deviceTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Q19Device])
    case loadFailed
    case switched(String, isOn: Bool)
    case switchFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.q19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading, state.switching.isEmpty else { return .none }
      return load(&state)

    case .input(.deviceTapped(let id)):
      guard let device = state.devices.first(where: { $0.id == id }), !state.isLoading,
        state.switching.insert(id).inserted
      else { return .none }
      let isOn = !device.isOn
      return .run("switch", of: id) { send in
        try await client.turn(id, isOn)
        await send(.switched(id, isOn: isOn))
      } catch: { _, send in
        await send(.switchFailed(id))
      }

    case .feedback(.loaded(let devices)):
      state.isLoading = false
      state.devices = devices
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.switched(let id, let isOn)):
      state.switching.remove(id)
      guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return .none }
      state.devices[index].isOn = isOn
      state.devices[index].isReachable = true
      return .none

    case .feedback(.switchFailed(let id)):
      state.switching.remove(id)
      guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return .none }
      state.devices[index].isReachable = false
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("devices") { send in
      await send(.loaded(try await client.devices()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Q19Device: Equatable, Identifiable, Sendable {
  let id: String
  var isOn: Bool
  var isReachable = true
}

struct Q19Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Bool
  var arm: @Sendable (_ isArmed: Bool) async throws -> Void
  var devices: @Sendable () async throws -> [Q19Device]
  var turn: @Sendable (_ device: String, _ isOn: Bool) async throws -> Void

  static let testValue = Q19Client(
    signIn: unimplemented("Q19Client.signIn"),
    arm: unimplemented("Q19Client.arm"),
    devices: unimplemented("Q19Client.devices"),
    turn: unimplemented("Q19Client.turn")
  )
}

extension DependencyValues {
  var q19Client: Q19Client {
    get { self[Q19Client.self] }
    set { self[Q19Client.self] = newValue }
  }
}

struct Q19Offline: Error {}

struct Q19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q19Home.State) -> [Q19Home.Input] in
        guard state.user != nil else {
          return state.isSigningIn ? [] : [.signInTapped("Ada"), .signInTapped("Ben")]
        }
        var inputs: [Q19Home.Input] = [.signOutTapped, .armTapped, .devices(.refreshTapped)]
        inputs += state.devices.devices.map { Q19Home.Input.devices(.deviceTapped($0.id)) }
        return inputs
      }
    ) { () -> TestStore<Q19Home> in
      let store = TestStore(initialState: Q19Home.State()) { Q19Home() }
      store.gate("signIn", at: \.q19Client.signIn) { _ in [.success(false), .failure(Q19Offline())] }
      store.gate("arm", at: \.q19Client.arm) { _ in [.success(()), .failure(Q19Offline())] }
      store.gate("devices", at: \.q19Client.devices) {
        [.success([Q19Device(id: "lamp", isOn: false)]), .failure(Q19Offline())]
      }
      store.gate("turn", at: \.q19Client.turn) { _ in [.success(()), .failure(Q19Offline())] }
      return store
    }
  }
}
