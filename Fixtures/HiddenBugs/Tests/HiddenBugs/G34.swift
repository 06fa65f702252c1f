import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Refills of medicines, which are ordered at the pharmacy. An order can be taken back for five seconds.
struct G34Refills: Reducer {
  struct State: Equatable {
    var refills: IdentifiedArray<G34Refill> = []
    var nextID = 1
    var isFollowing = false
    var isFollowingLost = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case reconnectTapped
    case orderTapped(medicine: String)
    case undoTapped(G34Refill.ID)
    case retryTapped(G34Refill.ID)
    case removeTapped(G34Refill.ID)
  }

  enum Feedback: Equatable, Sendable {
    case due(G34Refill.ID)
    case accepted(G34Refill.ID)
    case failed(G34Refill.ID)
    case confirmed(G34Refill.ID)
    case followingEnded
  }

  private enum CancelID: Hashable {
    case pharmacy
    case undo(G34Refill.ID)
  }

  @Dependency(\.g34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.reconnectTapped):
      guard !state.isFollowing else { return .none }
      state.isFollowing = true
      state.isFollowingLost = false
      return follow()

    case .input(.disappeared):
      state.isFollowing = false
      state.isFollowingLost = false
      return .cancel(id: CancelID.pharmacy)

    case .input(.orderTapped(let medicine)):
      let refill = G34Refill(id: state.nextID, medicine: medicine)
      state.refills.append(refill)
      state.nextID += 1
      return .run("undo", of: refill.id) { send in
        try await clock.sleep(for: .seconds(5))
        await send(.due(refill.id))
      }
      .cancellable(id: CancelID.undo(refill.id))

    case .input(.undoTapped(let id)):
      guard state.refills[id: id]?.status == .waiting else { return .none }
      state.refills.remove(id: id)
      return .cancel(id: CancelID.undo(id))

    case .input(.retryTapped(let id)):
      guard let refill = state.refills[id: id], refill.status == .failed else { return .none }
      return order(refill, &state)

    case .input(.removeTapped(let id)):
      guard let refill = state.refills[id: id], refill.canBeRemoved else { return .none }
      state.refills.remove(id: id)
      return .none

    case .feedback(.due(let id)):
      guard let refill = state.refills[id: id], refill.status == .waiting else { return .none }
      return order(refill, &state)

    case .feedback(.accepted(let id)):
      guard state.refills[id: id]?.status == .sending else { return .none }
      state.refills[id: id]?.status = .accepted
      return .none

    case .feedback(.failed(let id)):
      state.refills[id: id]?.status = .failed
      return .none

    case .feedback(.confirmed(let id)):
      guard state.refills[id: id]?.status != .waiting else { return .none }
      state.refills[id: id]?.status = .confirmed
      return .none

    case .feedback(.followingEnded):
      state.isFollowing = false
      state.isFollowingLost = true
      return .none
    }
  }

  private func order(_ refill: G34Refill, _ state: inout State) -> Effect<Feedback, Never> {
    state.refills[id: refill.id]?.status = .sending
    return .run("order", of: refill.id) { send in
      try await client.order(refill.id, refill.medicine)
      await send(.accepted(refill.id))
    } catch: { _, send in
      await send(.failed(refill.id))
    }
  }

  /// Follows what the pharmacy confirms.
  private func follow() -> Effect<Feedback, Never> {
    .run("pharmacy") { send in
      for try await id in client.confirmations() { await send(.confirmed(id)) }
      await send(.followingEnded)
    } catch: { _, send in
      await send(.followingEnded)
    }
    .cancellable(id: CancelID.pharmacy, cancelInFlight: true)
  }
}

struct G34Refill: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case waiting, sending, accepted, confirmed, failed }

  let id: Int
  var medicine: String
  var status = Status.waiting

  var canBeRemoved: Bool { status == .confirmed || status == .failed }
}

struct G34Client: TestDependencyKey, Sendable {
  /// Orders a refill. An order under the same id is the same order.
  var order: @Sendable (_ id: G34Refill.ID, _ medicine: String) async throws -> Void

  /// The orders that the pharmacy has confirmed, also of those before.
  var confirmations: @Sendable () -> AsyncThrowingStream<G34Refill.ID, any Error>

  static let testValue = G34Client(
    order: unimplemented("G34Client.order"),
    confirmations: unimplemented("G34Client.confirmations", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var g34Client: G34Client {
    get { self[G34Client.self] }
    set { self[G34Client.self] = newValue }
  }
}

struct G34Offline: Error {}

struct G34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G34Refills.State) -> [G34Refills.Input] in
        guard state.isFollowing || state.isFollowingLost else { return [.appeared] }
        var inputs: [G34Refills.Input] = [.disappeared]
        if state.isFollowingLost { inputs.append(.reconnectTapped) }
        if state.nextID == 1 { inputs.append(.orderTapped(medicine: "Insulin")) }
        if state.nextID == 2 { inputs.append(.orderTapped(medicine: "Iron")) }
        for refill in state.refills {
          if refill.status == .waiting { inputs.append(.undoTapped(refill.id)) }
          if refill.status == .failed { inputs.append(.retryTapped(refill.id)) }
          if refill.canBeRemoved { inputs.append(.removeTapped(refill.id)) }
        }
        return inputs
      }
    ) { () -> TestStore<G34Refills> in
      let store = TestStore(initialState: G34Refills.State()) { G34Refills() }
      store.gate("order", at: \.g34Client.order) { _, _ in [.success(()), .failure(G34Offline())] }
      store.gate("confirmations", at: \.g34Client.confirmations) {
        [.element(1), .element(2), .finish, .failure(G34Offline())]
      }
      return store
    }
  }
}
