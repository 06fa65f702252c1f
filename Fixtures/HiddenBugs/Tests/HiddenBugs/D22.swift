import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The postcards of a journey. A print shop receives a picture, prints it, and posts the card.
struct D22Cards: Reducer {
  struct Card: Equatable, Identifiable {
    enum Status: Equatable {
      case uploading, failed, ordered, overdue, printed, posted

      /// Whether a card with this status can get another one.
      func leads(to next: Self) -> Bool {
        switch (self, next) {
        case (.uploading, .failed), (.uploading, .ordered), (.failed, .uploading), (.ordered, .overdue): true
        case (.printed, .printed), (.posted, .printed), (.posted, .posted): false
        case (_, .printed), (_, .posted): true
        default: false
        }
      }
    }

    let id: Int
    var status = Status.uploading
  }

  enum Connection: Equatable { case closed, open, lost }

  struct State: Equatable {
    var cards: IdentifiedArray<Card> = []
    var nextID = 1
    var connection = Connection.closed

    /// Gives a card a new status, unless it is further on its way already.
    @discardableResult mutating func move(_ id: Int, to next: Card.Status) -> Bool {
      guard let card = cards[id: id], card.status.leads(to: next) else { return false }
      cards[id: id]?.status = next
      return true
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case orderTapped
    case cancelTapped(Int)
    case retryTapped(Int)
    case removeTapped(Int)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(Int)
    case uploadFailed(Int)
    case waitedLong(Int)
    case reported(D22Report)
    case connectionLost
  }

  private enum CancelID: Hashable { case upload(Int), wait(Int) }

  @Dependency(\.d22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .closed else { return .none }
      state.connection = .open
      return follow()

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      state.connection = .open
      return follow()

    case .input(.orderTapped):
      let card = Card(id: state.nextID)
      state.cards.append(card)
      state.nextID += 1
      return upload(card.id)

    case .input(.cancelTapped(let id)):
      guard state.cards[id: id]?.status == .uploading else { return .none }
      state.cards.remove(id: id)
      return .cancel(id: CancelID.upload(id))

    case .input(.retryTapped(let id)):
      guard state.move(id, to: .uploading) else { return .none }
      return upload(id)

    case .input(.removeTapped(let id)):
      guard let card = state.cards[id: id], card.status == .failed || card.status == .posted else { return .none }
      state.cards.remove(id: id)
      return .none

    case .feedback(.uploaded(let id)):
      return state.move(id, to: .ordered) ? wait(for: id) : .none

    case .feedback(.uploadFailed(let id)):
      state.move(id, to: .failed)
      return .none

    case .feedback(.waitedLong(let id)):
      state.move(id, to: .overdue)
      return .none

    case .feedback(.reported(let report)):
      guard state.move(report.card, to: report.isPosted ? .posted : .printed) else { return .none }
      return .cancel(id: CancelID.wait(report.card))

    case .feedback(.connectionLost):
      state.connection = .lost
      return .none
    }
  }

  private func upload(_ id: Int) -> Effect<Feedback, Never> {
    .run("upload", of: id) { send in
      try await client.upload(id)
      await send(.uploaded(id))
    } catch: { _, send in
      await send(.uploadFailed(id))
    }
    .cancellable(id: CancelID.upload(id), cancelInFlight: true)
  }

  /// Waits for the shop to print a card.
  private func wait(for id: Int) -> Effect<Feedback, Never> {
    .run("wait", of: id) { send in
      try await clock.sleep(for: .seconds(600))
      await send(.waitedLong(id))
    }
    .cancellable(id: CancelID.wait(id), cancelInFlight: true)
  }

  private func follow() -> Effect<Feedback, Never> {
    .run("reports") { send in
      for try await report in client.reports() { await send(.reported(report)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
  }
}

struct D22Report: Equatable, Sendable {
  var card: Int
  var isPosted: Bool
}

struct D22Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ card: Int) async throws -> Void
  /// What the shop has done, in order.
  var reports: @Sendable () -> AsyncThrowingStream<D22Report, any Error>

  static let testValue = D22Client(
    upload: unimplemented("D22Client.upload"),
    reports: unimplemented("D22Client.reports", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var d22Client: D22Client {
    get { self[D22Client.self] }
    set { self[D22Client.self] = newValue }
  }
}

struct D22Offline: Error {}

struct D22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D22Cards.State) -> [D22Cards.Input] in
        if state.connection == .closed { return [.appeared] }
        var inputs: [D22Cards.Input] = []
        if state.connection == .lost { inputs.append(.reconnectTapped) }
        if state.nextID < 3 { inputs.append(.orderTapped) }
        for card in state.cards {
          switch card.status {
          case .uploading: inputs.append(.cancelTapped(card.id))
          case .failed:
            inputs.append(.retryTapped(card.id))
            inputs.append(.removeTapped(card.id))
          case .posted: inputs.append(.removeTapped(card.id))
          case .ordered, .overdue, .printed: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<D22Cards> in
      let store = TestStore(initialState: D22Cards.State()) { D22Cards() }
      store.gate("upload", at: \.d22Client.upload) { _ in [.success(()), .failure(D22Offline())] }
      store.gate("reports", at: \.d22Client.reports) {
        [
          .element(D22Report(card: 1, isPosted: false)), .element(D22Report(card: 1, isPosted: true)),
          .element(D22Report(card: 2, isPosted: false)), .failure(D22Offline()),
        ]
      }
      return store
    }
  }
}
