import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Postcards made of photos. A card waits for five seconds, in which it can be taken back, and then goes to the printer.
/// The printer reports by a stream which cards it has delivered.
struct F34Postcards: Reducer {
  struct State: Equatable {
    var cards: IdentifiedArray<F34Card> = []
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case sendTapped(String)
    case undoTapped(String)
    case resendTapped(String)
    case deleteTapped(String)
  }

  enum Feedback: Equatable, Sendable {
    case postDue(String)
    case posted(String)
    case postFailed(String)
    case delivered(String)
  }

  private enum CancelID: Hashable, Sendable { case card(String), deliveries }

  @Dependency(\.f34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isVisible = true
      return .run("deliveries") { send in
        for await id in client.deliveries() { await send(.delivered(id)) }
      }
      .cancellable(id: CancelID.deliveries, cancelInFlight: true)

    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: CancelID.deliveries)

    case .input(.sendTapped(let id)):
      guard state.cards[id: id] == nil else { return .none }
      state.cards.append(F34Card(id: id, status: .queued))
      return .run("delay", of: id) { send in
        try await clock.sleep(for: .seconds(5))
        await send(.postDue(id))
      }
      .cancellable(id: CancelID.card(id), cancelInFlight: true)

    case .input(.undoTapped(let id)):
      guard state.cards[id: id]?.status == .queued else { return .none }
      state.cards.remove(id: id)
      return .cancel(id: CancelID.card(id))

    case .input(.resendTapped(let id)):
      guard state.cards[id: id]?.status == .failed else { return .none }
      return post(id, &state)

    case .input(.deleteTapped(let id)):
      guard let card = state.cards[id: id], card.status != .queued, card.status != .sending else { return .none }
      state.cards.remove(id: id)
      return .cancel(id: CancelID.card(id))

    case .feedback(.postDue(let id)):
      return post(id, &state)

    case .feedback(.posted(let id)):
      guard state.cards[id: id]?.status == .sending else { return .none }
      state.cards[id: id]?.status = .sent
      return .none

    case .feedback(.postFailed(let id)):
      state.cards[id: id]?.status = .failed
      return .none

    case .feedback(.delivered(let id)):
      guard let card = state.cards[id: id], card.status != .queued else { return .none }
      state.cards[id: id]?.status = .delivered
      return .none
    }
  }

  private func post(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.cards[id: id]?.status = .sending
    return .run("post", of: id) { send in
      try await client.post(id)
      await send(.posted(id))
    } catch: { _, send in
      await send(.postFailed(id))
    }
    .cancellable(id: CancelID.card(id), cancelInFlight: true)
  }
}

struct F34Card: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case queued, sending, sent, delivered, failed }

  let id: String
  var status: Status
}

struct F34Client: TestDependencyKey, Sendable {
  var post: @Sendable (_ card: String) async throws -> Void
  var deliveries: @Sendable () -> AsyncStream<String>

  static let testValue = F34Client(
    post: unimplemented("F34Client.post"),
    deliveries: unimplemented("F34Client.deliveries", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var f34Client: F34Client {
    get { self[F34Client.self] }
    set { self[F34Client.self] = newValue }
  }
}

struct F34Offline: Error {}

struct F34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F34Postcards.State) -> [F34Postcards.Input] in
        var inputs: [F34Postcards.Input] = [state.isVisible ? .disappeared : .appeared]
        for card in ["Lisbon", "Oslo"] {
          switch state.cards[id: card]?.status {
          case nil: inputs.append(.sendTapped(card))
          case .queued: inputs.append(.undoTapped(card))
          case .sending: break
          case .failed: inputs += [.resendTapped(card), .deleteTapped(card)]
          case .sent, .delivered: inputs.append(.deleteTapped(card))
          }
        }
        return inputs
      }
    ) { () -> TestStore<F34Postcards> in
      let store = TestStore(initialState: F34Postcards.State()) { F34Postcards() }
      store.gate("post", at: \.f34Client.post) { _ in [.success(()), .failure(F34Offline())] }
      store.gate("deliveries", at: \.f34Client.deliveries) { [.element("Lisbon")] }
      return store
    }
  }
}
