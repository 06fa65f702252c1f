import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A diary of the blood pressure. A reading is sent to the practice, which has 20 seconds of foreground time to answer.
struct D11BloodPressure: Reducer {
  enum Status: Equatable { case draft, sending, delivered, failed }

  struct State: Equatable {
    var reading: String?
    var status = Status.draft
    var isInBackground = false
    var timeoutIsPaused = false
    var trend: String?
    var isLoadingTrend = false
    var trendHasFailed = false
  }

  enum Input: Equatable {
    case readingEntered(String)
    case sendTapped
    case newTapped
    case trendTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable {
    case uploaded
    case uploadFailed
    case timedOut
    case trendLoaded(String)
    case trendFailed
  }

  private enum CancelID { case upload, timeout }

  @Dependency(\.d11Upload) private var upload
  @Dependency(\.d11Trend) private var trend
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.readingEntered(let reading)):
      guard state.status == .draft || state.status == .failed, !state.isInBackground else { return .none }
      state.reading = reading
      state.status = .draft
      return .none

    case .input(.sendTapped):
      guard let reading = state.reading, !state.isInBackground else { return .none }
      guard state.status == .draft || state.status == .failed else { return .none }
      state.status = .sending
      return .merge(sendReading(reading), timeout())

    case .input(.newTapped):
      guard state.status == .delivered || state.status == .failed, !state.isInBackground else { return .none }
      state.reading = nil
      state.status = .draft
      return .none

    case .input(.trendTapped):
      guard !state.isLoadingTrend, !state.isInBackground else { return .none }
      state.isLoadingTrend = true
      state.trendHasFailed = false
      return .run("trend") { send in
        await send(.trendLoaded(try await trend()))
      } catch: { _, send in
        await send(.trendFailed)
      }

    case .input(.wentToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      if state.status == .sending { state.timeoutIsPaused = true }
      return .cancel(id: CancelID.timeout)

    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard state.timeoutIsPaused else { return .none }
      state.timeoutIsPaused = false
      return timeout()

    case .feedback(.uploaded):
      state.status = .delivered
      return .cancel(id: CancelID.timeout)

    case .feedback(.uploadFailed):
      state.status = .failed
      state.timeoutIsPaused = false
      return .cancel(id: CancelID.timeout)

    case .feedback(.timedOut):
      state.status = .failed
      return .cancel(id: CancelID.upload)

    case .feedback(.trendLoaded(let trend)):
      state.isLoadingTrend = false
      state.trend = trend
      return .none

    case .feedback(.trendFailed):
      state.isLoadingTrend = false
      state.trendHasFailed = true
      return .none
    }
  }

  private func sendReading(_ reading: String) -> Effect<Feedback, Never> {
    .run("upload", of: reading) { send in
      try await upload(reading)
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
  }
}

enum D11UploadKey: DependencyKey {
  static let liveValue: @Sendable (_ reading: String) async throws -> Void = { _ in }
  static let testValue: @Sendable (_ reading: String) async throws -> Void = unimplemented("d11Upload")
}

enum D11TrendKey: DependencyKey {
  static let liveValue: @Sendable () async throws -> String = { "steady" }
  static let testValue: @Sendable () async throws -> String = unimplemented("d11Trend")
}

extension DependencyValues {
  var d11Upload: @Sendable (_ reading: String) async throws -> Void {
    get { self[D11UploadKey.self] }
    set { self[D11UploadKey.self] = newValue }
  }

  var d11Trend: @Sendable () async throws -> String {
    get { self[D11TrendKey.self] }
    set { self[D11TrendKey.self] = newValue }
  }
}

struct D11Offline: Error {}

struct D11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.readingEntered("120/80"), .sendTapped, .newTapped, .trendTapped, .wentToBackground, .cameBack]
    ) { () -> TestStore<D11BloodPressure> in
      let store = TestStore(initialState: D11BloodPressure.State()) { D11BloodPressure() }
      store.gate("upload", at: \.d11Upload) { _ in [.success(()), .failure(D11Offline())] }
      store.gate("trend", at: \.d11Trend) { [.success("steady"), .failure(D11Offline())] }
      return store
    }
  }
}
