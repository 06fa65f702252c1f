import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Hands a ticket over to a friend, who has to accept it. Until then it can be taken back.
struct B15Handover: Reducer {
  enum Status: Equatable, Sendable {
    case owned
    case offering(String)
    case offered(String)
    case accepted(String)
  }

  enum Problem: Equatable, Sendable { case notOffered, notTakenBack }

  struct State: Equatable {
    var friend: String?
    var status = Status.owned
    var isTakingBack = false
    var problem: Problem?
    var isInBackground = false

    /// Whether the friend may accept at any time.
    var isOpen: Bool {
      switch status {
      case .offered: true
      case .owned: isTakingBack
      case .offering, .accepted: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case friendChosen(String)
    case offerTapped
    case takeBackTapped
    case problemDismissed
    case nextTicketTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case offered(String)
    case offerFailed
    case takenBack
    case takeBackFailed(Status)
    case accepted(String)
  }

  private enum CancelID { case takeBack, acceptances }

  @Dependency(\.b15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.friendChosen(let friend)):
      guard state.status == .owned, !state.isTakingBack else { return .none }
      state.friend = friend
      return .none

    case .input(.offerTapped):
      guard state.status == .owned, !state.isTakingBack, let friend = state.friend else { return .none }
      state.status = .offering(friend)
      state.problem = nil
      return .run("offer", of: friend) { send in
        try await client.offer(friend)
        await send(.offered(friend))
      } catch: { _, send in
        await send(.offerFailed)
      }

    case .input(.takeBackTapped):
      guard case .offered = state.status else { return .none }
      // The ticket is shown as the user's at once, and the server confirms it.
      let status = state.status
      state.status = .owned
      state.isTakingBack = true
      state.problem = nil
      return .run("takeBack") { send in
        try await client.takeBack()
        await send(.takenBack)
      } catch: { _, send in
        await send(.takeBackFailed(status))
      }
      .cancellable(id: CancelID.takeBack, cancelInFlight: true)

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .input(.nextTicketTapped):
      guard case .accepted = state.status else { return .none }
      state = State()
      return .cancel(id: CancelID.takeBack)

    case .input(.wentToBackground):
      // What the user has asked for goes on.
      state.isInBackground = true
      return .cancel(id: CancelID.acceptances)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isOpen ? listen(to: state.friend) : .none

    case .feedback(.offered(let friend)):
      state.status = .offered(friend)
      return state.isInBackground ? .none : listen(to: friend)

    case .feedback(.offerFailed):
      state.status = .owned
      state.problem = .notOffered
      return .none

    case .feedback(.takenBack):
      state.isTakingBack = false
      return .cancel(id: CancelID.acceptances)

    case .feedback(.takeBackFailed(let status)):
      state.isTakingBack = false
      state.status = status
      state.problem = .notTakenBack
      return .none

    case .feedback(.accepted(let friend)):
      state.status = .accepted(friend)
      return .cancel(id: CancelID.acceptances)
    }
  }

  /// Listens for the friend. The server tells first what has happened in the meantime.
  private func listen(to friend: String?) -> Effect<Feedback, Never> {
    guard let friend else { return .none }
    return .run("acceptances", of: friend) { send in
      while true {
        for await acceptance in client.acceptances(friend) { await send(.accepted(acceptance.friend)) }
        try await clock.sleep(for: .seconds(5))
      }
    }
    .cancellable(id: CancelID.acceptances, cancelInFlight: true)
  }
}

struct B15Acceptance: Equatable, Sendable {
  var friend: String
}

struct B15Client: TestDependencyKey, Sendable {
  var offer: @Sendable (_ friend: String) async throws -> Void
  var takeBack: @Sendable () async throws -> Void
  var acceptances: @Sendable (_ friend: String) -> AsyncStream<B15Acceptance>

  static let testValue = B15Client(
    offer: unimplemented("B15Client.offer"),
    takeBack: unimplemented("B15Client.takeBack"),
    acceptances: unimplemented("B15Client.acceptances", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var b15Client: B15Client {
    get { self[B15Client.self] }
    set { self[B15Client.self] = newValue }
  }
}

struct B15Refused: Error {}

struct B15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B15Handover.State) -> [B15Handover.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [B15Handover.Input] = [.wentToBackground]
        if state.problem != nil { inputs.append(.problemDismissed) }
        switch state.status {
        case .owned where !state.isTakingBack:
          inputs += [.friendChosen("Ben"), .friendChosen("Cleo")]
          if state.friend != nil { inputs.append(.offerTapped) }
        case .offered: inputs.append(.takeBackTapped)
        case .accepted: inputs.append(.nextTicketTapped)
        case .owned, .offering: break
        }
        return inputs
      }
    ) { () -> TestStore<B15Handover> in
      let store = TestStore(initialState: B15Handover.State()) { B15Handover() }
      store.gate("offer", at: \.b15Client.offer) { _ in [.success(()), .failure(B15Refused())] }
      store.gate("takeBack", at: \.b15Client.takeBack) { [.success(()), .failure(B15Refused())] }
      store.gate("acceptances", at: \.b15Client.acceptances) { friend in
        [.element(B15Acceptance(friend: friend)), .finish]
      }
      return store
    }
  }
}
