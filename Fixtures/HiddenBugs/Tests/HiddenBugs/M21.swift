import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A prescription that a courier brings.
struct M21Prescription: Reducer {
  enum State: Equatable {
    case ready
    case ordering
    case underway(M21Stage)
    case delivered(rating: Rating)
    case failed(Reason)
  }

  enum Reason: Equatable { case order, tracking }
  enum Rating: Equatable { case open, sending, sent }

  enum Input: Equatable, Sendable {
    case orderTapped
    case retryTapped
    case cancelTapped
    case rateTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case ordered
    case orderFailed
    case reached(M21Stage)
    case trackingEnded
    case trackingFailed
    case nothingHeard
    case rated
    case ratingFailed
  }

  private enum CancelID { case order, tracking, watchdog, rating }

  @Dependency(\.m21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.orderTapped):
      guard state == .ready else { return .none }
      return order(&state)

    case .input(.retryTapped):
      guard case .failed(let reason) = state else { return .none }
      switch reason {
      case .order:
        return order(&state)
      case .tracking:
        state = .underway(.packed)
        return .merge(track(), watch())
      }

    case .input(.cancelTapped):
      guard state == .ordering else { return .none }
      state = .ready
      return .cancel(id: CancelID.order)

    case .input(.rateTapped):
      guard state == .delivered(rating: .open) else { return .none }
      state = .delivered(rating: .sending)
      return .run("rate") { send in
        try await client.rate()
        await send(.rated)
      } catch: { _, send in
        await send(.ratingFailed)
      }
      .cancellable(id: CancelID.rating)

    case .input(.doneTapped):
      state = .ready
      return .merge(
        .cancel(id: CancelID.tracking),
        .cancel(id: CancelID.watchdog),
        .cancel(id: CancelID.rating)
      )

    case .feedback(.ordered):
      state = .underway(.packed)
      return .merge(track(), watch())

    case .feedback(.orderFailed):
      state = .failed(.order)
      return .none

    case .feedback(.reached(let stage)):
      guard case .underway = state else { return .none }
      if stage == .handedOver {
        state = .delivered(rating: .open)
        return .cancel(id: CancelID.watchdog)
      }
      state = .underway(stage)
      return watch()

    case .feedback(.trackingEnded):
      guard case .underway = state else { return .none }
      state = .failed(.tracking)
      return .cancel(id: CancelID.watchdog)

    case .feedback(.trackingFailed):
      state = .failed(.tracking)
      return .cancel(id: CancelID.watchdog)

    case .feedback(.nothingHeard):
      guard case .underway = state else { return .none }
      state = .failed(.tracking)
      return .cancel(id: CancelID.tracking)

    case .feedback(.rated):
      guard case .delivered = state else { return .none }
      state = .delivered(rating: .sent)
      return .none

    case .feedback(.ratingFailed):
      guard case .delivered = state else { return .none }
      state = .delivered(rating: .open)
      return .none
    }
  }

  private func order(_ state: inout State) -> Effect<Feedback, Never> {
    state = .ordering
    return .run("order") { send in
      try await client.order()
      await send(.ordered)
    } catch: { _, send in
      await send(.orderFailed)
    }
    .cancellable(id: CancelID.order, cancelInFlight: true)
  }

  private func track() -> Effect<Feedback, Never> {
    .run("tracking") { send in
      for try await stage in client.stages() { await send(.reached(stage)) }
      await send(.trackingEnded)
    } catch: { _, send in
      await send(.trackingFailed)
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watchdog") { send in
      try await clock.sleep(for: .seconds(3600))
      await send(.nothingHeard)
    }
    .cancellable(id: CancelID.watchdog, cancelInFlight: true)
  }
}

enum M21Stage: Equatable, Sendable { case packed, onTheWay, handedOver }

struct M21Client: TestDependencyKey, Sendable {
  var order: @Sendable () async throws -> Void
  var stages: @Sendable () -> AsyncThrowingStream<M21Stage, any Error>
  var rate: @Sendable () async throws -> Void

  static let testValue = M21Client(
    order: unimplemented("M21Client.order"),
    stages: unimplemented("M21Client.stages", placeholder: AsyncThrowingStream<M21Stage, any Error> { $0.finish() }),
    rate: unimplemented("M21Client.rate")
  )
}

extension DependencyValues {
  var m21Client: M21Client {
    get { self[M21Client.self] }
    set { self[M21Client.self] = newValue }
  }
}

struct M21ConnectionLost: Error {}

struct M21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M21Prescription.State) -> [M21Prescription.Input] in
        switch state {
        case .ready: [.orderTapped]
        case .ordering: [.cancelTapped]
        case .underway: []
        case .delivered(let rating): rating == .open ? [.rateTapped, .doneTapped] : [.doneTapped]
        case .failed: [.retryTapped, .doneTapped]
        }
      }
    ) { () -> TestStore<M21Prescription> in
      let store = TestStore(initialState: M21Prescription.State.ready) { M21Prescription() }
      store.gate("order", at: \.m21Client.order) { [.success(()), .failure(M21ConnectionLost())] }
      store.gate("tracking", at: \.m21Client.stages) {
        [.element(.onTheWay), .element(.handedOver), .finish, .failure(M21ConnectionLost())]
      }
      store.gate("rate", at: \.m21Client.rate) { [.success(()), .failure(M21ConnectionLost())] }
      return store
    }
  }
}
