import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The live picture of a camera. It is received only while somebody can see it.
struct U22Camera: Reducer {
  struct State: Equatable {
    var isOpen = false
    var showsSettings = false
    var isInBackground = false
    var connection = Connection.off
    var picture: String?
    var battery: Int?

    var isWatched: Bool { isOpen && !showsSettings && !isInBackground }
  }

  enum Connection: Equatable, Sendable { case off, connecting, live, lost }

  enum Input: Equatable, Sendable {
    case opened
    case closed
    case settingsTapped
    case settingsClosed
    case wentToBackground
    case cameToForeground
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case picture(String)
    case ended
    case noPicture
    case reconnectDue
    case battery(Int)
  }

  private enum CancelID { case picture, timeout, battery }

  @Dependency(\.u22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.connection == .lost else { return .none }
      return connect(&state)

    case .input(let input):
      let wasWatched = state.isWatched
      show(input, &state)
      guard state.isWatched != wasWatched else { return .none }
      if state.isWatched { return .merge(connect(&state), pollBattery()) }
      state.connection = .off
      return .merge(.cancel(id: CancelID.picture), .cancel(id: CancelID.timeout), .cancel(id: CancelID.battery))

    case .feedback(.picture(let picture)):
      state.connection = .live
      state.picture = picture
      return .cancel(id: CancelID.timeout)

    case .feedback(.ended), .feedback(.noPicture):
      state.connection = .lost
      return .merge(
        .cancel(id: CancelID.timeout),
        .run("reconnect") { send in
          try await clock.sleep(for: .seconds(4))
          await send(.reconnectDue)
        }
        .cancellable(id: CancelID.picture, cancelInFlight: true)
      )

    case .feedback(.reconnectDue):
      return connect(&state)

    case .feedback(.battery(let level)):
      state.battery = level
      return .none
    }
  }

  private func show(_ input: Input, _ state: inout State) {
    switch input {
    case .opened: state.isOpen = true
    case .closed: state = State(isInBackground: state.isInBackground, connection: state.connection)
    case .settingsTapped: state.showsSettings = state.isOpen
    case .settingsClosed: state.showsSettings = false
    case .wentToBackground: state.isInBackground = true
    case .cameToForeground: state.isInBackground = false
    case .retryTapped: break
    }
  }

  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .merge(
      .run("pictures") { send in
        for await picture in client.pictures() { await send(.picture(picture)) }
        await send(.ended)
      }
      .cancellable(id: CancelID.picture, cancelInFlight: true),
      .run("picture timeout") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.noPicture)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }

  private func pollBattery() -> Effect<Feedback, Never> {
    .run("battery") { send in
      while true {
        if let level = try? await client.battery() { await send(.battery(level)) }
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: CancelID.battery, cancelInFlight: true)
  }
}

struct U22Client: TestDependencyKey, Sendable {
  var pictures: @Sendable () -> AsyncStream<String>
  var battery: @Sendable () async throws -> Int

  static let testValue = U22Client(
    pictures: unimplemented("U22Client.pictures", placeholder: AsyncStream<String> { $0.finish() }),
    battery: unimplemented("U22Client.battery")
  )
}

extension DependencyValues {
  var u22Client: U22Client {
    get { self[U22Client.self] }
    set { self[U22Client.self] = newValue }
  }
}

struct U22Offline: Error {}

struct U22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U22Camera.State) -> [U22Camera.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isOpen else { return [.opened, .wentToBackground] }
        if state.showsSettings { return [.settingsClosed, .wentToBackground] }
        let inputs: [U22Camera.Input] = [.closed, .settingsTapped, .wentToBackground]
        return state.connection == .lost ? inputs + [.retryTapped] : inputs
      }
    ) { () -> TestStore<U22Camera> in
      let store = TestStore(initialState: U22Camera.State()) { U22Camera() }
      store.gate("pictures", at: \.u22Client.pictures) { [.element("Yard"), .finish] }
      store.gate("battery", at: \.u22Client.battery) { [.success(80), .failure(U22Offline())] }
      return store
    }
  }
}
