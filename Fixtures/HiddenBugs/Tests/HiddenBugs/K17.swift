import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The questions that are asked during a live lesson. Each member has one vote for a question.
struct K17LiveLesson: Reducer {
  enum Connection: Equatable, Sendable {
    case off
    case connecting
    case live
    /// The connection was lost, and is made again after a pause.
    case waiting
    /// The app is in the background.
    case paused
    /// The lesson is over.
    case ended
  }

  enum Vote: Equatable, Sendable { case sending, counted, failed }

  struct State: Equatable {
    var room: String?
    var questions: [K17Question] = []
    var connection = Connection.off
    var isInBackground = false
    /// The votes of the member, by question. They stay when the member changes the room.
    var votes: [Int: Vote] = [:]
  }

  enum Input: Equatable, Sendable {
    case roomTapped(String)
    case leaveTapped
    case reconnectTapped
    case voteTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case asked([K17Question])
    case ended
    case lost
    case reconnectDue
    case voteCounted(Int)
    case voteFailed(Int)
  }

  /// The stream and the pause before the next one have the same id, as there is one or the other.
  private enum CancelID { case connection }

  @Dependency(\.k17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomTapped(let room)):
      guard room != state.room else { return .none }
      state.room = room
      state.questions = []
      return connect(to: room, &state)

    case .input(.leaveTapped):
      state.room = nil
      state.questions = []
      state.connection = .off
      return .cancel(id: CancelID.connection)

    case .input(.reconnectTapped):
      guard let room = state.room, state.connection == .waiting else { return .none }
      return connect(to: room, &state)

    case .input(.voteTapped(let id)):
      guard state.questions.contains(where: { $0.id == id }) else { return .none }
      guard state.votes[id] == nil || state.votes[id] == .failed else { return .none }
      state.votes[id] = .sending
      return .run("vote", of: id) { send in
        try await client.vote(id)
        await send(.voteCounted(id))
      } catch: { _, send in
        await send(.voteFailed(id))
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      guard state.room != nil, state.connection != .ended else { return .none }
      state.connection = .paused
      return .cancel(id: CancelID.connection)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let room = state.room, state.connection == .paused else { return .none }
      return connect(to: room, &state)

    case .feedback(.asked(let questions)):
      state.questions = questions
      state.connection = .live
      return .none

    case .feedback(.ended):
      state.connection = .ended
      return .none

    case .feedback(.lost):
      state.connection = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      guard let room = state.room else { return .none }
      return connect(to: room, &state)

    case .feedback(.voteCounted(let id)):
      state.votes[id] = .counted
      return .none

    case .feedback(.voteFailed(let id)):
      state.votes[id] = .failed
      return .none
    }
  }

  private func connect(to room: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .connecting
    return .run("questions", of: room) { send in
      for try await questions in client.questions(room) { await send(.asked(questions)) }
      await send(.ended)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

struct K17Question: Equatable, Sendable {
  var id: Int
  var text: String
}

struct K17Client: TestDependencyKey, Sendable {
  /// The questions of a lesson, all of them each time. The stream finishes with the lesson.
  var questions: @Sendable (_ room: String) -> AsyncThrowingStream<[K17Question], any Error>
  var vote: @Sendable (_ question: Int) async throws -> Void

  static let testValue = K17Client(
    questions: unimplemented("K17Client.questions", placeholder: AsyncThrowingStream { $0.finish() }),
    vote: unimplemented("K17Client.vote")
  )
}

extension DependencyValues {
  var k17Client: K17Client {
    get { self[K17Client.self] }
    set { self[K17Client.self] = newValue }
  }
}

struct K17Offline: Error {}

struct K17Bugs {
  static let baking = [K17Question(id: 1, text: "How long?")]
  static let knots = [K17Question(id: 2, text: "Which rope?")]

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K17LiveLesson.State) -> [K17LiveLesson.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [K17LiveLesson.Input] = [.roomTapped("Baking"), .roomTapped("Knots"), .wentToBackground]
        if state.room != nil { inputs.append(.leaveTapped) }
        if state.connection == .waiting { inputs.append(.reconnectTapped) }
        if let question = state.questions.first { inputs.append(.voteTapped(question.id)) }
        return inputs
      }
    ) { () -> TestStore<K17LiveLesson> in
      let store = TestStore(initialState: K17LiveLesson.State()) { K17LiveLesson() }
      store.gate("questions", at: \.k17Client.questions) { room in
        [.element(room == "Baking" ? K17Bugs.baking : K17Bugs.knots), .finish, .failure(K17Offline())]
      }
      store.gate("vote", at: \.k17Client.vote) { _ in [.success(()), .failure(K17Offline())] }
      return store
    }
  }
}
