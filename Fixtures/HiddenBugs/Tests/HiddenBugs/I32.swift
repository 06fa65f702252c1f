import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chat beside a film premiere, with the number of those who watch.
struct I32Premiere: Reducer {
  enum Clap: Equatable { case open, sending, done }

  struct State: Equatable {
    var room: String?
    var lines: [I32Line] = []
    var isOffline = false
    /// How many watch; nil while it isn't known.
    var viewers: Int?
    var clap = Clap.open
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case joinTapped(String)
    case leaveTapped
    case reconnectTapped
    case clapTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case line(I32Line)
    case chatEnded
    case reconnectDue
    case counted(Int?)
    case countDue
    case clapped
    case clapFailed
  }

  private enum CancelID { case chat, reconnect, count, nextCount, clap }

  @Dependency(\.i32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped(let room)):
      guard state.room == nil else { return .none }
      state.room = room
      return .merge(connect(to: room, &state), count(in: room))

    case .input(.leaveTapped):
      state = State()
      return .merge(
        .cancel(id: CancelID.chat),
        .cancel(id: CancelID.reconnect),
        .cancel(id: CancelID.count),
        .cancel(id: CancelID.nextCount),
        .cancel(id: CancelID.clap)
      )

    case .input(.reconnectTapped), .feedback(.reconnectDue):
      guard let room = state.room, state.isOffline else { return .none }
      return connect(to: room, &state)

    case .input(.clapTapped):
      guard let room = state.room, state.clap == .open else { return .none }
      state.clap = .sending
      return .run("clap", of: room) { send in
        try await client.clap(room)
        await send(.clapped)
      } catch: { _, send in
        await send(.clapFailed)
      }
      .cancellable(id: CancelID.clap)

    case .input(.wentToBackground):
      // Most are back in a moment, so the chat stays open.
      state.isInBackground = true
      return .merge(.cancel(id: CancelID.reconnect), .cancel(id: CancelID.nextCount))

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let room = state.room else { return .none }
      return .merge(count(in: room), state.isOffline ? connect(to: room, &state) : .none)

    case .feedback(.line(let line)):
      // A new connection begins with the last lines.
      if !state.lines.contains(where: { $0.id == line.id }) { state.lines.append(line) }
      return .none

    case .feedback(.chatEnded):
      state.isOffline = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .feedback(.counted(let viewers)):
      state.viewers = viewers
      guard !state.isInBackground else { return .none }
      return .run("next count") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.countDue)
      }
      .cancellable(id: CancelID.nextCount, cancelInFlight: true)

    case .feedback(.countDue):
      guard let room = state.room else { return .none }
      return count(in: room)

    case .feedback(.clapped):
      state.clap = .done
      return .none

    case .feedback(.clapFailed):
      state.clap = .open
      return .none
    }
  }

  private func connect(to room: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isOffline = false
    return .merge(
      .cancel(id: CancelID.reconnect),
      .run("chat", of: room) { send in
        for try await line in client.chat(room) { await send(.line(line)) }
        await send(.chatEnded)
      } catch: { _, send in
        await send(.chatEnded)
      }
      .cancellable(id: CancelID.chat, cancelInFlight: true)
    )
  }

  /// Counts the viewers now, instead of waiting for the next count.
  private func count(in room: String) -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.nextCount),
      .run("count", of: room) { send in
        await send(.counted(try? await client.viewers(room)))
      }
      .cancellable(id: CancelID.count, cancelInFlight: true)
    )
  }
}

struct I32Line: Equatable, Sendable, Identifiable {
  var id: Int
  var text: String
}

struct I32Client: TestDependencyKey, Sendable {
  var chat: @Sendable (_ room: String) -> AsyncThrowingStream<I32Line, any Error>
  var viewers: @Sendable (_ room: String) async throws -> Int
  var clap: @Sendable (_ room: String) async throws -> Void

  static let testValue = I32Client(
    chat: unimplemented("I32Client.chat", placeholder: AsyncThrowingStream { $0.finish() }),
    viewers: unimplemented("I32Client.viewers"),
    clap: unimplemented("I32Client.clap")
  )
}

extension DependencyValues {
  var i32Client: I32Client {
    get { self[I32Client.self] }
    set { self[I32Client.self] = newValue }
  }
}

struct I32Offline: Error {}

struct I32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I32Premiere.State) -> [I32Premiere.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.room != nil else { return [.joinTapped("Hall 1")] }
        var inputs: [I32Premiere.Input] = [.leaveTapped, .wentToBackground]
        if state.isOffline { inputs.append(.reconnectTapped) }
        if state.clap == .open { inputs.append(.clapTapped) }
        return inputs
      }
    ) { () -> TestStore<I32Premiere> in
      let store = TestStore(initialState: I32Premiere.State()) { I32Premiere() }
      store.gate("chat", at: \.i32Client.chat) { _ in
        [.element(I32Line(id: 1, text: "It begins!")), .finish, .failure(I32Offline())]
      }
      store.gate("viewers", at: \.i32Client.viewers) { _ in [.success(120), .failure(I32Offline())] }
      store.gate("clap", at: \.i32Client.clap) { _ in [.success(()), .failure(I32Offline())] }
      return store
    }
  }
}
