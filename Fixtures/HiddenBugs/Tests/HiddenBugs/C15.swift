import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The people who are invited to a notebook, and what has become of each invitation.
struct C15Invitations: Reducer {
  struct State: Equatable {
    var address = ""
    var invitations: IdentifiedArray<C15Invitation> = []
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case addressChanged(String)
    case inviteTapped
    case retryTapped(C15Invitation.ID)
    case remindTapped(C15Invitation.ID)
    case removeTapped(C15Invitation.ID)
  }

  enum Feedback: Equatable, Sendable {
    case sent(C15Invitation.ID)
    case notSent(C15Invitation.ID)
    case reminded(C15Invitation.ID)
    case notReminded(C15Invitation.ID)
    case received(C15Receipt)
  }

  private enum CancelID { case receipts }

  @Dependency(\.c15Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isVisible = true
      return listen()

    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: CancelID.receipts)

    case .input(.addressChanged(let address)):
      state.address = address
      return .none

    case .input(.inviteTapped):
      let address = state.address
      guard !address.isEmpty, state.invitations[id: address] == nil else { return .none }
      state.address = ""
      state.invitations.append(C15Invitation(address: address))
      return invite(address)

    case .input(.retryTapped(let id)):
      guard state.invitations[id: id]?.status == .failed else { return .none }
      state.invitations[id: id]?.status = .sending
      return invite(id)

    case .input(.remindTapped(let id)):
      guard let invitation = state.invitations[id: id], invitation.canBeReminded else { return .none }
      state.invitations[id: id]?.reminder = .sending
      return .run("remind", of: id) { send in
        try await client.remind(id)
        await send(.reminded(id))
      } catch: { _, send in
        await send(.notReminded(id))
      }

    case .input(.removeTapped(let id)):
      guard state.invitations[id: id]?.status == .failed else { return .none }
      state.invitations.remove(id: id)
      return .none

    case .feedback(.sent(let id)):
      guard state.invitations[id: id]?.status == .sending else { return .none }
      state.invitations[id: id]?.status = .sent
      return .none

    case .feedback(.notSent(let id)):
      guard state.invitations[id: id]?.status != .delivered else { return .none }
      state.invitations[id: id]?.status = .failed
      return .none

    case .feedback(.reminded(let id)):
      state.invitations[id: id]?.reminder = .sent
      return .none

    case .feedback(.notReminded(let id)):
      state.invitations[id: id]?.reminder = .failed
      return .none

    case .feedback(.received(.delivered(let id))):
      guard state.invitations[id: id]?.status != .opened else { return .none }
      state.invitations[id: id]?.status = .delivered
      return .none

    case .feedback(.received(.opened(let id))):
      state.invitations[id: id]?.status = .opened
      return .none
    }
  }

  private func invite(_ address: String) -> Effect<Feedback, Never> {
    .run("invite", of: address) { send in
      try await client.invite(address)
      await send(.sent(address))
    } catch: { _, send in
      await send(.notSent(address))
    }
  }

  /// Listens to receipts, and connects again after a lost connection.
  private func listen() -> Effect<Feedback, Never> {
    .run("receipts") { send in
      while true {
        for await receipt in client.receipts() { await send(.received(receipt)) }
        try await clock.sleep(for: .seconds(10))
      }
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct C15Invitation: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case sending, sent, delivered, opened, failed }
  enum Reminder: Equatable, Sendable { case unsent, sending, sent, failed }

  let address: String
  var status = Status.sending
  var reminder = Reminder.unsent

  var id: String { address }

  /// Whether the guest has the invitation, hasn't looked at it, and has not been reminded.
  var canBeReminded: Bool { status == .delivered && (reminder == .unsent || reminder == .failed) }
}

enum C15Receipt: Equatable, Sendable {
  case delivered(String)
  case opened(String)
}

struct C15Client: TestDependencyKey, Sendable {
  var invite: @Sendable (_ address: String) async throws -> Void
  var remind: @Sendable (_ address: String) async throws -> Void
  /// The receipts of all invitations: those that there are already, and then each new one.
  var receipts: @Sendable () -> AsyncStream<C15Receipt>

  static let testValue = C15Client(
    invite: unimplemented("C15Client.invite"),
    remind: unimplemented("C15Client.remind"),
    receipts: unimplemented("C15Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var c15Client: C15Client {
    get { self[C15Client.self] }
    set { self[C15Client.self] = newValue }
  }
}

struct C15Timeout: Error {}

struct C15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C15Invitations.State) -> [C15Invitations.Input] in
        guard state.isVisible else { return [.appeared] }
        var inputs: [C15Invitations.Input] = [.disappeared]
        if !state.address.isEmpty {
          inputs.append(.inviteTapped)
        } else if state.invitations.isEmpty {
          inputs.append(.addressChanged("eva@example.org"))
        }
        for invitation in state.invitations {
          if invitation.status == .failed { inputs += [.retryTapped(invitation.id), .removeTapped(invitation.id)] }
          if invitation.canBeReminded { inputs.append(.remindTapped(invitation.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<C15Invitations> in
      let store = TestStore(initialState: C15Invitations.State()) { C15Invitations() }
      store.gate("invite", at: \.c15Client.invite) { _ in [.success(()), .failure(C15Timeout())] }
      store.gate("remind", at: \.c15Client.remind) { _ in [.success(()), .failure(C15Timeout())] }
      store.gate("receipts", at: \.c15Client.receipts) {
        [.element(.delivered("eva@example.org")), .element(.opened("eva@example.org")), .finish]
      }
      return store
    }
  }
}
