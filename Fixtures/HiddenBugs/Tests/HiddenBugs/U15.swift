import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The scenes of a home. They run one after another: one that is tapped while another runs waits for it.
struct U15Scenes: Reducer {
  struct State: Equatable {
    var scenes: [String] = []
    var isLoading = false
    var loadHasFailed = false
    var running: String?
    var waiting: String?
    var active: String?
    var failed: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case sceneTapped(String)
    case stopTapped
    case errorDismissed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case activated(String)
    case activationFailed(String)
  }

  private enum CancelID { case load, activation }

  @Dependency(\.u15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.scenes.isEmpty, !state.isLoading else { return .none }
      return load(&state)

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.sceneTapped(let scene)):
      guard state.waiting == nil, scene != state.running else { return .none }
      guard state.running == nil else {
        state.waiting = scene
        return .none
      }
      return activate(scene, &state)

    case .input(.stopTapped):
      guard state.running != nil else { return .none }
      state.running = nil
      return .merge(.cancel(id: CancelID.activation), activateWaiting(&state))

    case .input(.errorDismissed):
      state.failed = nil
      return .none

    case .feedback(.loaded(let scenes)):
      state.isLoading = false
      state.scenes = scenes
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .feedback(.activated(let scene)):
      state.running = nil
      state.active = scene
      return activateWaiting(&state)

    case .feedback(.activationFailed(let scene)):
      state.running = nil
      state.failed = scene
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .run("scenes") { send in
      await send(.loaded(try await client.scenes()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func activateWaiting(_ state: inout State) -> Effect<Feedback, Never> {
    guard let scene = state.waiting else { return .none }
    state.waiting = nil
    return activate(scene, &state)
  }

  private func activate(_ scene: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.running = scene
    state.failed = nil
    return .run("activate", of: scene) { send in
      try await client.activate(scene)
      await send(.activated(scene))
    } catch: { _, send in
      await send(.activationFailed(scene))
    }
    .cancellable(id: CancelID.activation, cancelInFlight: true)
  }
}

struct U15Client: TestDependencyKey, Sendable {
  var scenes: @Sendable () async throws -> [String]
  var activate: @Sendable (_ scene: String) async throws -> Void

  static let testValue = U15Client(
    scenes: unimplemented("U15Client.scenes"),
    activate: unimplemented("U15Client.activate")
  )
}

extension DependencyValues {
  var u15Client: U15Client {
    get { self[U15Client.self] }
    set { self[U15Client.self] = newValue }
  }
}

struct U15Offline: Error {}

struct U15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U15Scenes.State) -> [U15Scenes.Input] in
        guard !state.scenes.isEmpty else { return [.appeared, .refreshPulled] }
        var inputs: [U15Scenes.Input] = [.refreshPulled]
        inputs += state.scenes.map(U15Scenes.Input.sceneTapped)
        if state.running != nil { inputs.append(.stopTapped) }
        if state.failed != nil { inputs.append(.errorDismissed) }
        return inputs
      }
    ) { () -> TestStore<U15Scenes> in
      let store = TestStore(initialState: U15Scenes.State()) { U15Scenes() }
      store.gate("scenes", at: \.u15Client.scenes) { [.success(["Evening", "Cinema"]), .failure(U15Offline())] }
      store.gate("activate", at: \.u15Client.activate) { _ in [.success(()), .failure(U15Offline())] }
      return store
    }
  }
}
