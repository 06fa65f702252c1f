import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A seat for a concert. The server holds a seat for some minutes, in which it can be bought.
struct K22Seat: Reducer {
  enum Phase: Equatable, Sendable {
    case choosing
    case holding
    case held
    case buying
    case releasing
    case expired
    case bought(ticket: String)
  }

  enum Problem: Equatable, Sendable { case seatTaken, notBought, notChecked }

  struct State: Equatable {
    var phase = Phase.choosing
    var seat: String?
    /// The minutes for which the seat is still held; nil if the app doesn't know, as after a stay in the background.
    var minutesLeft: Int?
    var isChecking = false
    var problem: Problem?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case seatTapped(String)
    case buyTapped
    case releaseTapped
    case checkTapped
    case continueTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case held(minutes: Int)
    case holdFailed
    case minutePassed
    case checked(minutes: Int)
    case checkFailed
    case bought(ticket: String)
    case buyFailed
    case released
  }

  private enum CancelID { case countdown, check }

  @Dependency(\.k22Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.seatTapped(let seat)):
      guard state.phase == .choosing else { return .none }
      state.phase = .holding
      state.seat = seat
      state.problem = nil
      return .run("hold", of: seat) { send in
        await send(.held(minutes: try await client.hold(seat)))
      } catch: { _, send in
        await send(.holdFailed)
      }

    case .input(.buyTapped):
      guard state.phase == .held, let seat = state.seat else { return .none }
      state.phase = .buying
      state.isChecking = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.check),
        .run("buy", of: seat) { send in
          await send(.bought(ticket: try await client.buy(seat)))
        } catch: { _, send in
          await send(.buyFailed)
        }
      )

    case .input(.releaseTapped):
      guard state.phase == .held, let seat = state.seat else { return .none }
      state.phase = .releasing
      state.minutesLeft = nil
      state.isChecking = false
      state.problem = nil
      return .merge(
        .cancel(id: CancelID.countdown),
        .cancel(id: CancelID.check),
        .run("release", of: seat) { send in
          try await client.release(seat)
          await send(.released)
        } catch: { _, send in
          // The hold ends by itself.
          await send(.released)
        }
      )

    case .input(.checkTapped):
      guard state.phase == .held, state.minutesLeft == nil, !state.isChecking else { return .none }
      return check(&state)

    case .input(.continueTapped):
      switch state.phase {
      case .expired, .bought:
        state = State()
        return .none
      case .choosing, .holding, .held, .buying, .releasing:
        return .none
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      state.minutesLeft = nil
      state.isChecking = false
      return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.check))

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.phase == .held ? check(&state) : .none

    case .feedback(.held(let minutes)):
      state.phase = .held
      return countDown(from: minutes, &state)

    case .feedback(.holdFailed):
      state.phase = .choosing
      state.seat = nil
      state.problem = .seatTaken
      return .none

    case .feedback(.minutePassed):
      guard let minutes = state.minutesLeft, minutes > 0 else { return .none }
      state.minutesLeft = minutes - 1
      guard minutes == 1 else { return .none }
      // A purchase that has begun is decided by the server.
      return state.phase == .buying ? .cancel(id: CancelID.countdown) : expire(&state)

    case .feedback(.checked(let minutes)):
      state.isChecking = false
      return minutes > 0 ? countDown(from: minutes, &state) : expire(&state)

    case .feedback(.checkFailed):
      state.isChecking = false
      state.problem = .notChecked
      return .none

    case .feedback(.bought(let ticket)):
      state.phase = .bought(ticket: ticket)
      state.minutesLeft = nil
      return .cancel(id: CancelID.countdown)

    case .feedback(.buyFailed):
      if state.minutesLeft == 0 { return expire(&state) }
      state.phase = .held
      state.problem = .notBought
      return state.minutesLeft == nil && !state.isInBackground ? check(&state) : .none

    case .feedback(.released):
      state.phase = .choosing
      state.seat = nil
      return .none
    }
  }

  private func countDown(from minutes: Int, _ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isInBackground else { return .none }
    state.minutesLeft = minutes
    return .run("countdown") { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.countdown, cancelInFlight: true)
  }

  private func check(_ state: inout State) -> Effect<Feedback, Never> {
    guard let seat = state.seat else { return .none }
    state.isChecking = true
    if state.problem == .notChecked { state.problem = nil }
    return .run("check", of: seat) { send in
      await send(.checked(minutes: try await client.minutesLeft(seat)))
    } catch: { _, send in
      await send(.checkFailed)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  private func expire(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .expired
    state.minutesLeft = nil
    state.problem = nil
    return .cancel(id: CancelID.countdown)
  }
}

struct K22Client: TestDependencyKey, Sendable {
  /// Holds a seat, and returns for how many minutes.
  var hold: @Sendable (_ seat: String) async throws -> Int
  /// The minutes for which a seat is still held; zero if it isn't.
  var minutesLeft: @Sendable (_ seat: String) async throws -> Int
  /// Buys a seat, and returns the ticket.
  var buy: @Sendable (_ seat: String) async throws -> String
  var release: @Sendable (_ seat: String) async throws -> Void

  static let testValue = K22Client(
    hold: unimplemented("K22Client.hold"),
    minutesLeft: unimplemented("K22Client.minutesLeft"),
    buy: unimplemented("K22Client.buy"),
    release: unimplemented("K22Client.release")
  )
}

extension DependencyValues {
  var k22Client: K22Client {
    get { self[K22Client.self] }
    set { self[K22Client.self] = newValue }
  }
}

struct K22Offline: Error {}

struct K22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K22Seat.State) -> [K22Seat.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .choosing: return [.seatTapped("A1"), .seatTapped("B2"), .wentToBackground]
        case .held:
          let inputs: [K22Seat.Input] = [.buyTapped, .releaseTapped, .wentToBackground]
          return state.minutesLeft == nil ? inputs + [.checkTapped] : inputs
        case .expired, .bought: return [.continueTapped, .wentToBackground]
        case .holding, .buying, .releasing: return [.wentToBackground]
        }
      }
    ) { () -> TestStore<K22Seat> in
      let store = TestStore(initialState: K22Seat.State()) { K22Seat() }
      store.gate("hold", at: \.k22Client.hold) { _ in [.success(2), .failure(K22Offline())] }
      store.gate("minutesLeft", at: \.k22Client.minutesLeft) { _ in [.success(1), .success(0), .failure(K22Offline())] }
      store.gate("buy", at: \.k22Client.buy) { seat in [.success("T-\(seat)"), .failure(K22Offline())] }
      store.gate("release", at: \.k22Client.release) { _ in [.success(()), .failure(K22Offline())] }
      return store
    }
  }
}
