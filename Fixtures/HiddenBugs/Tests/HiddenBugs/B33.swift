import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The questions of the audience at a talk. The board is polled while it is on the screen.
struct B33Board: Reducer {
  struct State: Equatable {
    var isJoined = false
    var questions: [B33Question] = []
    var isLoading = false
    var isOffline = false
    var voting: Set<Int> = []
    var voted: Set<Int> = []
    var hasVoteFailed = false
    var isInBackground = false
    var poller: B33Poller.State?
  }

  enum Input: Equatable, Sendable {
    case joinTapped
    case leaveTapped
    case reloadTapped
    case voteTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([B33Question])
    case loadFailed
    case voteSaved(Int)
    case voteFailed(Int)
    case poller(ChildFeedback<B33Poller>)
  }

  private enum CancelID { case load }

  private let poller = Scope<B33Board, B33Poller>(ifLet: \.poller, feedback: Feedback.poller) { B33Poller() }

  @Dependency(\.b33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped):
      guard !state.isJoined else { return .none }
      state.isJoined = true
      return load(&state)

    case .input(.leaveTapped):
      // Votes go on, and stay.
      state.isJoined = false
      state.questions = []
      state.isLoading = false
      state.isOffline = false
      state.hasVoteFailed = false
      state.poller = nil
      return .cancel(id: CancelID.load)

    case .input(.reloadTapped):
      guard state.isJoined, !state.isLoading else { return .none }
      return load(&state)

    case .input(.voteTapped(let id)):
      guard state.isJoined, !state.voting.contains(id), !state.voted.contains(id) else { return .none }
      state.voting.insert(id)
      state.hasVoteFailed = false
      return .run("vote", of: id) { send in
        try await client.vote(id)
        await send(.voteSaved(id))
      } catch: { _, send in
        await send(.voteFailed(id))
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      state.poller = nil
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isJoined ? load(&state) : .none

    case .feedback(.loaded(let questions)):
      state.isLoading = false
      state.questions = questions
      return poll(&state)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.isOffline = true
      return poll(&state)

    case .feedback(.voteSaved(let id)):
      state.voting.remove(id)
      state.voted.insert(id)
      // What is on its way may not count the vote.
      return state.isJoined && !state.isInBackground ? load(&state) : .none

    case .feedback(.voteFailed(let id)):
      state.voting.remove(id)
      state.hasVoteFailed = state.isJoined
      return .none

    case .feedback(.poller(.output(.due))):
      return state.isLoading ? .none : load(&state)

    case .feedback(.poller(.feedback(let feedback))):
      return poller.reduce(.feedback(feedback), into: &state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.isOffline = false
    return .run("questions") { send in
      await send(.loaded(try await client.questions()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Lets the poller begin, if it doesn't run, and if somebody looks.
  private func poll(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.poller == nil, !state.isInBackground else { return .none }
    state.poller = B33Poller.State()
    return poller.start(from: state)
  }
}

/// Says every ten seconds that it is time.
struct B33Poller: Reducer {
  struct State: Equatable {}
  typealias Input = Never
  enum Feedback: Equatable, Sendable { case ticked }
  enum Output: Equatable, Sendable { case due }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    .run("poll") { send in
      for await _ in clock.timer(interval: .seconds(10)) { await send(.ticked) }
    }
  }

  func reduce(message: Message<Never, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    .output(.due)
  }
}

struct B33Question: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
  var votes: Int
}

struct B33Client: TestDependencyKey, Sendable {
  var questions: @Sendable () async throws -> [B33Question]
  var vote: @Sendable (_ id: Int) async throws -> Void

  static let testValue = B33Client(
    questions: unimplemented("B33Client.questions"),
    vote: unimplemented("B33Client.vote")
  )
}

extension DependencyValues {
  var b33Client: B33Client {
    get { self[B33Client.self] }
    set { self[B33Client.self] = newValue }
  }
}

struct B33Offline: Error {}

struct B33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B33Board.State) -> [B33Board.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.isJoined else { return [.joinTapped, .wentToBackground] }
        var inputs: [B33Board.Input] = [.leaveTapped, .wentToBackground]
        if !state.isLoading { inputs.append(.reloadTapped) }
        for question in state.questions where !state.voting.contains(question.id) && !state.voted.contains(question.id)
        {
          inputs.append(.voteTapped(question.id))
        }
        return inputs
      }
    ) { () -> TestStore<B33Board> in
      let store = TestStore(initialState: B33Board.State()) { B33Board() }
      store.gate("questions", at: \.b33Client.questions) {
        [.success([B33Question(id: 1, text: "Why?", votes: 3)]), .failure(B33Offline())]
      }
      store.gate("vote", at: \.b33Client.vote) { _ in [.success(()), .failure(B33Offline())] }
      return store
    }
  }
}
