import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The live readings of a weather station, and the download of its log.
struct T26Station: Reducer {
  enum Link: Equatable, Sendable { case off, connecting, live, waiting }

  struct State: Equatable {
    var station: String?
    var link = Link.off
    var reading: T26Reading?
    var isStale = false
    var isDownloading = false
    var notice: String?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case stationChosen(String)
    case reconnectTapped
    case downloadTapped
    case noticeTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(T26Reading)
    case lost
    case pauseOver
    case readingAged
    case downloaded(String)
    case downloadFailed
    case noticeAged
  }

  private enum CancelID { case readings, pause, age, download, notice }

  @Dependency(\.t26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stationChosen(let station)):
      guard station != state.station else { return .none }
      state = State(station: station)
      return .merge(stopAll(), connect(station, into: &state))

    case .input(.reconnectTapped):
      guard let station = state.station, state.link == .waiting else { return .none }
      return connect(station, into: &state)

    case .input(.downloadTapped):
      guard let station = state.station, !state.isDownloading else { return .none }
      state.isDownloading = true
      state.notice = nil
      return .merge(
        .cancel(id: CancelID.notice),
        .run("download", of: station) { send in
          await send(.downloaded(try await client.download(station)))
        } catch: { _, send in
          await send(.downloadFailed)
        }
        .cancellable(id: CancelID.download, cancelInFlight: true)
      )

    case .input(.noticeTapped):
      state.notice = nil
      return .cancel(id: CancelID.notice)

    case .input(.closeTapped):
      state = State()
      return stopAll()

    case .input(.wentToBackground):
      // The log is small, so its download may end. All else waits until the user is back.
      state.isInBackground = true
      state.link = .off
      return .merge(
        .cancel(id: CancelID.readings),
        .cancel(id: CancelID.pause),
        .cancel(id: CancelID.age),
        .cancel(id: CancelID.notice)
      )

    case .input(.cameToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      state.isStale = state.reading != nil
      let notice = state.notice == nil ? Effect<Feedback, Never>.none : hideNoticeLater()
      guard let station = state.station else { return notice }
      return .merge(notice, connect(station, into: &state))

    case .feedback(.measured(let reading)):
      state.link = .live
      state.reading = reading
      state.isStale = false
      return .run("age") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.readingAged)
      }
      .cancellable(id: CancelID.age, cancelInFlight: true)

    case .feedback(.lost):
      state.link = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseOver):
      guard let station = state.station else { return .none }
      return connect(station, into: &state)

    case .feedback(.readingAged):
      state.isStale = true
      return .none

    case .feedback(.downloaded(let file)):
      return endDownload("Saved as \(file)", into: &state)

    case .feedback(.downloadFailed):
      return endDownload("The log could not be loaded.", into: &state)

    case .feedback(.noticeAged):
      state.notice = nil
      return .none
    }
  }

  private func connect(_ station: String, into state: inout State) -> Effect<Feedback, Never> {
    state.link = .connecting
    return .merge(
      .cancel(id: CancelID.pause),
      .run("readings", of: station) { send in
        for try await reading in client.readings(station) { await send(.measured(reading)) }
        await send(.lost)
      } catch: { _, send in
        await send(.lost)
      }
      .cancellable(id: CancelID.readings, cancelInFlight: true)
    )
  }

  /// Shows the end of the download, which may come while nobody looks.
  private func endDownload(_ notice: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isDownloading = false
    state.notice = notice
    return state.isInBackground ? .none : hideNoticeLater()
  }

  private func hideNoticeLater() -> Effect<Feedback, Never> {
    .run("notice") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.noticeAged)
    }
    .cancellable(id: CancelID.notice, cancelInFlight: true)
  }

  private func stopAll() -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.readings),
      .cancel(id: CancelID.pause),
      .cancel(id: CancelID.age),
      .cancel(id: CancelID.download),
      .cancel(id: CancelID.notice)
    )
  }
}

struct T26Reading: Equatable, Sendable {
  var celsius: Int
  var wind: Int
}

struct T26Client: TestDependencyKey, Sendable {
  var readings: @Sendable (_ station: String) -> AsyncThrowingStream<T26Reading, any Error>
  var download: @Sendable (_ station: String) async throws -> String

  static let testValue = T26Client(
    readings: unimplemented("T26Client.readings", placeholder: AsyncThrowingStream { $0.finish() }),
    download: unimplemented("T26Client.download")
  )
}

extension DependencyValues {
  var t26Client: T26Client {
    get { self[T26Client.self] }
    set { self[T26Client.self] = newValue }
  }
}

struct T26Offline: Error {}

struct T26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T26Station.State) -> [T26Station.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard let station = state.station else { return [.stationChosen("Ridge"), .wentToBackground] }
        var inputs: [T26Station.Input] = [
          .stationChosen(station == "Ridge" ? "Orchard" : "Ridge"), .closeTapped, .wentToBackground,
        ]
        if !state.isDownloading { inputs.append(.downloadTapped) }
        if state.link == .waiting { inputs.append(.reconnectTapped) }
        if state.notice != nil { inputs.append(.noticeTapped) }
        return inputs
      }
    ) { () -> TestStore<T26Station> in
      let store = TestStore(initialState: T26Station.State()) { T26Station() }
      store.gate("readings", at: \.t26Client.readings) { station in
        [.element(T26Reading(celsius: station == "Ridge" ? 3 : 8, wind: 12)), .failure(T26Offline())]
      }
      store.gate("download", at: \.t26Client.download) { station in
        [.success("\(station).csv"), .failure(T26Offline())]
      }
      return store
    }
  }
}
