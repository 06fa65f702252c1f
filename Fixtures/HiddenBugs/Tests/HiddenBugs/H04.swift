import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H04Client: TestDependencyKey, Sendable {
  /// The codes that the hand scanner reads, until it is switched off.
  var codes: @Sendable () -> AsyncThrowingStream<String, any Error>
  var upload: @Sendable (_ code: String) async throws -> Void

  static let testValue = H04Client(
    codes: unimplemented("H04Client.codes", placeholder: AsyncThrowingStream { $0.finish() }),
    upload: unimplemented("H04Client.upload")
  )
}

extension DependencyValues {
  var h04Client: H04Client {
    get { self[H04Client.self] }
    set { self[H04Client.self] = newValue }
  }
}

struct H04Offline: Error {}

/// A scanned parcel. It is uploaded at once, once more after five seconds, and then on request.
struct H04Parcel: Reducer {
  enum Status: Equatable {
    case sending(attempt: Int)
    case waiting
    case sent
    case failed
  }

  struct State: Equatable, Identifiable {
    var id: String
    var status = Status.sending(attempt: 1)
  }

  enum Input: Equatable, Sendable { case retryTapped, removeTapped }
  enum Feedback: Equatable, Sendable { case pauseEnded, uploaded, uploadFailed }
  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case upload }

  @Dependency(\.h04Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    upload(state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed || state.status == .waiting else { return .none }
      state.status = .sending(attempt: 1)
      return upload(state.id)

    case .input(.removeTapped):
      guard state.status == .failed || state.status == .sent else { return .none }
      return .output(.removed)

    case .feedback(.pauseEnded):
      state.status = .sending(attempt: 2)
      return upload(state.id)

    case .feedback(.uploaded):
      state.status = .sent
      return .none

    case .feedback(.uploadFailed):
      guard state.status == .sending(attempt: 1) else {
        state.status = .failed
        return .none
      }
      state.status = .waiting
      return .run("pause", of: state.id) { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.upload)
    }
  }

  private func upload(_ code: String) -> Effect<Feedback, Output> {
    .run("upload", of: code) { send in
      try await client.upload(code)
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }
}

/// The shift of a warehouse worker: a hand scanner, and the parcels that it has read.
struct H04Scanner: Reducer {
  enum Link: Equatable {
    case off
    case on
    case lost
  }

  struct State: Equatable {
    var link = Link.off
    var parcels: IdentifiedArray<H04Parcel.State> = []

    /// A shift ends once all of its parcels have been sent.
    var canFinish: Bool { !parcels.isEmpty && parcels.allSatisfy { $0.status == .sent } }
  }

  enum Input: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case parcel(String, H04Parcel.Input)
    case finishTapped
  }

  enum Feedback: Equatable, Sendable {
    case scanned(String)
    case switchedOff
    case linkLost
    case parcel(String, ChildFeedback<H04Parcel>)
  }

  private enum CancelID { case codes }

  @Dependency(\.h04Client) private var client

  private let parcels = ScopeEach<H04Scanner, H04Parcel>(\.parcels, feedback: Feedback.parcel) { H04Parcel() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.parcel(let id, let input)):
      guard state.parcels[id: id] != nil else { return .none }
      return parcels.reduce(.input(input), id: id, into: &state)

    case .feedback(.parcel(let id, .feedback(let feedback))):
      return parcels.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.parcel(let id, .output(.removed))):
      state.parcels.remove(id: id)
      return .none

    case .input(.connectTapped):
      guard state.link != .on else { return .none }
      state.link = .on
      return .run("codes") { send in
        for try await code in client.codes() { await send(.scanned(code)) }
        await send(.switchedOff)
      } catch: { _, send in
        await send(.linkLost)
      }
      .cancellable(id: CancelID.codes, cancelInFlight: true)

    case .input(.disconnectTapped):
      guard state.link == .on else { return .none }
      state.link = .off
      return .cancel(id: CancelID.codes)

    case .input(.finishTapped):
      guard state.canFinish else { return .none }
      state = State()
      return .cancel(id: CancelID.codes)

    case .feedback(.scanned(let code)):
      guard state.parcels[id: code] == nil else { return .none }
      state.parcels.append(H04Parcel.State(id: code))
      return parcels.start(id: code, from: state)

    case .feedback(.switchedOff):
      state.link = .off
      return .none

    case .feedback(.linkLost):
      state.link = .lost
      return .none
    }
  }
}

struct H04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .connectTapped, .disconnectTapped, .parcel("A", .retryTapped), .parcel("A", .removeTapped),
        .parcel("B", .retryTapped), .parcel("B", .removeTapped), .finishTapped,
      ]
    ) { () -> TestStore<H04Scanner> in
      let store = TestStore(initialState: H04Scanner.State()) { H04Scanner() }
      store.gate("codes", at: \.h04Client.codes) {
        [.element("A"), .element("B"), .finish, .failure(H04Offline())]
      }
      store.gate("upload", at: \.h04Client.upload) { _ in [.success(()), .failure(H04Offline())] }
      return store
    }
  }
}
