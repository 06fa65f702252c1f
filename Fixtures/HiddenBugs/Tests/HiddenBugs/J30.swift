import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The key of a hotel room on the phone: a code for the reader at the door, which is replaced every half minute.
struct J30RoomKey: ActionReducer {
  struct State: Equatable {
    var code: String?
    var isLoading = false
    var hasFailed = false
    var isInBackground = false
    var door: J30Door.State?

    /// Whether the code is replaced from time to time.
    var rotates: Bool { code != nil && !isInBackground }
  }

  enum Action: Equatable, Sendable {
    case checkInTapped
    case retryTapped
    case checkOutTapped
    case wentToBackground
    case cameToForeground
    case codeLoaded(String)
    case codeFailed
    case rotationDue
    case door(J30Door.Action)
  }

  private enum CancelID { case code, rotation }

  @Dependency(\.j30Client) private var client
  @Dependency(\.continuousClock) private var clock

  let door = Scope<J30RoomKey, J30Door>(ifLet: \.door, action: Action.door) { J30Door() }

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    let rotated = state.rotates
    let effect = update(action, into: &state)
    switch (rotated, state.rotates) {
    case (false, true): return .merge(effect, rotation())
    case (true, false): return .merge(effect, .cancel(id: CancelID.rotation))
    case (true, true), (false, false): return effect
    }
  }

  private func update(_ action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .checkInTapped:
      guard state.code == nil, !state.isLoading else { return .none }
      return load(into: &state)

    case .retryTapped:
      guard state.hasFailed, !state.isLoading else { return .none }
      return load(into: &state)

    case .checkOutTapped:
      guard state.door != .opening else { return .none }
      state = State()
      return .cancel(id: CancelID.code)

    case .wentToBackground:
      state.isInBackground = true
      return .none

    case .cameToForeground:
      state.isInBackground = false
      guard state.code != nil, !state.isLoading else { return .none }
      return load(into: &state)

    case .codeLoaded(let code):
      state.isLoading = false
      state.code = code
      if state.door == nil { state.door = .closed }
      return .none

    case .codeFailed:
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .rotationDue:
      guard !state.isLoading else { return .none }
      return load(into: &state)

    case .door(let action):
      return door.reduce(action, into: &state)
    }
  }

  private func load(into state: inout State) -> Effect<Action, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("code") { send in
      await send(.codeLoaded(try await client.code()))
    } catch: { _, send in
      await send(.codeFailed)
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }

  private func rotation() -> Effect<Action, Never> {
    .run("rotation") { send in
      for await _ in clock.timer(interval: .seconds(30)) { await send(.rotationDue) }
    }
    .cancellable(id: CancelID.rotation, cancelInFlight: true)
  }
}

/// The door, which the phone can also open over the network.
struct J30Door: ActionReducer {
  enum State: Equatable { case closed, opening, opened, jammed }

  enum Action: Equatable, Sendable {
    case openTapped
    case doneTapped
    case openSucceeded
    case openFailed
  }

  @Dependency(\.j30Client) private var client

  func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
    switch action {
    case .openTapped:
      guard state == .closed || state == .jammed else { return .none }
      state = .opening
      return .run("open") { send in
        try await client.open()
        await send(.openSucceeded)
      } catch: { _, send in
        await send(.openFailed)
      }

    case .doneTapped:
      guard state == .opened else { return .none }
      state = .closed
      return .none

    case .openSucceeded:
      state = .opened
      return .none

    case .openFailed:
      state = .jammed
      return .none
    }
  }
}

struct J30Client: TestDependencyKey, Sendable {
  var code: @Sendable () async throws -> String
  var open: @Sendable () async throws -> Void

  static let testValue = J30Client(
    code: unimplemented("J30Client.code"),
    open: unimplemented("J30Client.open")
  )
}

extension DependencyValues {
  var j30Client: J30Client {
    get { self[J30Client.self] }
    set { self[J30Client.self] = newValue }
  }
}

struct J30Offline: Error {}

struct J30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J30RoomKey.State) -> [J30RoomKey.Action] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [J30RoomKey.Action] = [.wentToBackground]
        if state.code == nil, !state.isLoading, !state.hasFailed { inputs.append(.checkInTapped) }
        if state.hasFailed { inputs.append(.retryTapped) }
        switch state.door {
        case .closed, .jammed: inputs += [.door(.openTapped), .checkOutTapped]
        case .opened: inputs += [.door(.doneTapped), .checkOutTapped]
        case .opening, nil: break
        }
        return inputs
      }
    ) { () -> TestStore<J30RoomKey> in
      let store = TestStore(initialState: J30RoomKey.State()) { J30RoomKey() }
      store.gate("code", at: \.j30Client.code) { [.success("7315"), .failure(J30Offline())] }
      store.gate("open", at: \.j30Client.open) { [.success(()), .failure(J30Offline())] }
      return store
    }
  }
}
