import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An audio interface with two panels: the meters of its inputs, and the takes on its card.
struct N15Interface: Reducer {
  enum Panel: Equatable, Sendable {
    case meters
    case takes
  }

  struct State: Equatable {
    var panel = Panel.meters
    var device: String?
    var isConnecting = false
    var connectionFailed = false
    var level = 0
    var takes: [String] = []
    var isLoadingTakes = false
    var takesFailed = false
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case panelChosen(Panel)
    case reloadTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected(String)
    case connectionFailed
    case levelChanged(Int)
    case unplugged
    case takesLoaded([String])
    case takesFailed
  }

  private enum CancelID { case connect, meters, takes }

  @Dependency(\.n15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard state.device == nil, !state.isConnecting else { return .none }
      state.isConnecting = true
      state.connectionFailed = false
      return .run("connect") { send in
        await send(.connected(try await client.connect()))
      } catch: { _, send in
        await send(.connectionFailed)
      }
      .cancellable(id: CancelID.connect)

    case .input(.disconnectTapped):
      state.isConnecting = false
      return forgetDevice(in: &state)

    case .input(.panelChosen(let panel)):
      guard panel != state.panel else { return .none }
      state.panel = panel
      switch panel {
      case .meters:
        return state.device == nil ? .none : meters()
      case .takes:
        state.level = 0
        return .merge(.cancel(id: CancelID.meters), loadTakes(into: &state))
      }

    case .input(.reloadTapped):
      guard state.panel == .takes else { return .none }
      return loadTakes(into: &state)

    case .input(.wentToBackground):
      state.isInBackground = true
      state.level = 0
      return .cancel(id: CancelID.meters)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.device != nil, state.panel == .meters else { return .none }
      return meters()

    case .feedback(.connected(let device)):
      state.isConnecting = false
      state.device = device
      let takes = state.panel == .takes ? loadTakes(into: &state) : .none
      return state.isInBackground ? takes : .merge(takes, meters())

    case .feedback(.connectionFailed):
      state.isConnecting = false
      state.connectionFailed = true
      return .none

    case .feedback(.levelChanged(let level)):
      state.level = level
      return .none

    case .feedback(.unplugged):
      return forgetDevice(in: &state)

    case .feedback(.takesLoaded(let takes)):
      state.isLoadingTakes = false
      state.takes = takes
      return .none

    case .feedback(.takesFailed):
      state.isLoadingTakes = false
      state.takesFailed = true
      return .none
    }
  }

  private func meters() -> Effect<Feedback, Never> {
    .run("meters") { send in
      for await level in client.levels() { await send(.levelChanged(level)) }
      await send(.unplugged)
    }
    .cancellable(id: CancelID.meters, cancelInFlight: true)
  }

  private func loadTakes(into state: inout State) -> Effect<Feedback, Never> {
    guard state.device != nil, !state.isLoadingTakes else { return .none }
    state.isLoadingTakes = true
    state.takesFailed = false
    return .run("takes") { send in
      await send(.takesLoaded(try await client.takes()))
    } catch: { _, send in
      await send(.takesFailed)
    }
    .cancellable(id: CancelID.takes)
  }

  private func forgetDevice(in state: inout State) -> Effect<Feedback, Never> {
    state.device = nil
    state.level = 0
    state.takes = []
    state.isLoadingTakes = false
    state.takesFailed = false
    return .merge(.cancel(id: CancelID.connect), .cancel(id: CancelID.meters), .cancel(id: CancelID.takes))
  }
}

struct N15Client: TestDependencyKey, Sendable {
  var connect: @Sendable () async throws -> String
  var levels: @Sendable () -> AsyncStream<Int>
  var takes: @Sendable () async throws -> [String]

  static let testValue = N15Client(
    connect: unimplemented("N15Client.connect"),
    levels: unimplemented("N15Client.levels", placeholder: AsyncStream { $0.finish() }),
    takes: unimplemented("N15Client.takes")
  )
}

extension DependencyValues {
  var n15Client: N15Client {
    get { self[N15Client.self] }
    set { self[N15Client.self] = newValue }
  }
}

struct N15NoAnswer: Error {}

struct N15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N15Interface.State) -> [N15Interface.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [N15Interface.Input] = [.panelChosen(.meters), .panelChosen(.takes), .wentToBackground]
        inputs.append(state.device == nil && !state.isConnecting ? .connectTapped : .disconnectTapped)
        if state.panel == .takes, state.device != nil { inputs.append(.reloadTapped) }
        return inputs
      }
    ) { () -> TestStore<N15Interface> in
      let store = TestStore(initialState: N15Interface.State()) { N15Interface() }
      store.gate("connect", at: \.n15Client.connect) { [.success("Scarlet 2"), .failure(N15NoAnswer())] }
      store.gate("levels", at: \.n15Client.levels) { [.element(-12), .finish] }
      store.gate("takes", at: \.n15Client.takes) { [.success(["Take 1"]), .failure(N15NoAnswer())] }
      return store
    }
  }
}
