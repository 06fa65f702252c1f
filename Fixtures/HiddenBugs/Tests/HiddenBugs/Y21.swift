import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A coach's comments on the athletes of a squad. The sidebar lists the athletes, beside the comments on one of them.
struct Y21Comments: Reducer {
  /// A place to which the coach goes from an athlete.
  enum Destination: Equatable, Sendable {
    case overview
    case athlete(String)
  }

  struct State: Equatable {
    var athlete: String?
    var comments: [String] = []
    var isLoading = false
    var loadFailed = false
    var draft = ""
    var sending: String?
    var sendFailed = false
    var leavesFor: Destination?
  }

  enum Input: Equatable, Sendable {
    case athleteChosen(String)
    case draftChanged(String)
    case sendTapped
    case retryTapped
    case backTapped
    case leaveTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case sent(String)
    case sendFailed
  }

  private enum CancelID { case load, send }

  @Dependency(\.y21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.athleteChosen(let athlete)):
      guard athlete != state.athlete else { return .none }
      guard state.draft.isEmpty else {
        state.leavesFor = .athlete(athlete)
        return .none
      }
      return go(to: .athlete(athlete), &state)

    case .input(.draftChanged(let text)):
      guard state.athlete != nil, state.sending == nil else { return .none }
      state.draft = text
      state.sendFailed = false
      return .none

    case .input(.sendTapped):
      guard let athlete = state.athlete, !state.draft.isEmpty, !state.isLoading, !state.loadFailed else { return .none }
      let text = state.draft
      state.sending = text
      state.draft = ""
      state.sendFailed = false
      return .run("comment", of: text) { send in
        try await client.comment(athlete, text)
        await send(.sent(text))
      } catch: { _, send in
        await send(.sendFailed)
      }
      .cancellable(id: CancelID.send)

    case .input(.retryTapped):
      guard let athlete = state.athlete, state.loadFailed else { return .none }
      return load(athlete, &state)

    case .input(.backTapped):
      guard state.draft.isEmpty, state.sending == nil else {
        state.leavesFor = .overview
        return .none
      }
      return go(to: .overview, &state)

    case .input(.leaveTapped):
      guard let destination = state.leavesFor else { return .none }
      return go(to: destination, &state)

    case .input(.stayTapped):
      state.leavesFor = nil
      return .none

    case .feedback(.loaded(let comments)):
      state.isLoading = false
      state.comments = comments
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.sent(let text)):
      state.sending = nil
      state.comments.append(text)
      return .none

    case .feedback(.sendFailed):
      state.draft = state.sending ?? ""
      state.sending = nil
      state.sendFailed = true
      return .none
    }
  }

  private func go(to destination: Destination, _ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    switch destination {
    case .overview:
      return .merge(.cancel(id: CancelID.send), .cancel(id: CancelID.load))
    case .athlete(let athlete):
      state.athlete = athlete
      return .merge(.cancel(id: CancelID.send), load(athlete, &state))
    }
  }

  private func load(_ athlete: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("comments", of: athlete) { send in
      await send(.loaded(try await client.comments(athlete)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Y21Client: TestDependencyKey, Sendable {
  var comments: @Sendable (_ athlete: String) async throws -> [String]
  var comment: @Sendable (_ athlete: String, _ text: String) async throws -> Void

  static let testValue = Y21Client(
    comments: unimplemented("Y21Client.comments"),
    comment: unimplemented("Y21Client.comment")
  )
}

extension DependencyValues {
  var y21Client: Y21Client {
    get { self[Y21Client.self] }
    set { self[Y21Client.self] = newValue }
  }
}

struct Y21Offline: Error {}

struct Y21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y21Comments.State) -> [Y21Comments.Input] in
        if state.leavesFor != nil { return [.leaveTapped, .stayTapped] }
        var inputs: [Y21Comments.Input] = [.athleteChosen("Ida"), .athleteChosen("Tom")]
        guard state.athlete != nil else { return inputs }
        inputs.append(.backTapped)
        if state.sending == nil, state.comments.count < 2 { inputs += [.draftChanged("Well run"), .draftChanged("")] }
        if !state.draft.isEmpty, !state.isLoading, !state.loadFailed { inputs.append(.sendTapped) }
        if state.loadFailed { inputs.append(.retryTapped) }
        return inputs
      }
    ) { () -> TestStore<Y21Comments> in
      let store = TestStore(initialState: Y21Comments.State()) { Y21Comments() }
      store.gate("comments", at: \.y21Client.comments) { athlete in
        [.success(["\(athlete) starts well"]), .failure(Y21Offline())]
      }
      store.gate("comment", at: \.y21Client.comment) { _ in [.success(()), .failure(Y21Offline())] }
      return store
    }
  }
}
