import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The seats of a concert that are still free, live, and the checkout of one of them in a sheet above.
struct B23Seats: Reducer {
  struct State: Equatable {
    var isVisible = false
    var isInBackground = false
    var free: [Int] = []
    /// Whether the free seats are those of this moment.
    var isLive = false
    var chosen: Int?
    var bought: [Int] = []
    var checkout: B23Checkout.State?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case seatTapped(Int)
    case buyTapped
    case checkout(B23Checkout.Input)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case changed([Int])
    case connectionLost
    case reconnectDue
    case checkout(ChildFeedback<B23Checkout>)
  }

  private enum CancelID { case seats }

  @Dependency(\.b23Client) private var client
  @Dependency(\.continuousClock) private var clock

  let checkout = Scope<B23Seats, B23Checkout>(ifLet: \.checkout, feedback: Feedback.checkout) { B23Checkout() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.checkout(let input)): return checkout.reduce(.input(input), into: &state)
    case .feedback(.checkout(.feedback(let feedback))): return checkout.reduce(.feedback(feedback), into: &state)

    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return listen()

    case .input(.disappeared):
      state.isVisible = false
      return stopListening(&state)

    case .input(.seatTapped(let seat)):
      guard state.free.contains(seat) else { return .none }
      state.chosen = state.chosen == seat ? nil : seat
      return .none

    case .input(.buyTapped):
      guard let seat = state.chosen, state.checkout == nil else { return .none }
      state.checkout = B23Checkout.State(seat: seat)
      // The sheet covers the plan.
      return stopListening(&state)

    case .input(.wentToBackground):
      // A payment that is on its way must not break off.
      state.isInBackground = true
      return stopListening(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.isVisible, state.checkout == nil else { return .none }
      return listen()

    case .feedback(.checkout(.output(.paid(let seat)))):
      state.checkout = nil
      state.chosen = nil
      state.free.removeAll { $0 == seat }
      if !state.bought.contains(seat) { state.bought.append(seat) }
      return listen()

    case .feedback(.checkout(.output(.cancelled))):
      state.checkout = nil
      return listen()

    case .feedback(.changed(let free)):
      state.isLive = true
      // The box office needs a moment for the seats that were just bought.
      let bought = state.bought
      state.free = free.filter { !bought.contains($0) }
      if let chosen = state.chosen, !state.free.contains(chosen) { state.chosen = nil }
      return .none

    case .feedback(.connectionLost):
      state.isLive = false
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.seats, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return listen()
    }
  }

  /// Listens to the box office, which tells the free seats first, and then each change.
  private func listen() -> Effect<Feedback, Never> {
    .run("seats") { send in
      for try await free in client.freeSeats() { await send(.changed(free)) }
      await send(.connectionLost)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.seats, cancelInFlight: true)
  }

  private func stopListening(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLive = false
    return .cancel(id: CancelID.seats)
  }
}

/// Pays for a seat.
struct B23Checkout: Reducer {
  struct State: Equatable {
    var seat: Int
    var isPaying = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case payTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case paid, payFailed }
  enum Output: Equatable, Sendable { case paid(Int), cancelled }

  @Dependency(\.b23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.payTapped):
      guard !state.isPaying else { return .none }
      state.isPaying = true
      state.hasFailed = false
      let seat = state.seat
      return .run("pay", of: seat) { send in
        try await client.pay(seat)
        await send(.paid)
      } catch: { _, send in
        await send(.payFailed)
      }

    case .input(.cancelTapped):
      return state.isPaying ? .none : .output(.cancelled)

    case .feedback(.paid):
      state.isPaying = false
      return .output(.paid(state.seat))

    case .feedback(.payFailed):
      state.isPaying = false
      state.hasFailed = true
      return .none
    }
  }
}

struct B23Client: TestDependencyKey, Sendable {
  var freeSeats: @Sendable () -> AsyncThrowingStream<[Int], any Error>
  var pay: @Sendable (_ seat: Int) async throws -> Void

  static let testValue = B23Client(
    freeSeats: unimplemented("B23Client.freeSeats", placeholder: AsyncThrowingStream { $0.finish() }),
    pay: unimplemented("B23Client.pay")
  )
}

extension DependencyValues {
  var b23Client: B23Client {
    get { self[B23Client.self] }
    set { self[B23Client.self] = newValue }
  }
}

struct B23Offline: Error {}

struct B23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B23Seats.State) -> [B23Seats.Input] in
        if state.isInBackground { return [.cameToForeground] }
        if let checkout = state.checkout {
          return checkout.isPaying
            ? [.wentToBackground] : [.checkout(.payTapped), .checkout(.cancelTapped), .wentToBackground]
        }
        guard state.isVisible else { return [.appeared, .wentToBackground] }
        var inputs: [B23Seats.Input] = [.disappeared, .wentToBackground]
        inputs += state.free.map { B23Seats.Input.seatTapped($0) }
        if state.chosen != nil { inputs.append(.buyTapped) }
        return inputs
      }
    ) { () -> TestStore<B23Seats> in
      let store = TestStore(initialState: B23Seats.State()) { B23Seats() }
      store.gate("freeSeats", at: \.b23Client.freeSeats) {
        [.element([11, 12]), .element([12]), .finish, .failure(B23Offline())]
      }
      store.gate("pay", at: \.b23Client.pay) { _ in [.success(()), .failure(B23Offline())] }
      return store
    }
  }
}
