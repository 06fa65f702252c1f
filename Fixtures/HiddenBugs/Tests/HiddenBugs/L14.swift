import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The card of a museum member. An expired session is renewed without a question.
struct L14Membership: Reducer {
  struct State: Equatable {
    var session: L14Session?
    var card: L14Card?
    var isLoading = false
    var isRenewing = false
    var isIssuing = false
    var guestPass: String?
    var problem: Problem?

    var isBusy: Bool { isLoading || isRenewing }
  }

  enum Problem: Equatable { case offline, signInAgain, noPass }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case reloadTapped
    case guestPassTapped
    case problemClosed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case cardLoaded(L14Card)
    case cardExpired
    case cardFailed
    case renewed(L14Session)
    case renewFailed
    case passIssued(String)
    case passFailed
  }

  private enum CancelID { case card, renewal, pass }

  @Dependency(\.l14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let member)):
      guard state.session == nil else { return .none }
      let session = L14Session(member: member, token: "first")
      state.session = session
      return loadCard(session, into: &state)

    case .input(.reloadTapped):
      guard let session = state.session, !state.isBusy else { return .none }
      return loadCard(session, into: &state)

    case .input(.guestPassTapped):
      guard let session = state.session, state.card != nil, state.guestPass == nil, !state.isIssuing else {
        return .none
      }
      state.isIssuing = true
      state.problem = nil
      return .run("pass", of: session) { send in
        await send(.passIssued(try await client.issuePass(session)))
      } catch: { _, send in
        await send(.passFailed)
      }
      .cancellable(id: CancelID.pass, cancelInFlight: true)

    case .input(.problemClosed):
      state.problem = nil
      return .none

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.card), .cancel(id: CancelID.pass))

    case .feedback(.cardLoaded(let card)):
      state.isLoading = false
      state.card = card
      return .none

    case .feedback(.cardExpired):
      state.isLoading = false
      guard let session = state.session else { return .none }
      state.isRenewing = true
      return .run("renew", of: session) { send in
        await send(.renewed(try await client.renew(session)))
      } catch: { _, send in
        await send(.renewFailed)
      }
      .cancellable(id: CancelID.renewal, cancelInFlight: true)

    case .feedback(.cardFailed):
      state.isLoading = false
      state.problem = .offline
      return .none

    case .feedback(.renewed(let session)):
      state.isRenewing = false
      state.session = session
      return loadCard(session, into: &state)

    case .feedback(.renewFailed):
      state.isRenewing = false
      state.problem = .signInAgain
      return .none

    case .feedback(.passIssued(let code)):
      state.isIssuing = false
      state.guestPass = code
      return .none

    case .feedback(.passFailed):
      state.isIssuing = false
      state.problem = .noPass
      return .none
    }
  }

  private func loadCard(_ session: L14Session, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("card", of: session) { send in
      await send(.cardLoaded(try await client.card(session)))
    } catch: { error, send in
      await send((error as? L14Failure) == .expired ? .cardExpired : .cardFailed)
    }
    .cancellable(id: CancelID.card, cancelInFlight: true)
  }
}

struct L14Session: Hashable, Sendable {
  var member: String
  var token: String
}

struct L14Card: Equatable, Sendable {
  var holder: String
  var validUntil: String
}

enum L14Failure: Error { case expired, offline }

struct L14Client: TestDependencyKey, Sendable {
  var card: @Sendable (_ session: L14Session) async throws -> L14Card
  var renew: @Sendable (_ session: L14Session) async throws -> L14Session
  var issuePass: @Sendable (_ session: L14Session) async throws -> String

  static let testValue = L14Client(
    card: unimplemented("L14Client.card"),
    renew: unimplemented("L14Client.renew"),
    issuePass: unimplemented("L14Client.issuePass")
  )
}

extension DependencyValues {
  var l14Client: L14Client {
    get { self[L14Client.self] }
    set { self[L14Client.self] = newValue }
  }
}

struct L14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L14Membership.State) -> [L14Membership.Input] in
        if state.session == nil { return [.signedIn("Mara"), .signedIn("Joos")] }
        var inputs: [L14Membership.Input] = [.reloadTapped, .guestPassTapped, .signOutTapped]
        if state.problem != nil { inputs.append(.problemClosed) }
        return inputs
      }
    ) { () -> TestStore<L14Membership> in
      let store = TestStore(initialState: L14Membership.State()) { L14Membership() }
      store.gate("card", at: \.l14Client.card) { session in
        [
          .success(L14Card(holder: session.member, validUntil: "May")),
          .failure(L14Failure.expired),
          .failure(L14Failure.offline),
        ]
      }
      store.gate("renew", at: \.l14Client.renew) { session in
        [.success(L14Session(member: session.member, token: "next")), .failure(L14Failure.offline)]
      }
      store.gate("pass", at: \.l14Client.issuePass) { session in
        [.success("Guest of \(session.member)"), .failure(L14Failure.offline)]
      }
      return store
    }
  }
}
