import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O03Offline: Error {}

struct O03Guest: Equatable, Identifiable, Sendable {
  var id: Int
  var name: String
  var isInvited = false
}

struct O03GuestClient: DependencyKey, Sendable {
  var guests: @Sendable (_ couple: String) async throws -> [O03Guest]
  var invite: @Sendable (_ guest: Int) async throws -> Void

  static let liveValue = O03GuestClient(guests: { _ in [] }, invite: { _ in })
  static let testValue = O03GuestClient(
    guests: unimplemented("O03GuestClient.guests"),
    invite: unimplemented("O03GuestClient.invite")
  )
}

extension DependencyValues {
  var o03GuestClient: O03GuestClient {
    get { self[O03GuestClient.self] }
    set { self[O03GuestClient.self] = newValue }
  }
}

/// The guests of a wedding, whom the couple invites one by one.
struct O03Wedding: Reducer {
  enum State: Equatable {
    case signedOut
    case opening(String)
    case unavailable(String)
    case planning(Plan)
  }

  struct Plan: Equatable {
    var couple: String
    var guests: [O03Guest]
    var refresh = Refresh.idle
    var invitation = Invitation.idle
  }

  enum Refresh: Equatable { case idle, running, failed }

  enum Invitation: Equatable {
    case idle
    case sending(Int, thenSignOut: Bool)
    case failed(Int)
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case retryTapped
    case refreshPulled
    case inviteTapped(Int)
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O03Guest])
    case loadFailed
    case invited(Int)
    case inviteFailed(Int)
  }

  private enum CancelID { case guests }

  @Dependency(\.o03GuestClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let couple)):
      guard state == .signedOut else { return .none }
      state = .opening(couple)
      return load(couple)

    case .input(.retryTapped):
      switch state {
      case .signedOut, .opening: return .none
      case .unavailable(let couple):
        state = .opening(couple)
        return load(couple)
      case .planning(let plan):
        return plan.refresh == .failed ? refresh(plan, &state) : .none
      }

    case .input(.refreshPulled):
      guard case .planning(let plan) = state, plan.refresh != .running else { return .none }
      return refresh(plan, &state)

    case .input(.inviteTapped(let id)):
      guard case .planning(var plan) = state, plan.guests.contains(where: { $0.id == id && !$0.isInvited }) else {
        return .none
      }
      if case .sending = plan.invitation { return .none }
      plan.invitation = .sending(id, thenSignOut: false)
      state = .planning(plan)
      return .run("invite", of: id) { send in
        try await client.invite(id)
        await send(.invited(id))
      } catch: { _, send in
        await send(.inviteFailed(id))
      }

    case .input(.signOutTapped):
      guard case .planning(var plan) = state, case .sending(let id, thenSignOut: _) = plan.invitation else {
        return signOut(&state)
      }
      plan.invitation = .sending(id, thenSignOut: true)
      state = .planning(plan)
      return .none

    case .feedback(.loaded(let guests)):
      switch state {
      case .signedOut, .unavailable: return .none
      case .opening(let couple):
        state = .planning(Plan(couple: couple, guests: guests))
      case .planning(var plan):
        let invited = Set(plan.guests.filter { $0.isInvited }.map { $0.id })
        plan.guests = guests.map {
          O03Guest(id: $0.id, name: $0.name, isInvited: $0.isInvited || invited.contains($0.id))
        }
        plan.refresh = .idle
        if case .failed(let id) = plan.invitation, !plan.guests.contains(where: { $0.id == id && !$0.isInvited }) {
          plan.invitation = .idle
        }
        state = .planning(plan)
      }
      return .none

    case .feedback(.loadFailed):
      switch state {
      case .signedOut, .unavailable: return .none
      case .opening(let couple):
        state = .unavailable(couple)
      case .planning(var plan):
        plan.refresh = .failed
        state = .planning(plan)
      }
      return .none

    case .feedback(.invited(let id)):
      guard case .planning(var plan) = state, case .sending(id, thenSignOut: let signsOut) = plan.invitation else {
        return .none
      }
      if signsOut { return signOut(&state) }
      if let index = plan.guests.firstIndex(where: { $0.id == id }) { plan.guests[index].isInvited = true }
      plan.invitation = .idle
      state = .planning(plan)
      return .none

    case .feedback(.inviteFailed(let id)):
      guard case .planning(var plan) = state, case .sending(id, thenSignOut: _) = plan.invitation else {
        return .none
      }
      plan.invitation = plan.guests.contains { $0.id == id && !$0.isInvited } ? .failed(id) : .idle
      state = .planning(plan)
      return .none
    }
  }

  private func signOut(_ state: inout State) -> Effect<Feedback, Never> {
    state = .signedOut
    return .cancel(id: CancelID.guests)
  }

  private func refresh(_ plan: Plan, _ state: inout State) -> Effect<Feedback, Never> {
    var plan = plan
    plan.refresh = .running
    state = .planning(plan)
    return load(plan.couple)
  }

  private func load(_ couple: String) -> Effect<Feedback, Never> {
    .run("guests", of: couple) { send in
      await send(.loaded(try await client.guests(couple)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.guests, cancelInFlight: true)
  }
}

struct O03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .signedIn("Mia and Tom"), .signedIn("Eva and Jo"), .retryTapped, .refreshPulled, .inviteTapped(1),
        .inviteTapped(2), .signOutTapped,
      ]
    ) { () -> TestStore<O03Wedding> in
      let store = TestStore(initialState: O03Wedding.State.signedOut) { O03Wedding() }
      store.gate("guests", at: \.o03GuestClient.guests) { _ in
        [.success([O03Guest(id: 1, name: "Aunt Lou"), O03Guest(id: 2, name: "Ben")]), .failure(O03Offline())]
      }
      store.gate("invite", at: \.o03GuestClient.invite) { _ in [.success(()), .failure(O03Offline())] }
      return store
    }
  }
}
