import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U11Recorder: Sendable {
  /// Records until there is silence, and returns the length in seconds.
  var record: @Sendable () async throws -> Int
}

enum U11RecorderKey: TestDependencyKey {
  static let testValue = U11Recorder(record: unimplemented("U11Recorder.record"))
}

struct U11Cloud: Sendable {
  /// Uploads a memo. The elements are percentages, and the end of the stream is the end of the upload.
  var upload: @Sendable (_ id: Int) -> AsyncThrowingStream<Int, any Error>
}

enum U11CloudKey: TestDependencyKey {
  static let testValue = U11Cloud(
    upload: unimplemented("U11Cloud.upload", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var u11Recorder: U11Recorder {
    get { self[U11RecorderKey.self] }
    set { self[U11RecorderKey.self] = newValue }
  }

  var u11Cloud: U11Cloud {
    get { self[U11CloudKey.self] }
    set { self[U11CloudKey.self] = newValue }
  }
}

struct U11Offline: Error {}

/// A memo, which can be uploaded. An upload that makes no progress for half a minute has stalled, and is given up.
struct U11Memo: Reducer {
  enum Upload: Equatable { case none, running(Int), stalled, failed, done }

  struct State: Equatable, Identifiable {
    let id: Int
    var seconds: Int
    var upload = Upload.none

    var isUploading: Bool { if case .running = upload { true } else { false } }
  }

  enum Input: Equatable { case uploadTapped, cancelTapped }
  enum Feedback: Equatable { case progressed(Int), uploaded, failed, stalled }

  private enum CancelID { case upload, watch }

  @Dependency(\.u11Cloud) private var cloud
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.uploadTapped):
      guard !state.isUploading, state.upload != .done else { return .none }
      state.upload = .running(0)
      let id = state.id
      return .merge(
        .run("upload", of: id) { send in
          for try await percent in cloud.upload(id) { await send(.progressed(percent)) }
          await send(.uploaded)
        } catch: { _, send in
          await send(.failed)
        }
        .cancellable(id: CancelID.upload, cancelInFlight: true),
        watch()
      )

    case .input(.cancelTapped):
      guard state.isUploading else { return .none }
      state.upload = .none
      return .merge(.cancel(id: CancelID.upload), .cancel(id: CancelID.watch))

    case .feedback(.progressed(let percent)):
      guard state.isUploading else { return .none }
      state.upload = .running(percent)
      return watch()

    case .feedback(.uploaded):
      guard state.isUploading else { return .none }
      state.upload = .done
      return .cancel(id: CancelID.watch)

    case .feedback(.failed):
      guard state.isUploading else { return .none }
      state.upload = .failed
      return .cancel(id: CancelID.watch)

    case .feedback(.stalled):
      guard state.isUploading else { return .none }
      state.upload = .stalled
      return .cancel(id: CancelID.upload)
    }
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.stalled)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }
}

/// The voice memos of a plan that has room for two.
struct U11Memos: Reducer {
  enum Recording: Equatable { case idle, running, failed }

  struct State: Equatable {
    var memos: IdentifiedArray<U11Memo.State> = []
    var recording = Recording.idle
    var asksToDelete: Int?

    /// An id that no memo has, while there is room.
    var freeID: Int? { (1...2).first { memos.index(id: $0) == nil } }
  }

  enum Input: Equatable {
    case recordTapped, discardTapped
    case deleteTapped(Int), deleteConfirmed, deleteCancelled
    case memo(Int, U11Memo.Input)
  }

  enum Feedback: Equatable {
    case recorded(Int), recordingFailed
    case memo(Int, ChildFeedback<U11Memo>)
  }

  private enum CancelID { case recording }

  private let memos = ScopeEach<U11Memos, U11Memo>(\.memos, feedback: Feedback.memo) { U11Memo() }

  @Dependency(\.u11Recorder) private var recorder

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memo(let id, let input)): return memos.reduce(.input(input), id: id, into: &state)
    case .feedback(.memo(let id, .feedback(let feedback))):
      return memos.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.recordTapped):
      guard state.recording != .running, state.freeID != nil else { return .none }
      state.recording = .running
      return .run("recording") { send in
        await send(.recorded(try await recorder.record()))
      } catch: { _, send in
        await send(.recordingFailed)
      }
      .cancellable(id: CancelID.recording)

    case .input(.discardTapped):
      guard state.recording == .running else { return .none }
      state.recording = .idle
      return .cancel(id: CancelID.recording)

    case .feedback(.recorded(let seconds)):
      state.recording = .idle
      if let id = state.freeID { state.memos.append(U11Memo.State(id: id, seconds: seconds)) }
      return .none

    case .feedback(.recordingFailed):
      state.recording = .failed
      return .none

    case .input(.deleteTapped(let id)):
      guard state.memos.index(id: id) != nil else { return .none }
      state.asksToDelete = id
      return .none

    case .input(.deleteConfirmed):
      guard let id = state.asksToDelete else { return .none }
      state.asksToDelete = nil
      state.memos.remove(id: id)
      return .none

    case .input(.deleteCancelled):
      state.asksToDelete = nil
      return .none
    }
  }
}

struct U11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U11Memos.State) -> [U11Memos.Input] in
        if state.asksToDelete != nil { return [.deleteConfirmed, .deleteCancelled] }
        var inputs: [U11Memos.Input] = []
        if state.recording == .running {
          inputs.append(.discardTapped)
        } else if state.freeID != nil {
          inputs.append(.recordTapped)
        }
        for memo in state.memos {
          inputs.append(.memo(memo.id, memo.isUploading ? .cancelTapped : .uploadTapped))
          inputs.append(.deleteTapped(memo.id))
        }
        return inputs
      }
    ) { () -> TestStore<U11Memos> in
      let store = TestStore(initialState: U11Memos.State()) { U11Memos() }
      store.gate("recording", at: \.u11Recorder.record) { [.success(12), .failure(U11Offline())] }
      store.gate("upload", at: \.u11Cloud.upload) { _ in [.element(50), .finish, .failure(U11Offline())] }
      return store
    }
  }
}
