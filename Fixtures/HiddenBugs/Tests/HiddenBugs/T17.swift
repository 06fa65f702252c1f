import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Makes an archivable copy of a scanned contract. The server converts it, and is asked for the result.
struct T17Archiver: Reducer {
  enum Phase: Equatable {
    case idle
    case uploading
    case converting(job: String, checks: Int)
    case done(String)
    case failed(Failure)
  }

  enum Failure: Equatable { case notUploaded, notConverted }

  struct State: Equatable {
    var phase = Phase.idle
    var isInBackground = false
    var checksOnReturn = false

    var showsSpinner: Bool {
      switch phase {
      case .uploading, .converting: true
      case .idle, .done, .failed: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case scanChosen
    case retryTapped
    case cancelTapped
    case closeTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(job: String)
    case uploadFailed
    case converted(String)
    case notReady
    case conversionFailed
  }

  private enum CancelID { case upload, check }

  @Dependency(\.t17Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanChosen):
      guard state.phase == .idle else { return .none }
      return upload(&state)

    case .input(.retryTapped):
      guard case .failed = state.phase else { return .none }
      return upload(&state)

    case .input(.cancelTapped):
      guard state.showsSpinner else { return .none }
      state.phase = .idle
      return .merge(.cancel(id: CancelID.upload), .cancel(id: CancelID.check))

    case .input(.closeTapped):
      guard !state.showsSpinner else { return .none }
      state.phase = .idle
      return .none

    case .input(.wentToBackground):
      // An upload may end, so that a large scan doesn't begin anew.
      state.isInBackground = true
      guard case .converting = state.phase else { return .none }
      state.checksOnReturn = true
      return .cancel(id: CancelID.check)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard state.checksOnReturn else { return .none }
      state.checksOnReturn = false
      return check(state)

    case .feedback(.uploaded(let job)):
      state.phase = .converting(job: job, checks: 0)
      return state.isInBackground ? .none : check(state)

    case .feedback(.uploadFailed):
      state.phase = .failed(.notUploaded)
      return .none

    case .feedback(.notReady):
      guard case .converting(let job, let checks) = state.phase else { return .none }
      guard checks < 2 else {
        state.phase = .failed(.notConverted)
        return .none
      }
      state.phase = .converting(job: job, checks: checks + 1)
      return check(state)

    case .feedback(.converted(let copy)):
      state.phase = .done(copy)
      return .none

    case .feedback(.conversionFailed):
      state.phase = .failed(.notConverted)
      return .none
    }
  }

  private func upload(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .uploading
    return .run("upload") { send in
      await send(.uploaded(job: try await client.upload()))
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }

  /// Asks for the result after two seconds.
  private func check(_ state: State) -> Effect<Feedback, Never> {
    guard case .converting(let job, _) = state.phase else { return .none }
    return .run("check", of: job) { send in
      try await clock.sleep(for: .seconds(2))
      if let copy = try await client.result(job) {
        await send(.converted(copy))
      } else {
        await send(.notReady)
      }
    } catch: { _, send in
      await send(.conversionFailed)
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}

struct T17Client: TestDependencyKey, Sendable {
  var upload: @Sendable () async throws -> String
  var result: @Sendable (_ job: String) async throws -> String?

  static let testValue = T17Client(
    upload: unimplemented("T17Client.upload"),
    result: unimplemented("T17Client.result")
  )
}

extension DependencyValues {
  var t17Client: T17Client {
    get { self[T17Client.self] }
    set { self[T17Client.self] = newValue }
  }
}

struct T17Offline: Error {}

struct T17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T17Archiver.State) -> [T17Archiver.Input] in
        if state.isInBackground { return [.cameToForeground] }
        switch state.phase {
        case .idle: return [.scanChosen, .wentToBackground]
        case .uploading, .converting: return [.cancelTapped, .wentToBackground]
        case .done: return [.closeTapped, .wentToBackground]
        case .failed: return [.retryTapped, .closeTapped, .wentToBackground]
        }
      }
    ) { () -> TestStore<T17Archiver> in
      let store = TestStore(initialState: T17Archiver.State()) { T17Archiver() }
      store.gate("upload", at: \.t17Client.upload) { [.success("Job 1"), .failure(T17Offline())] }
      store.gate("result", at: \.t17Client.result) { _ in
        [.success("Contract.pdf"), .success(nil), .failure(T17Offline())]
      }
      return store
    }
  }
}
