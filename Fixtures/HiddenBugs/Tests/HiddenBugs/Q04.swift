import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q04Motion: Equatable, Sendable {
  var id: Int
  var title: String
}

enum Q04Choice: Equatable, Sendable { case yes, no }

struct Q04Server: TestDependencyKey, Sendable {
  var motion: @Sendable (_ id: Int) async throws -> Q04Motion
  var vote: @Sendable (_ motion: Int, _ choice: Q04Choice) async throws -> Void

  static let testValue = Q04Server(
    motion: unimplemented("Q04Server.motion"),
    vote: unimplemented("Q04Server.vote")
  )
}

extension DependencyValues {
  var q04Server: Q04Server {
    get { self[Q04Server.self] }
    set { self[Q04Server.self] = newValue }
  }
}

/// The ballot of one motion. It can't be closed while the vote is on its way.
struct Q04Ballot: Reducer {
  struct State: Equatable, Identifiable {
    var motion: Q04Motion
    var choice: Q04Choice?
    var isSending = false
    var hasFailed = false

    var id: Int { motion.id }
  }

  enum Input: Equatable { case chosen(Q04Choice), sendTapped, closeTapped }
  enum Feedback: Equatable { case sent(Q04Choice), failed }
  enum Output: Equatable { case voted(Q04Choice), closed }

  private enum CancelID { case vote }

  @Dependency(\.q04Server) private var server

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.chosen(let choice)):
      guard !state.isSending else { return .none }
      state.choice = choice
      state.hasFailed = false
      return .none

    case .input(.sendTapped):
      guard let choice = state.choice, !state.isSending else { return .none }
      state.isSending = true
      state.hasFailed = false
      return .run("vote", of: state.id) { [id = state.id] send in
        try await server.vote(id, choice)
        await send(.sent(choice))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.vote, cancelInFlight: true)

    case .input(.closeTapped):
      return state.isSending ? .none : .output(.closed)

    case .feedback(.sent(let choice)):
      state.isSending = false
      return .output(.voted(choice))

    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The motions of a housing co-op. A link that arrives while a ballot is open waits until it is closed.
struct Q04Assembly: Reducer {
  struct State: Equatable {
    var ballot: Q04Ballot.State?
    var opening: Int?
    var waiting: Int?
    var votes: [Int: Q04Choice] = [:]
    var linkFailed = false
  }

  enum Input: Equatable {
    case motionTapped(Q04Motion)
    case linkOpened(Int)
    case ballot(Q04Ballot.Input)
  }

  enum Feedback: Equatable {
    case linkLoaded(Q04Motion)
    case linkFailed
    case ballot(ChildFeedback<Q04Ballot>)
  }

  private enum CancelID { case link }

  private let ballot = Scope<Q04Assembly, Q04Ballot>(ifLet: \.ballot, feedback: Feedback.ballot) { Q04Ballot() }

  @Dependency(\.q04Server) private var server

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.ballot(let input)): return ballot.reduce(.input(input), into: &state)
    case .feedback(.ballot(.feedback(let feedback))): return ballot.reduce(.feedback(feedback), into: &state)

    case .input(.motionTapped(let motion)):
      guard state.ballot == nil else { return .none }
      show(motion, &state)
      return .none

    case .input(.linkOpened(let id)):
      if let ballot = state.ballot {
        if ballot.id != id { state.waiting = id }
        return .none
      }
      return openLink(id, &state)

    case .feedback(.linkLoaded(let motion)):
      state.opening = nil
      show(motion, &state)
      return .none

    case .feedback(.linkFailed):
      state.opening = nil
      state.linkFailed = true
      return .none

    case .feedback(.ballot(.output(.voted(let choice)))):
      if let id = state.ballot?.id { state.votes[id] = choice }
      return closeBallot(&state)

    case .feedback(.ballot(.output(.closed))):
      return closeBallot(&state)
    }
  }

  private func show(_ motion: Q04Motion, _ state: inout State) {
    state.linkFailed = false
    state.ballot = Q04Ballot.State(motion: motion, choice: state.votes[motion.id])
  }

  private func openLink(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.opening = id
    state.linkFailed = false
    return .run("motion", of: id) { send in
      await send(.linkLoaded(try await server.motion(id)))
    } catch: { _, send in
      await send(.linkFailed)
    }
    .cancellable(id: CancelID.link, cancelInFlight: true)
  }

  private func closeBallot(_ state: inout State) -> Effect<Feedback, Never> {
    state.ballot = nil
    guard let id = state.waiting else { return .none }
    state.waiting = nil
    return openLink(id, &state)
  }
}

struct Q04Offline: Error {}

struct Q04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q04Assembly.State) -> [Q04Assembly.Input] in
        guard state.ballot != nil else {
          return [.motionTapped(Q04Motion(id: 1, title: "Roof")), .linkOpened(1), .linkOpened(2)]
        }
        return [
          .linkOpened(2), .ballot(.chosen(.yes)), .ballot(.chosen(.no)), .ballot(.sendTapped), .ballot(.closeTapped),
        ]
      }
    ) { () -> TestStore<Q04Assembly> in
      let store = TestStore(initialState: Q04Assembly.State()) { Q04Assembly() }
      store.gate("motion", at: \.q04Server.motion) { id in
        [.success(Q04Motion(id: id, title: id == 1 ? "Roof" : "Garden")), .failure(Q04Offline())]
      }
      store.gate("vote", at: \.q04Server.vote) { _ in [.success(()), .failure(Q04Offline())] }
      return store
    }
  }
}
