import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The lobby of a meeting: the user checks the microphone, and asks to be let in.
struct A21Lobby: Reducer {
  enum Entry: Equatable { case outside, waiting, refused, failed, admitted }

  struct State: Equatable {
    var isOpen = false
    var entry = Entry.outside
    var isMuted = false
    var microphone = "iPhone"
    /// What the bar beside the microphone shows.
    var level = 0
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case muteTapped
    case joinTapped
    case cancelTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case levelChanged(Int)
    case routeChanged(String)
    case answered(isAdmitted: Bool)
    case joinFailed
  }

  enum Output: Equatable, Sendable {
    case entered(isMuted: Bool)
    case closed
  }

  private enum CancelID { case meter, routes, join }

  @Dependency(\.a21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.appeared):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return .merge(routes(), state.isMuted ? .none : meter(of: state.microphone))

    case .input(.muteTapped):
      guard state.isOpen else { return .none }
      state.isMuted.toggle()
      return state.isMuted ? stopMeter(&state) : meter(of: state.microphone)

    case .input(.joinTapped):
      guard state.isOpen, state.entry != .waiting else { return .none }
      state.entry = .waiting
      return .run("join") { send in
        await send(.answered(isAdmitted: try await client.askToJoin()))
      } catch: { _, send in
        await send(.joinFailed)
      }
      .cancellable(id: CancelID.join)

    case .input(.cancelTapped):
      guard state.entry == .waiting else { return .none }
      state.entry = .outside
      return .cancel(id: CancelID.join)

    case .input(.closeTapped):
      state.isOpen = false
      state.entry = .outside
      return .merge(stopMeter(&state), .cancel(id: CancelID.routes), .cancel(id: CancelID.join), .output(.closed))

    case .input(.wentToBackground):
      state.isInBackground = true
      return stopMeter(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.isOpen && !state.isMuted ? meter(of: state.microphone) : .none

    case .feedback(.levelChanged(let level)):
      state.level = level
      return .none

    case .feedback(.routeChanged(let microphone)):
      state.microphone = microphone
      return state.isMuted ? .none : meter(of: microphone)

    case .feedback(.answered(let isAdmitted)):
      guard isAdmitted else {
        state.entry = .refused
        return .none
      }
      // From here on the microphone is the meeting's.
      state.entry = .admitted
      state.isOpen = false
      let isMuted = state.isMuted
      return .merge(stopMeter(&state), .cancel(id: CancelID.routes), .output(.entered(isMuted: isMuted)))

    case .feedback(.joinFailed):
      state.entry = .failed
      return .none
    }
  }

  /// Follows the microphone that the system has chosen, for as long as the lobby is open.
  private func routes() -> Effect<Feedback, Output> {
    .run("routes") { send in
      for await microphone in client.routes() { await send(.routeChanged(microphone)) }
    }
    .cancellable(id: CancelID.routes, cancelInFlight: true)
  }

  private func meter(of microphone: String) -> Effect<Feedback, Output> {
    .run("meter", of: microphone) { send in
      for await level in client.levels(microphone) { await send(.levelChanged(level)) }
    }
    .cancellable(id: CancelID.meter, cancelInFlight: true)
  }

  private func stopMeter(_ state: inout State) -> Effect<Feedback, Output> {
    state.level = 0
    return .cancel(id: CancelID.meter)
  }
}

struct A21Client: TestDependencyKey, Sendable {
  var levels: @Sendable (_ microphone: String) -> AsyncStream<Int>
  var routes: @Sendable () -> AsyncStream<String>
  var askToJoin: @Sendable () async throws -> Bool

  static let testValue = A21Client(
    levels: unimplemented("A21Client.levels", placeholder: AsyncStream { $0.finish() }),
    routes: unimplemented("A21Client.routes", placeholder: AsyncStream { $0.finish() }),
    askToJoin: unimplemented("A21Client.askToJoin")
  )
}

extension DependencyValues {
  var a21Client: A21Client {
    get { self[A21Client.self] }
    set { self[A21Client.self] = newValue }
  }
}

struct A21Offline: Error {}

struct A21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A21Lobby.State) -> [A21Lobby.Input] in
        if state.entry == .admitted { return [] }
        if state.isInBackground { return [.cameToForeground] }
        guard state.isOpen else { return [.appeared] }
        return [
          .muteTapped, state.entry == .waiting ? .cancelTapped : .joinTapped, .closeTapped, .wentToBackground,
        ]
      }
    ) { () -> TestStore<A21Lobby> in
      let store = TestStore(initialState: A21Lobby.State()) { A21Lobby() }
      store.gate("levels", at: \.a21Client.levels) { _ in [.element(3), .element(7)] }
      store.gate("routes", at: \.a21Client.routes) { [.element("Headset"), .element("iPhone")] }
      store.gate("askToJoin", at: \.a21Client.askToJoin) {
        [.success(true), .success(false), .failure(A21Offline())]
      }
      return store
    }
  }
}
