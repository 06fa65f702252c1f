import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The members of a family account. One change at a time is made.
struct X15Family: Reducer {
  struct State: Equatable {
    var owner: String?
    /// Nil until the members are known.
    var members: [X15Member]?
    var work: X15Work?
    /// What has failed last, and can be tried again.
    var failure: X15Work?
    var asksToSignOut = false
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case refreshTapped
    case inviteTapped(String)
    case removeTapped(String)
    case tryAgainTapped
    case signOutTapped
    case signOutConfirmed
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([X15Member])
    case invited(X15Member)
    case removed(String)
    case failed(X15Work)
  }

  private enum CancelID { case session }

  @Dependency(\.x15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let owner)):
      guard state.owner == nil else { return .none }
      state.owner = owner
      return begin(.loading, into: &state)

    case .input(.refreshTapped):
      return begin(.loading, into: &state)

    case .input(.inviteTapped(let name)):
      guard let members = state.members, !members.contains(where: { $0.name == name }) else { return .none }
      return begin(.inviting(name), into: &state)

    case .input(.removeTapped(let id)):
      guard let members = state.members, members.contains(where: { $0.id == id }) else { return .none }
      return begin(.removing(id), into: &state)

    case .input(.tryAgainTapped):
      guard let failure = state.failure else { return .none }
      return begin(failure, into: &state)

    case .input(.signOutTapped):
      guard state.owner != nil else { return .none }
      state.asksToSignOut = true
      return .none

    case .input(.signOutConfirmed):
      guard state.asksToSignOut else { return .none }
      state = State()
      return .cancel(id: CancelID.session)

    case .input(.stayTapped):
      state.asksToSignOut = false
      return .none

    case .feedback(.loaded(let members)):
      state.work = nil
      state.members = members
      return .none

    case .feedback(.invited(let member)):
      state.work = nil
      state.members?.append(member)
      return .none

    case .feedback(.removed(let id)):
      state.work = nil
      state.members?.removeAll { $0.id == id }
      return .none

    case .feedback(.failed(let work)):
      state.work = nil
      state.failure = work
      return .none
    }
  }

  private func begin(_ work: X15Work, into state: inout State) -> Effect<Feedback, Never> {
    guard let owner = state.owner, state.work == nil else { return .none }
    state.work = work
    state.failure = nil
    return .run("work", of: work) { send in
      switch work {
      case .loading: await send(.loaded(try await client.members(owner)))
      case .inviting(let name): await send(.invited(try await client.invite(name)))
      case .removing(let id):
        try await client.remove(id)
        await send(.removed(id))
      }
    } catch: { _, send in
      await send(.failed(work))
    }
    .cancellable(id: CancelID.session)
  }
}

struct X15Member: Equatable, Identifiable, Sendable {
  var id: String
  var name: String
}

enum X15Work: Hashable, Sendable {
  case loading
  case inviting(String)
  case removing(String)
}

struct X15Client: TestDependencyKey, Sendable {
  var members: @Sendable (_ owner: String) async throws -> [X15Member]
  var invite: @Sendable (_ name: String) async throws -> X15Member
  var remove: @Sendable (_ id: String) async throws -> Void

  static let testValue = X15Client(
    members: unimplemented("X15Client.members"),
    invite: unimplemented("X15Client.invite"),
    remove: unimplemented("X15Client.remove")
  )
}

extension DependencyValues {
  var x15Client: X15Client {
    get { self[X15Client.self] }
    set { self[X15Client.self] = newValue }
  }
}

struct X15Offline: Error {}

struct X15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X15Family.State) -> [X15Family.Input] in
        guard state.owner != nil else { return [.signedIn("Ada"), .signedIn("Ben")] }
        if state.asksToSignOut { return [.signOutConfirmed, .stayTapped] }
        var inputs: [X15Family.Input] = [.signOutTapped]
        guard state.work == nil else { return inputs }
        inputs.append(.refreshTapped)
        if state.failure != nil { inputs.append(.tryAgainTapped) }
        if let members = state.members {
          if !members.contains(where: { $0.name == "Cleo" }) { inputs.append(.inviteTapped("Cleo")) }
          if let last = members.last { inputs.append(.removeTapped(last.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<X15Family> in
      let store = TestStore(initialState: X15Family.State()) { X15Family() }
      store.gate("members", at: \.x15Client.members) { owner in
        [.success([X15Member(id: "child of \(owner)", name: "Dora")]), .failure(X15Offline())]
      }
      store.gate("invite", at: \.x15Client.invite) { name in
        [.success(X15Member(id: "new", name: name)), .failure(X15Offline())]
      }
      store.gate("remove", at: \.x15Client.remove) { _ in [.success(()), .failure(X15Offline())] }
      return store
    }
  }
}
