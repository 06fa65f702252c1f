import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A nurse offers a shift to the colleagues. The first who takes it has it; nobody can after a day.
struct J21Swap: Reducer {
  enum Status: Equatable, Sendable {
    case none
    case offering
    case open
    case taken(by: String)
    case expired
    case failed
  }

  struct State: Equatable {
    var shift: String?
    var status = Status.none
    var isLive = false
    var isRefreshing = false
    var refreshFailed = false
  }

  enum Input: Equatable, Sendable {
    case shiftTapped(String)
    case offerAgainTapped
    case refreshPulled
    case withdrawTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case offered
    case offerFailed
    case takerArrived(String)
    case connectionLost
    case checked(String?)
    case checkFailed
    case dayPassed
  }

  private enum CancelID { case offer, takers, check, day }

  @Dependency(\.j21Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shiftTapped(let shift)):
      guard state.status == .none else { return .none }
      state.shift = shift
      return offer(shift, &state)

    case .input(.offerAgainTapped):
      guard let shift = state.shift, state.status == .failed || state.status == .expired else { return .none }
      return offer(shift, &state)

    case .input(.refreshPulled):
      guard let shift = state.shift, state.status == .open, !state.isRefreshing else { return .none }
      state.isRefreshing = true
      state.refreshFailed = false
      return .run("check", of: shift) { send in
        await send(.checked(try await client.taker(shift)))
      } catch: { _, send in
        await send(.checkFailed)
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.withdrawTapped):
      guard state.status == .offering || state.status == .open else { return .none }
      return close(&state)

    case .input(.doneTapped):
      switch state.status {
      case .taken, .expired, .failed: return close(&state)
      case .none, .offering, .open: return .none
      }

    case .feedback(.offered):
      guard let shift = state.shift else { return .none }
      state.status = .open
      state.isLive = true
      return .merge(
        .run("day") { send in
          try await clock.sleep(for: .seconds(24 * 60 * 60))
          await send(.dayPassed)
        }
        .cancellable(id: CancelID.day, cancelInFlight: true),
        .run("takers", of: shift) { send in
          for try await name in client.takers(shift) { await send(.takerArrived(name)) }
          await send(.connectionLost)
        } catch: { _, send in
          await send(.connectionLost)
        }
        .cancellable(id: CancelID.takers, cancelInFlight: true)
      )

    case .feedback(.offerFailed):
      state.status = .failed
      return .none

    case .feedback(.takerArrived(let name)):
      take(by: name, &state)
      return .merge(.cancel(id: CancelID.takers), .cancel(id: CancelID.check), .cancel(id: CancelID.day))

    case .feedback(.connectionLost):
      // A pull asks the server instead.
      state.isLive = false
      return .none

    case .feedback(.checked(let name)):
      state.isRefreshing = false
      guard let name else { return .none }
      take(by: name, &state)
      return .cancel(id: CancelID.takers)

    case .feedback(.checkFailed):
      state.isRefreshing = false
      state.refreshFailed = true
      return .none

    case .feedback(.dayPassed):
      state.status = .expired
      state.isLive = false
      state.isRefreshing = false
      state.refreshFailed = false
      return .merge(.cancel(id: CancelID.takers), .cancel(id: CancelID.check))
    }
  }

  private func offer(_ shift: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.status = .offering
    return .run("offer", of: shift) { send in
      try await client.offer(shift)
      await send(.offered)
    } catch: { _, send in
      await send(.offerFailed)
    }
    .cancellable(id: CancelID.offer, cancelInFlight: true)
  }

  private func take(by name: String, _ state: inout State) {
    state.status = .taken(by: name)
    state.isLive = false
    state.isRefreshing = false
    state.refreshFailed = false
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(
      .cancel(id: CancelID.offer),
      .cancel(id: CancelID.takers),
      .cancel(id: CancelID.check),
      .cancel(id: CancelID.day)
    )
  }
}

struct J21Client: TestDependencyKey, Sendable {
  var offer: @Sendable (_ shift: String) async throws -> Void
  var takers: @Sendable (_ shift: String) -> AsyncThrowingStream<String, any Error>
  var taker: @Sendable (_ shift: String) async throws -> String?

  static let testValue = J21Client(
    offer: unimplemented("J21Client.offer"),
    takers: unimplemented("J21Client.takers", placeholder: AsyncThrowingStream { $0.finish() }),
    taker: unimplemented("J21Client.taker")
  )
}

extension DependencyValues {
  var j21Client: J21Client {
    get { self[J21Client.self] }
    set { self[J21Client.self] = newValue }
  }
}

struct J21Offline: Error {}

struct J21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J21Swap.State) -> [J21Swap.Input] in
        switch state.status {
        case .none: return [.shiftTapped("Friday night"), .shiftTapped("Sunday")]
        case .offering: return [.withdrawTapped]
        case .open: return state.isRefreshing ? [.withdrawTapped] : [.refreshPulled, .withdrawTapped]
        case .taken: return [.doneTapped]
        case .expired, .failed: return [.offerAgainTapped, .doneTapped]
        }
      }
    ) { () -> TestStore<J21Swap> in
      let store = TestStore(initialState: J21Swap.State()) { J21Swap() }
      store.gate("offer", at: \.j21Client.offer) { _ in [.success(()), .failure(J21Offline())] }
      store.gate("takers", at: \.j21Client.takers) { _ in [.element("Kim"), .failure(J21Offline())] }
      store.gate("taker", at: \.j21Client.taker) { _ in [.success("Kim"), .success(nil), .failure(J21Offline())] }
      return store
    }
  }
}
