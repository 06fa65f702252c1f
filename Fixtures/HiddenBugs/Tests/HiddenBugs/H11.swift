import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum H11Event: Equatable, Sendable {
  case opened
  case joined(String)
  case raisedHand(String)
  case left(String)
}

struct H11Client: TestDependencyKey, Sendable {
  /// Connects to a room. The stream finishes when the host ends the call.
  var events: @Sendable (_ room: String) -> AsyncThrowingStream<H11Event, any Error>
  var mute: @Sendable (_ isMuted: Bool) async throws -> Void

  static let testValue = H11Client(
    events: unimplemented("H11Client.events", placeholder: AsyncThrowingStream { $0.finish() }),
    mute: unimplemented("H11Client.mute")
  )
}

extension DependencyValues {
  var h11Client: H11Client {
    get { self[H11Client.self] }
    set { self[H11Client.self] = newValue }
  }
}

struct H11ConnectionLost: Error {}

/// A call in a room. A lost connection is tried once more after two seconds, and then on request.
struct H11Call: Reducer {
  struct Person: Equatable {
    var hasRaisedHand = false
  }

  enum Phase: Equatable {
    case connecting(attempt: Int)
    case live
    case waiting
    case lost
  }

  struct State: Equatable, Identifiable {
    /// The room.
    var id: String
    var phase = Phase.connecting(attempt: 1)
    var people: [String: Person] = [:]
    var isMuted = false
    var isChangingMute = false
  }

  enum Input: Equatable, Sendable { case muteTapped, retryTapped, hangUpTapped }
  enum Feedback: Equatable, Sendable { case happened(H11Event), finished, lost, pauseEnded, muteChanged, muteFailed }
  enum Output: Equatable, Sendable { case hungUp, ended }

  private enum CancelID { case connection }

  @Dependency(\.h11Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    connect(to: state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.muteTapped):
      guard !state.isChangingMute else { return .none }
      state.isMuted.toggle()
      state.isChangingMute = true
      return .run("mute", of: state.isMuted) { [isMuted = state.isMuted] send in
        try await client.mute(isMuted)
        await send(.muteChanged)
      } catch: { _, send in
        await send(.muteFailed)
      }

    case .feedback(.muteChanged):
      state.isChangingMute = false
      return .none

    case .feedback(.muteFailed):
      state.isChangingMute = false
      state.isMuted.toggle()
      return .none

    case .input(.retryTapped):
      guard state.phase == .waiting || state.phase == .lost else { return .none }
      state.phase = .connecting(attempt: 1)
      return connect(to: state.id)

    case .input(.hangUpTapped):
      return .output(.hungUp)

    case .feedback(.happened(.opened)):
      state.phase = .live
      return .none

    case .feedback(.happened(.joined(let name))):
      if state.people[name] == nil { state.people[name] = Person() }
      return .none

    case .feedback(.happened(.raisedHand(let name))):
      state.people[name]?.hasRaisedHand = true
      return .none

    case .feedback(.happened(.left(let name))):
      state.people[name] = nil
      return .none

    case .feedback(.finished):
      return .output(.ended)

    case .feedback(.lost):
      state.people = [:]
      guard state.phase != .connecting(attempt: 2) else {
        state.phase = .lost
        return .none
      }
      state.phase = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.connection)

    case .feedback(.pauseEnded):
      state.phase = .connecting(attempt: 2)
      return connect(to: state.id)
    }
  }

  private func connect(to room: String) -> Effect<Feedback, Output> {
    .run("connect", of: room) { send in
      for try await event in client.events(room) { await send(.happened(event)) }
      await send(.finished)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

/// The start screen of the video calls. A link to another room asks before it leaves a call.
struct H11Lobby: Reducer {
  struct State: Equatable {
    var call: H11Call.State?
    /// The room of a link, while the user is asked whether to leave the call for it.
    var askedRoom: String?
    /// The room whose host has ended the last call.
    var endedRoom: String?
  }

  enum Input: Equatable, Sendable {
    case joinTapped(String)
    case linkOpened(String)
    case switchTapped
    case stayTapped
    case call(H11Call.Input)
  }

  enum Feedback: Equatable, Sendable {
    case call(ChildFeedback<H11Call>)
  }

  private let call = Scope<H11Lobby, H11Call>(ifLet: \.call, feedback: Feedback.call) { H11Call() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped(let room)):
      return state.call == nil ? join(room, &state) : .none

    case .input(.linkOpened(let room)):
      guard let current = state.call else { return join(room, &state) }
      if current.id != room { state.askedRoom = room }
      return .none

    case .input(.switchTapped):
      guard let room = state.askedRoom else { return .none }
      return join(room, &state)

    case .input(.stayTapped):
      state.askedRoom = nil
      return .none

    case .input(.call(let input)):
      guard state.call != nil, state.askedRoom == nil else { return .none }
      return call.reduce(.input(input), into: &state)

    case .feedback(.call(.feedback(let feedback))):
      return call.reduce(.feedback(feedback), into: &state)

    case .feedback(.call(.output(.hungUp))):
      state.call = nil
      return .none

    case .feedback(.call(.output(.ended))):
      // There is no call to stay in any more.
      if let room = state.askedRoom { return join(room, &state) }
      state.endedRoom = state.call?.id
      state.call = nil
      return .none
    }
  }

  /// Joins a room, in place of the present call.
  private func join(_ room: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.askedRoom = nil
    state.endedRoom = nil
    state.call = H11Call.State(id: room)
    return call.start(from: state)
  }
}

struct H11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H11Lobby.State) -> [H11Lobby.Input] in
        if state.askedRoom != nil { return [.switchTapped, .stayTapped] }
        if state.call == nil { return [.joinTapped("A"), .linkOpened("B")] }
        return [.call(.muteTapped), .call(.retryTapped), .call(.hangUpTapped), .linkOpened("A"), .linkOpened("B")]
      }
    ) { () -> TestStore<H11Lobby> in
      let store = TestStore(initialState: H11Lobby.State()) { H11Lobby() }
      store.gate("events", at: \.h11Client.events) { _ in
        [
          .element(.opened), .element(.joined("Ada")), .element(.raisedHand("Ada")), .element(.left("Ada")), .finish,
          .failure(H11ConnectionLost()),
        ]
      }
      store.gate("mute", at: \.h11Client.mute) { _ in [.success(()), .failure(H11ConnectionLost())] }
      return store
    }
  }
}
