import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D12Report: Hashable, Sendable {
  var place: String
  var answer: Int
}

/// A survey in the field: the place is determined, a question answered, and the report uploaded, if need be twice.
struct D12Survey: Reducer {
  enum Mode: Equatable {
    case idle
    case locating
    case unlocated
    case filling(place: String, answer: Int?)
    case sending(D12Report, attempt: Int)
    case waiting(D12Report, attempt: Int)
    case refused(D12Report)
    case sent(D12Report)
  }

  struct State: Equatable {
    var mode = Mode.idle
    var isActive = true
  }

  enum Input: Equatable {
    case startTapped
    case answerChosen(Int)
    case sendTapped
    case retryTapped
    case discardTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable {
    case located(String)
    case locationFailed
    case uploaded
    case uploadFailed
    case pauseEnded
  }

  private enum CancelID { case location, pause }

  @Dependency(\.d12Location) private var location
  @Dependency(\.d12Reports) private var reports
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    if case .input(let input) = message, !state.isActive, input != .cameBack { return .none }

    switch message {
    case .input(.startTapped):
      switch state.mode {
      case .idle, .sent: return locate(&state)
      case .locating, .unlocated, .filling, .sending, .waiting, .refused: return .none
      }

    case .input(.answerChosen(let answer)):
      guard case .filling(let place, _) = state.mode else { return .none }
      state.mode = .filling(place: place, answer: answer)
      return .none

    case .input(.sendTapped):
      guard case .filling(let place, let answer?) = state.mode else { return .none }
      return upload(D12Report(place: place, answer: answer), attempt: 1, &state)

    case .input(.retryTapped):
      switch state.mode {
      case .unlocated:
        return locate(&state)
      case .waiting(let report, let attempt):
        return .merge(.cancel(id: CancelID.pause), upload(report, attempt: attempt, &state))
      case .refused(let report):
        return upload(report, attempt: 1, &state)
      case .idle, .locating, .filling, .sending, .sent:
        return .none
      }

    case .input(.discardTapped):
      switch state.mode {
      case .idle, .sending:
        return .none
      case .locating:
        state.mode = .idle
        return .cancel(id: CancelID.location)
      case .waiting:
        state.mode = .idle
        return .cancel(id: CancelID.pause)
      case .unlocated, .filling, .refused, .sent:
        state.mode = .idle
        return .none
      }

    case .input(.wentToBackground):
      state.isActive = false
      return .merge(.cancel(id: CancelID.location), .cancel(id: CancelID.pause))

    case .input(.cameBack):
      guard !state.isActive else { return .none }
      state.isActive = true
      switch state.mode {
      case .locating: return locate(&state)
      case .waiting(let report, let attempt): return upload(report, attempt: attempt, &state)
      case .idle, .unlocated, .filling, .sending, .refused, .sent: return .none
      }

    case .feedback(.located(let place)):
      guard state.mode == .locating else { return .none }
      state.mode = .filling(place: place, answer: nil)
      return .none

    case .feedback(.locationFailed):
      guard state.mode == .locating else { return .none }
      state.mode = .unlocated
      return .none

    case .feedback(.uploaded):
      guard case .sending(let report, _) = state.mode else { return .none }
      state.mode = .sent(report)
      return .none

    case .feedback(.uploadFailed):
      guard case .sending(let report, let attempt) = state.mode else { return .none }
      guard attempt < 2 else {
        state.mode = .refused(report)
        return .none
      }
      state.mode = .waiting(report, attempt: attempt + 1)
      return state.isActive ? pause() : .none

    case .feedback(.pauseEnded):
      guard case .waiting(let report, let attempt) = state.mode else { return .none }
      return upload(report, attempt: attempt, &state)
    }
  }

  private func locate(_ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .locating
    return .run("locate") { send in
      await send(.located(try await location()))
    } catch: { _, send in
      await send(.locationFailed)
    }
    .cancellable(id: CancelID.location, cancelInFlight: true)
  }

  private func upload(_ report: D12Report, attempt: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .sending(report, attempt: attempt)
    return .run("upload", of: report) { send in
      try await reports(report)
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
  }

  private func pause() -> Effect<Feedback, Never> {
    .run("pause") { send in
      try await clock.sleep(for: .seconds(5))
      await send(.pauseEnded)
    }
    .cancellable(id: CancelID.pause, cancelInFlight: true)
  }
}

enum D12LocationKey: DependencyKey {
  static let liveValue: @Sendable () async throws -> String = { "meadow" }
  static let testValue: @Sendable () async throws -> String = unimplemented("d12Location")
}

enum D12ReportsKey: DependencyKey {
  static let liveValue: @Sendable (_ report: D12Report) async throws -> Void = { _ in }
  static let testValue: @Sendable (_ report: D12Report) async throws -> Void = unimplemented("d12Reports")
}

extension DependencyValues {
  var d12Location: @Sendable () async throws -> String {
    get { self[D12LocationKey.self] }
    set { self[D12LocationKey.self] = newValue }
  }

  var d12Reports: @Sendable (_ report: D12Report) async throws -> Void {
    get { self[D12ReportsKey.self] }
    set { self[D12ReportsKey.self] = newValue }
  }
}

struct D12Offline: Error {}

struct D12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .startTapped, .answerChosen(1), .sendTapped, .retryTapped, .discardTapped, .wentToBackground, .cameBack,
      ]
    ) { () -> TestStore<D12Survey> in
      let store = TestStore(initialState: D12Survey.State()) { D12Survey() }
      store.gate("location", at: \.d12Location) { [.success("meadow"), .success("forest"), .failure(D12Offline())] }
      store.gate("upload", at: \.d12Reports) { _ in [.success(()), .failure(D12Offline())] }
      return store
    }
  }
}
