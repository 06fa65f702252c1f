import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum Q10Step: Equatable, Sendable { case packed, delivered }

struct Q10Farm: TestDependencyKey, Sendable {
  var place: @Sendable (_ goods: [String]) async throws -> Int
  var steps: @Sendable (_ order: Int) -> AsyncThrowingStream<Q10Step, any Error>

  static let testValue = Q10Farm(
    place: unimplemented("Q10Farm.place"),
    steps: unimplemented("Q10Farm.steps", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var q10Farm: Q10Farm {
    get { self[Q10Farm.self] }
    set { self[Q10Farm.self] = newValue }
  }
}

struct Q10FarmShop: Reducer {
  struct Order: Equatable {
    var number: Int
    var isPacked = false
  }

  enum Connection: Equatable {
    case live
    case lost
    case paused
  }

  enum Mode: Equatable {
    case shopping([String])
    case placing([String])
    case rejected([String])
    case tracking(Order, Connection)
    case delivered(Int)
  }

  struct State: Equatable {
    var mode = Mode.shopping([])
    var isInBackground = false
  }

  enum Input: Equatable {
    case goodTapped(String)
    case orderTapped
    case retryTapped
    case editTapped
    case doneTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case placed(Int)
    case placeFailed
    case stepped(Q10Step)
    case connectionEnded
    case pauseEnded
  }

  private enum CancelID { case place, tracking }

  @Dependency(\.q10Farm) private var farm
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.goodTapped(let good)):
      guard case .shopping(var basket) = state.mode else { return .none }
      if let index = basket.firstIndex(of: good) { basket.remove(at: index) } else { basket.append(good) }
      state.mode = .shopping(basket)
      return .none

    case .input(.orderTapped):
      guard case .shopping(let basket) = state.mode, !basket.isEmpty else { return .none }
      state.mode = .placing(basket)
      return place(basket)

    case .input(.retryTapped):
      switch state.mode {
      case .rejected(let basket):
        state.mode = .placing(basket)
        return place(basket)
      case .tracking(let order, .lost):
        state.mode = .tracking(order, .live)
        return track(order.number)
      case .shopping, .placing, .tracking, .delivered:
        return .none
      }

    case .input(.editTapped):
      guard case .rejected(let basket) = state.mode else { return .none }
      state.mode = .shopping(basket)
      return .none

    case .input(.doneTapped):
      guard case .delivered = state.mode else { return .none }
      state.mode = .shopping([])
      return .none

    case .input(.enteredBackground):
      state.isInBackground = true
      guard case .tracking(let order, _) = state.mode else { return .none }
      state.mode = .tracking(order, .paused)
      return .cancel(id: CancelID.tracking)

    case .input(.enteredForeground):
      state.isInBackground = false
      guard case .tracking(let order, .paused) = state.mode else { return .none }
      state.mode = .tracking(order, .live)
      return track(order.number)

    case .feedback(.placed(let number)):
      guard case .placing = state.mode else { return .none }
      let order = Order(number: number)
      guard !state.isInBackground else {
        state.mode = .tracking(order, .paused)
        return .none
      }
      state.mode = .tracking(order, .live)
      return track(number)

    case .feedback(.placeFailed):
      guard case .placing(let basket) = state.mode else { return .none }
      state.mode = .rejected(basket)
      return .none

    case .feedback(.stepped(.packed)):
      guard case .tracking(var order, let connection) = state.mode else { return .none }
      order.isPacked = true
      state.mode = .tracking(order, connection)
      return .none

    case .feedback(.stepped(.delivered)):
      guard case .tracking(let order, _) = state.mode else { return .none }
      state.mode = .delivered(order.number)
      return .cancel(id: CancelID.tracking)

    case .feedback(.connectionEnded):
      guard case .tracking(let order, .live) = state.mode else { return .none }
      state.mode = .tracking(order, .lost)
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.tracking)

    case .feedback(.pauseEnded):
      guard case .tracking(let order, .lost) = state.mode else { return .none }
      state.mode = .tracking(order, .live)
      return track(order.number)
    }
  }

  private func place(_ basket: [String]) -> Effect<Feedback, Never> {
    .run("place", of: basket) { send in
      await send(.placed(try await farm.place(basket)))
    } catch: { _, send in
      await send(.placeFailed)
    }
    .cancellable(id: CancelID.place, cancelInFlight: true)
  }

  private func track(_ order: Int) -> Effect<Feedback, Never> {
    .run("steps", of: order) { send in
      for try await step in farm.steps(order) { await send(.stepped(step)) }
      await send(.connectionEnded)
    } catch: { _, send in
      await send(.connectionEnded)
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }
}

struct Q10Offline: Error {}

struct Q10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q10FarmShop.State) -> [Q10FarmShop.Input] in
        var inputs: [Q10FarmShop.Input] = [.orderTapped, .retryTapped, .editTapped, .doneTapped]
        inputs.append(state.isInBackground ? .enteredForeground : .enteredBackground)
        inputs += [.goodTapped("Kale"), .goodTapped("Eggs")]
        return inputs
      }
    ) { () -> TestStore<Q10FarmShop> in
      let store = TestStore(initialState: Q10FarmShop.State()) { Q10FarmShop() }
      store.gate("place", at: \.q10Farm.place) { _ in [.success(5), .failure(Q10Offline())] }
      store.gate("steps", at: \.q10Farm.steps) { _ in
        [.element(.packed), .element(.delivered), .failure(Q10Offline())]
      }
      return store
    }
  }
}
