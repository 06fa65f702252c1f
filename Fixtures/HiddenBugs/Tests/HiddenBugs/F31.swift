import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A shared whiteboard. While it is on the screen, a heartbeat tells the others that the user looks at it.
struct F31Whiteboard: Reducer {
  enum Connection: Equatable, Sendable { case idle, connecting, joined, lost }

  struct State: Equatable {
    var user: String?
    var board: String?
    var connection = Connection.idle
    var strokes: [String] = []
    var isActive = true

    /// Whether the others see the user on the board.
    var isPresent: Bool { connection == .joined && isActive }
  }

  enum Input: Equatable, Sendable {
    case loggedIn(String)
    case loggedOut
    case boardOpened(String)
    case boardLeft
    case rejoinTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case joined([String])
    case joinFailed
    case drawn(String)
    case connectionLost
  }

  private enum CancelID { case join, strokes, heartbeat }

  @Dependency(\.f31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let wasPresent = state.isPresent
    let effect = update(message, &state)
    guard state.isPresent != wasPresent else { return effect }
    guard state.isPresent, let board = state.board else {
      return .merge(effect, .cancel(id: CancelID.heartbeat))
    }
    return .merge(effect, heartbeat(on: board))
  }

  private func update(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return .none

    case .input(.loggedOut):
      state = State(isActive: state.isActive)
      return disconnect()

    case .input(.boardOpened(let board)):
      guard state.user != nil, board != state.board else { return .none }
      state.board = board
      state.strokes = []
      return join(&state)

    case .input(.boardLeft):
      state.board = nil
      state.strokes = []
      state.connection = .idle
      return disconnect()

    case .input(.rejoinTapped):
      return state.connection == .lost ? join(&state) : .none

    case .input(.wentToBackground):
      // The strokes of the others still arrive.
      state.isActive = false
      return .none

    case .input(.cameToForeground):
      state.isActive = true
      return .none

    case .feedback(.joined(let strokes)):
      guard let board = state.board else { return .none }
      state.connection = .joined
      state.strokes = strokes
      return .run("strokes", of: board) { send in
        for await stroke in client.strokes(board) { await send(.drawn(stroke)) }
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.strokes, cancelInFlight: true)

    case .feedback(.joinFailed):
      state.connection = .lost
      return .none

    case .feedback(.drawn(let stroke)):
      // What was drawn during the join may come twice.
      if !state.strokes.contains(stroke) { state.strokes.append(stroke) }
      return .none

    case .feedback(.connectionLost):
      state.connection = .lost
      return disconnect()
    }
  }

  private func join(_ state: inout State) -> Effect<Feedback, Never> {
    guard let user = state.user, let board = state.board else { return .none }
    state.connection = .connecting
    return .merge(
      disconnect(),
      .run("join", of: board) { send in
        await send(.joined(try await client.join(user, board)))
      } catch: { _, send in
        await send(.joinFailed)
      }
      .cancellable(id: CancelID.join)
    )
  }

  private func disconnect() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.join), .cancel(id: CancelID.strokes))
  }

  private func heartbeat(on board: String) -> Effect<Feedback, Never> {
    .run("heartbeat", of: board) { _ in
      while true {
        try await clock.sleep(for: .seconds(10))
        try await client.beat(board)
      }
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.heartbeat, cancelInFlight: true)
  }
}

struct F31Client: TestDependencyKey, Sendable {
  var join: @Sendable (_ user: String, _ board: String) async throws -> [String]
  var strokes: @Sendable (_ board: String) -> AsyncStream<String>
  var beat: @Sendable (_ board: String) async throws -> Void

  static let testValue = F31Client(
    join: unimplemented("F31Client.join"),
    strokes: unimplemented("F31Client.strokes", placeholder: AsyncStream { $0.finish() }),
    beat: unimplemented("F31Client.beat")
  )
}

extension DependencyValues {
  var f31Client: F31Client {
    get { self[F31Client.self] }
    set { self[F31Client.self] = newValue }
  }
}

struct F31Offline: Error {}

struct F31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F31Whiteboard.State) -> [F31Whiteboard.Input] in
        if !state.isActive { return [.cameToForeground] }
        guard state.user != nil else { return [.loggedIn("Ada"), .wentToBackground] }
        var inputs: [F31Whiteboard.Input] = [.loggedOut, .wentToBackground]
        for board in ["Roadmap", "Logo"] where board != state.board { inputs.append(.boardOpened(board)) }
        if state.board != nil { inputs.append(.boardLeft) }
        if state.connection == .lost { inputs.append(.rejoinTapped) }
        return inputs
      }
    ) { () -> TestStore<F31Whiteboard> in
      let store = TestStore(initialState: F31Whiteboard.State()) { F31Whiteboard() }
      store.gate("join", at: \.f31Client.join) { request in
        [.success(["frame of \(request.1)"]), .failure(F31Offline())]
      }
      store.gate("strokes", at: \.f31Client.strokes) { _ in [.element("circle"), .finish] }
      store.gate("beat", at: \.f31Client.beat) { _ in [.success(()), .failure(F31Offline())] }
      return store
    }
  }
}
