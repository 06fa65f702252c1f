import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum B08Event: Equatable, Sendable {
  case collected(Int)
  case delivered(Int)
}

struct B08CourierClient: Sendable {
  var reserve: @Sendable (_ bottles: [Int]) async throws -> Void
  var deliver: @Sendable (_ bottles: [Int]) -> AsyncThrowingStream<B08Event, any Error>
}

enum B08CourierClientKey: TestDependencyKey {
  static let testValue = B08CourierClient(
    reserve: unimplemented("B08CourierClient.reserve"),
    deliver: unimplemented(
      "B08CourierClient.deliver",
      placeholder: AsyncThrowingStream<B08Event, any Error> { $0.finish() }
    )
  )
}

extension DependencyValues {
  var b08Courier: B08CourierClient {
    get { self[B08CourierClientKey.self] }
    set { self[B08CourierClientKey.self] = newValue }
  }
}

/// A wine cellar, from which the owner has bottles brought to the house.
struct B08WineCellar: Reducer {
  enum Stage: Equatable {
    case queued
    case moving
    case delivered
    case failed
  }

  enum Problem: Equatable {
    case noCourier
  }

  enum State: Equatable {
    case choosing(Set<Int>, Problem?)
    case reserving(Set<Int>)
    case delivering([Int: Stage])
    case interrupted([Int: Stage])
    case completed(Set<Int>)
  }

  enum Input: Equatable, Sendable {
    case bottleTapped(Int)
    case orderTapped
    case cancelTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case reserved
    case reservationFailed
    case happened(B08Event)
    case deliveryEnded
  }

  private enum CancelID {
    case reservation
    case delivery
  }

  @Dependency(\.b08Courier) private var courier

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.bottleTapped(let id)), .choosing(var bottles, _)):
      if bottles.remove(id) == nil { bottles.insert(id) }
      state = .choosing(bottles, nil)
      return .none

    case (.input(.orderTapped), .choosing(let bottles, _)) where !bottles.isEmpty:
      state = .reserving(bottles)
      return reserve(bottles)

    case (.feedback(.reserved), .reserving(let bottles)):
      var stages: [Int: Stage] = [:]
      for id in bottles { stages[id] = .queued }
      state = .delivering(stages)
      return deliver(bottles)

    case (.feedback(.reservationFailed), .reserving(let bottles)):
      state = .choosing(bottles, .noCourier)
      return .none

    case (.input(.cancelTapped), .reserving(let bottles)):
      state = .choosing(bottles, nil)
      return .cancel(id: CancelID.reservation)

    case (.feedback(.happened(.collected(let id))), .delivering(var stages)):
      guard stages[id] == .queued else { return .none }
      stages[id] = .moving
      state = .delivering(stages)
      return .none

    case (.feedback(.happened(.delivered(let id))), .delivering(var stages)):
      guard stages[id] != nil else { return .none }
      stages[id] = .delivered
      guard stages.values.allSatisfy({ $0 == .delivered }) else {
        state = .delivering(stages)
        return .none
      }
      state = .completed(Set(stages.keys))
      return .cancel(id: CancelID.delivery)

    case (.feedback(.deliveryEnded), .delivering(let stages)):
      state = .interrupted(broken(stages))
      return .none

    case (.input(.cancelTapped), .delivering(let stages)):
      state = .interrupted(broken(stages))
      return .cancel(id: CancelID.delivery)

    case (.input(.retryTapped), .interrupted(var stages)):
      let missing = Set(stages.keys.filter { stages[$0] != .delivered })
      for id in missing { stages[id] = .queued }
      state = .delivering(stages)
      return deliver(missing)

    case (.input(.closeTapped), .interrupted), (.input(.closeTapped), .completed):
      state = .choosing([], nil)
      return .none

    default:
      return .none
    }
  }

  /// What has left the cellar has failed. The others still wait there.
  private func broken(_ stages: [Int: Stage]) -> [Int: Stage] {
    stages.mapValues { $0 == .queued ? .queued : .failed }
  }

  private func reserve(_ bottles: Set<Int>) -> Effect<Feedback, Never> {
    let list = bottles.sorted()
    return .run("reserve", of: list) { send in
      try await courier.reserve(list)
      await send(.reserved)
    } catch: { _, send in
      await send(.reservationFailed)
    }
    .cancellable(id: CancelID.reservation, cancelInFlight: true)
  }

  private func deliver(_ bottles: Set<Int>) -> Effect<Feedback, Never> {
    let list = bottles.sorted()
    return .run("deliver", of: list) { send in
      for try await event in courier.deliver(list) { await send(.happened(event)) }
      await send(.deliveryEnded)
    } catch: { _, send in
      await send(.deliveryEnded)
    }
    .cancellable(id: CancelID.delivery, cancelInFlight: true)
  }
}

struct B08ConnectionLost: Error {}

struct B08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.bottleTapped(1), .bottleTapped(2), .orderTapped, .cancelTapped, .retryTapped, .closeTapped]
    ) {
      let store = TestStore(initialState: B08WineCellar.State.choosing([], nil)) { B08WineCellar() }
      store.gate("reserve", at: \.b08Courier.reserve) { _ in [.success(()), .failure(B08ConnectionLost())] }
      store.gate("deliver", at: \.b08Courier.deliver) { (bottles: [Int]) -> [StreamAnswer<B08Event, any Error>] in
        var answers: [StreamAnswer<B08Event, any Error>] = []
        for id in bottles {
          answers.append(.element(.collected(id)))
          answers.append(.element(.delivered(id)))
        }
        answers.append(.failure(B08ConnectionLost()))
        return answers
      }
      return store
    }
  }
}
