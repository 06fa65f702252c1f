import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The player of live radio. While it plays and can be seen, it asks what is on the air.
struct I27Radio: Reducer {
  enum Playback: Equatable { case stopped, connecting, playing, buffering, failed }

  struct State: Equatable {
    var station: String?
    var playback = Playback.stopped
    /// What is on the air; nil while it isn't known.
    var title: String?
    /// Whether the player stops after a while, for those who fall asleep.
    var stopsSoon = false
    var isInBackground = false

    var isOn: Bool {
      switch playback {
      case .connecting, .playing, .buffering: true
      case .stopped, .failed: false
      }
    }

    /// The station whose titles are asked for.
    var titledStation: String? { playback == .playing && !isInBackground ? station : nil }
  }

  enum Input: Equatable, Sendable {
    case stationTapped(String)
    case playTapped
    case stopTapped
    case sleepTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case signal(I27Signal)
    case programmeEnded
    case connectionLost
    case titled(String?)
    case sleepDue
  }

  private enum CancelID { case play, titles, sleep }

  @Dependency(\.i27Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let before = state.titledStation
    let effect = update(on: message, &state)
    guard state.titledStation != before else { return effect }
    state.title = nil
    guard let station = state.titledStation else { return .merge(effect, .cancel(id: CancelID.titles)) }
    return .merge(effect, titles(of: station))
  }

  /// Handles a message. What depends on the scene and the playback together is up to `reduce`.
  private func update(on message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationTapped(let station)):
      guard station != state.station || !state.isOn else { return .none }
      state.station = station
      return play(station, &state)

    case .input(.playTapped):
      guard let station = state.station, !state.isOn else { return .none }
      return play(station, &state)

    case .input(.stopTapped):
      return end(.stopped, &state)

    case .input(.sleepTapped):
      guard state.isOn else { return .none }
      state.stopsSoon.toggle()
      guard state.stopsSoon else { return .cancel(id: CancelID.sleep) }
      return .run("sleep") { send in
        try await clock.sleep(for: .seconds(300))
        await send(.sleepDue)
      }
      .cancellable(id: CancelID.sleep, cancelInFlight: true)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .none

    case .input(.cameToForeground):
      state.isInBackground = false
      return .none

    case .feedback(.signal(.onAir)):
      state.playback = .playing
      return .none

    case .feedback(.signal(.weak)):
      state.playback = .buffering
      return .none

    case .feedback(.titled(let title)):
      state.title = title
      return .none

    case .feedback(.programmeEnded), .feedback(.sleepDue):
      return end(.stopped, &state)

    case .feedback(.connectionLost):
      return end(.failed, &state)
    }
  }

  private func play(_ station: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.playback = .connecting
    return .run("play", of: station) { send in
      for try await signal in client.play(station) { await send(.signal(signal)) }
      await send(.programmeEnded)
    } catch: { _, send in
      await send(.connectionLost)
    }
    .cancellable(id: CancelID.play, cancelInFlight: true)
  }

  private func end(_ playback: Playback, _ state: inout State) -> Effect<Feedback, Never> {
    state.playback = playback
    state.stopsSoon = false
    return .merge(.cancel(id: CancelID.play), .cancel(id: CancelID.sleep))
  }

  private func titles(of station: String) -> Effect<Feedback, Never> {
    .run("titles", of: station) { send in
      while true {
        await send(.titled(try? await client.title(station)))
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: CancelID.titles, cancelInFlight: true)
  }
}

enum I27Signal: Equatable, Sendable { case onAir, weak }

struct I27Client: TestDependencyKey, Sendable {
  var play: @Sendable (_ station: String) -> AsyncThrowingStream<I27Signal, any Error>
  var title: @Sendable (_ station: String) async throws -> String

  static let testValue = I27Client(
    play: unimplemented("I27Client.play", placeholder: AsyncThrowingStream { $0.finish() }),
    title: unimplemented("I27Client.title")
  )
}

extension DependencyValues {
  var i27Client: I27Client {
    get { self[I27Client.self] }
    set { self[I27Client.self] = newValue }
  }
}

struct I27Offline: Error {}

struct I27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I27Radio.State) -> [I27Radio.Input] in
        // The lock screen has the buttons of the player, too.
        var inputs: [I27Radio.Input] = []
        if state.isOn { inputs.append(.stopTapped) } else if state.station != nil { inputs.append(.playTapped) }
        if state.isInBackground { return inputs + [.cameToForeground] }
        if state.isOn { inputs.append(.sleepTapped) }
        return inputs + [.stationTapped("Jazz"), .stationTapped("News"), .wentToBackground]
      }
    ) { () -> TestStore<I27Radio> in
      let store = TestStore(initialState: I27Radio.State()) { I27Radio() }
      store.gate("play", at: \.i27Client.play) { _ in
        [.element(.onAir), .element(.weak), .finish, .failure(I27Offline())]
      }
      store.gate("title", at: \.i27Client.title) { station in
        [.success("Song on \(station)"), .failure(I27Offline())]
      }
      return store
    }
  }
}
