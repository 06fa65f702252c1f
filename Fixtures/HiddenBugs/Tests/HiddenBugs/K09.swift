import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K09Offline: Error {}

/// Where an order is. It never goes back.
enum K09Step: Int, Equatable, Sendable {
  case cooking
  case riding
  case delivered
}

struct K09Kitchen: DependencyKey, Sendable {
  /// Orders a dish, and returns the number of the order.
  var order: @Sendable (_ dish: String) async throws -> Int
  /// The present step of an order, at once and after each change.
  var steps: @Sendable (_ order: Int) -> AsyncThrowingStream<K09Step, any Error>
  var cancel: @Sendable (_ order: Int) async throws -> Void
  var rate: @Sendable (_ order: Int, _ stars: Int) async throws -> Void

  static let liveValue = K09Kitchen(
    order: { _ in 1 },
    steps: { _ in AsyncThrowingStream { $0.finish() } },
    cancel: { _ in },
    rate: { _, _ in }
  )
  static let testValue = K09Kitchen(
    order: unimplemented("K09Kitchen.order"),
    steps: unimplemented("K09Kitchen.steps", placeholder: AsyncThrowingStream { $0.finish() }),
    cancel: unimplemented("K09Kitchen.cancel"),
    rate: unimplemented("K09Kitchen.rate")
  )
}

extension DependencyValues {
  var k09Kitchen: K09Kitchen {
    get { self[K09Kitchen.self] }
    set { self[K09Kitchen.self] = newValue }
  }
}

/// Orders a dish, follows it while the app is in front, and rates it.
struct K09Delivery: Reducer {
  struct State: Equatable {
    var isInFront = true
    var mode = Mode.menu
  }

  enum Mode: Equatable {
    case menu
    case ordering(dish: String)
    case refused(dish: String)
    case tracking(Trip, Feed)
    case cancelling(Trip)
    case delivered(order: Int, Rating)
  }

  struct Trip: Equatable {
    var order: Int
    var step = K09Step.cooking
    var couldNotCancel = false
  }

  enum Feed: Equatable { case live, waiting, paused }
  enum Rating: Equatable { case none, sending(Int), failed(Int), sent(Int) }

  enum Input: Equatable, Sendable {
    case orderTapped(String)
    case wentToBack, cameToFront
    case reconnectTapped
    case cancelTapped
    case starsTapped(Int)
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case ordered(Int), orderRefused
    case stepped(K09Step), feedEnded, pauseEnded
    case cancelled, cancelRefused
    case rated, ratingFailed
  }

  private enum CancelID { case order, feed, cancel, rating }

  @Dependency(\.k09Kitchen) private var kitchen
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    // The scene.
    case (.input(.wentToBack), .tracking(let trip, _)):
      state.isInFront = false
      state.mode = .tracking(trip, .paused)
      return .cancel(id: CancelID.feed)

    case (.input(.wentToBack), _):
      state.isInFront = false
      return .none

    case (.input(.cameToFront), .tracking(let trip, .paused)):
      state.isInFront = true
      return track(trip, &state)

    case (.input(.cameToFront), _):
      state.isInFront = true
      return .none

    // The order.
    case (.input(.orderTapped(let dish)), .menu), (.input(.orderTapped(let dish)), .refused):
      state.mode = .ordering(dish: dish)
      return .run("order", of: dish) { send in
        await send(.ordered(try await kitchen.order(dish)))
      } catch: { _, send in
        await send(.orderRefused)
      }
      .cancellable(id: CancelID.order)

    case (.feedback(.ordered(let order)), .ordering):
      return track(Trip(order: order), &state)

    case (.feedback(.orderRefused), .ordering(let dish)):
      state.mode = .refused(dish: dish)
      return .none

    // The way to the door.
    case (.feedback(.stepped(.delivered)), .tracking(let trip, _)):
      state.mode = .delivered(order: trip.order, .none)
      return .cancel(id: CancelID.feed)

    case (.feedback(.stepped(let step)), .tracking(var trip, let feed)):
      guard step.rawValue > trip.step.rawValue else { return .none }
      trip.step = step
      trip.couldNotCancel = false
      state.mode = .tracking(trip, feed)
      return .none

    case (.feedback(.feedEnded), .tracking(let trip, .live)):
      state.mode = .tracking(trip, .waiting)
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.feed, cancelInFlight: true)

    case (.feedback(.pauseEnded), .tracking(let trip, .waiting)),
      (.input(.reconnectTapped), .tracking(let trip, .waiting)):
      return track(trip, &state)

    // The cancellation, which the kitchen refuses once the rider has the dish.
    case (.input(.cancelTapped), .tracking(var trip, _)):
      guard trip.step == .cooking else { return .none }
      trip.couldNotCancel = false
      state.mode = .cancelling(trip)
      return .merge(.cancel(id: CancelID.feed), cancel(trip.order))

    case (.feedback(.cancelled), .cancelling):
      state.mode = .menu
      return .none

    case (.feedback(.cancelRefused), .cancelling(var trip)):
      trip.couldNotCancel = true
      return track(trip, &state)

    // The rating.
    case (.input(.starsTapped(let stars)), .delivered(let order, .none)),
      (.input(.starsTapped(let stars)), .delivered(let order, .failed)):
      state.mode = .delivered(order: order, .sending(stars))
      return rate(order, stars)

    case (.feedback(.rated), .delivered(let order, .sending(let stars))):
      state.mode = .delivered(order: order, .sent(stars))
      return .none

    case (.feedback(.ratingFailed), .delivered(let order, .sending(let stars))):
      state.mode = .delivered(order: order, .failed(stars))
      return .none

    case (.input(.doneTapped), .delivered(_, let rating)):
      if case .sending = rating { return .none }
      state.mode = .menu
      return .none

    case (.input, _), (.feedback, _):
      return .none
    }
  }

  /// Follows an order, as soon as the app is in front.
  private func track(_ trip: Trip, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .tracking(trip, state.isInFront ? .live : .paused)
    guard state.isInFront else { return .none }
    return .run("steps", of: trip.order) { send in
      for try await step in kitchen.steps(trip.order) { await send(.stepped(step)) }
      await send(.feedEnded)
    } catch: { _, send in
      await send(.feedEnded)
    }
    .cancellable(id: CancelID.feed, cancelInFlight: true)
  }

  private func cancel(_ order: Int) -> Effect<Feedback, Never> {
    .run("cancel", of: order) { send in
      try await kitchen.cancel(order)
      await send(.cancelled)
    } catch: { _, send in
      await send(.cancelRefused)
    }
    .cancellable(id: CancelID.cancel)
  }

  private func rate(_ order: Int, _ stars: Int) -> Effect<Feedback, Never> {
    .run("rate", of: order) { send in
      try await kitchen.rate(order, stars)
      await send(.rated)
    } catch: { _, send in
      await send(.ratingFailed)
    }
    .cancellable(id: CancelID.rating)
  }
}

struct K09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .orderTapped("Ramen"), .wentToBack, .cameToFront, .reconnectTapped, .cancelTapped, .starsTapped(5), .doneTapped,
      ]
    ) { () -> TestStore<K09Delivery> in
      let store = TestStore(initialState: K09Delivery.State()) { K09Delivery() }
      store.gate("order", at: \.k09Kitchen.order) { _ in [.success(4), .failure(K09Offline())] }
      store.gate("steps", at: \.k09Kitchen.steps) { _ in
        [.element(.riding), .element(.delivered), .failure(K09Offline())]
      }
      store.gate("cancel", at: \.k09Kitchen.cancel) { _ in [.success(()), .failure(K09Offline())] }
      store.gate("rate", at: \.k09Kitchen.rate) { _ in [.success(()), .failure(K09Offline())] }
      return store
    }
  }
}
