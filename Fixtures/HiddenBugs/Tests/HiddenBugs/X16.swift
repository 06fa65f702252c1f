import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A radio player. The sound goes on in the background; the titles of the songs are only for the screen.
struct X16Radio: Reducer {
  struct State: Equatable {
    var station: String?
    var phase = X16Phase.stopped
    var title: String?
    var isInForeground = true
  }

  enum Input: Equatable, Sendable {
    case playTapped(String)
    case retryTapped
    case stopTapped
    case interruptionBegan
    case interruptionEnded
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case connected
    case connectionFailed
    case titleArrived(String)
  }

  private enum CancelID { case connection, titles }

  @Dependency(\.x16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.playTapped(let station)):
      guard station != state.station else { return .none }
      state.station = station
      state.title = nil
      return connect(to: station, into: &state)

    case .input(.retryTapped):
      guard let station = state.station, state.phase == .failed else { return .none }
      return connect(to: station, into: &state)

    case .input(.stopTapped):
      state.station = nil
      state.title = nil
      state.phase = .stopped
      return .merge(.cancel(id: CancelID.connection), .cancel(id: CancelID.titles))

    case .input(.interruptionBegan):
      guard state.phase == .playing else { return .none }
      state.phase = .interrupted
      return .cancel(id: CancelID.titles)

    case .input(.interruptionEnded):
      guard let station = state.station, state.phase == .interrupted else { return .none }
      state.phase = .playing
      return titles(of: station)

    case .input(.wentToBackground):
      state.isInForeground = false
      return .cancel(id: CancelID.titles)

    case .input(.cameToForeground):
      state.isInForeground = true
      guard let station = state.station, state.phase == .playing else { return .none }
      return titles(of: station)

    case .feedback(.connected):
      state.phase = .playing
      guard let station = state.station, state.isInForeground else { return .none }
      return titles(of: station)

    case .feedback(.connectionFailed):
      state.phase = .failed
      return .none

    case .feedback(.titleArrived(let title)):
      state.title = title
      return .none
    }
  }

  private func connect(to station: String, into state: inout State) -> Effect<Feedback, Never> {
    state.phase = .connecting
    return .merge(
      .cancel(id: CancelID.titles),
      .run("connect", of: station) { send in
        try await client.connect(station)
        await send(.connected)
      } catch: { _, send in
        await send(.connectionFailed)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)
    )
  }

  /// Asks for the title now, and then every half minute. A title that can't be had is asked for at the next time.
  private func titles(of station: String) -> Effect<Feedback, Never> {
    .run("titles", of: station) { send in
      while true {
        if let title = try? await client.title(station) { await send(.titleArrived(title)) }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.titles, cancelInFlight: true)
  }
}

enum X16Phase: Equatable, Sendable { case stopped, connecting, playing, interrupted, failed }

struct X16Client: TestDependencyKey, Sendable {
  var connect: @Sendable (_ station: String) async throws -> Void
  var title: @Sendable (_ station: String) async throws -> String

  static let testValue = X16Client(
    connect: unimplemented("X16Client.connect"),
    title: unimplemented("X16Client.title")
  )
}

extension DependencyValues {
  var x16Client: X16Client {
    get { self[X16Client.self] }
    set { self[X16Client.self] = newValue }
  }
}

struct X16Offline: Error {}

struct X16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X16Radio.State) -> [X16Radio.Input] in
        var inputs: [X16Radio.Input] = []
        if state.phase == .playing { inputs.append(.interruptionBegan) }
        if state.phase == .interrupted { inputs.append(.interruptionEnded) }
        guard state.isInForeground else { return inputs + [.cameToForeground] }
        inputs += [.playTapped("News"), .playTapped("Jazz"), .wentToBackground]
        if state.phase == .failed { inputs.append(.retryTapped) }
        if state.phase != .stopped { inputs.append(.stopTapped) }
        return inputs
      }
    ) { () -> TestStore<X16Radio> in
      let store = TestStore(initialState: X16Radio.State()) { X16Radio() }
      store.gate("connect", at: \.x16Client.connect) { _ in [.success(()), .failure(X16Offline())] }
      store.gate("title", at: \.x16Client.title) { station in
        [.success("A song on \(station)"), .failure(X16Offline())]
      }
      return store
    }
  }
}
