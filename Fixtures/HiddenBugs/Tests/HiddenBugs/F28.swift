import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One photo on its way to the archive.
struct F28Upload: Reducer {
  enum Phase: Equatable, Sendable { case queued, uploading, uploaded, failed }

  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.queued
  }

  /// What the queue tells the photo.
  enum Input: Equatable, Sendable { case start, stop, retry, confirm }
  enum Feedback: Equatable, Sendable { case uploaded, failed }
  enum Output: Equatable, Sendable { case ended }

  private enum CancelID { case upload }

  @Dependency(\.f28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (state.phase, message) {
    case (.queued, .input(.start)):
      state.phase = .uploading
      return .run("upload", of: state.id) { [id = state.id] send in
        try await client.upload(id)
        await send(.uploaded)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true)

    case (.uploading, .input(.stop)):
      state.phase = .queued
      return .cancel(id: CancelID.upload)

    case (.failed, .input(.retry)):
      state.phase = .queued
      return .none

    case (_, .input(.confirm)):
      state.phase = .uploaded
      return .cancel(id: CancelID.upload)

    case (.uploading, .feedback(.uploaded)):
      state.phase = .uploaded
      return .output(.ended)

    case (.uploading, .feedback(.failed)):
      state.phase = .failed
      return .output(.ended)

    default:
      return .none
    }
  }
}

/// The upload queue. One photo is uploaded at a time. The archive also confirms photos on its own, by a stream.
struct F28Queue: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<F28Upload.State> = []
    var isPaused = false
    var isVisible = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case addTapped(String)
    case removeTapped(String)
    case retryTapped(String)
    case pauseTapped
    case resumeTapped
  }

  enum Feedback: Equatable, Sendable {
    case confirmed(String)
    case row(String, ChildFeedback<F28Upload>)
  }

  private enum CancelID { case confirmations }

  let rows = ScopeEach<F28Queue, F28Upload>(\.rows, feedback: Feedback.row) { F28Upload() }

  @Dependency(\.f28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      state.isVisible = true
      return .run("confirmations") { send in
        for await id in client.confirmations() { await send(.confirmed(id)) }
      }
      .cancellable(id: CancelID.confirmations, cancelInFlight: true)

    case .input(.disappeared):
      state.isVisible = false
      return .cancel(id: CancelID.confirmations)

    case .input(.addTapped(let id)):
      guard state.rows[id: id] == nil else { return .none }
      state.rows.append(F28Upload.State(id: id))
      return startNext(&state)

    case .input(.removeTapped(let id)):
      state.rows.remove(id: id)
      return startNext(&state)

    case .input(.retryTapped(let id)):
      guard state.rows[id: id] != nil else { return .none }
      let retried = rows.reduce(.input(.retry), id: id, into: &state)
      return .merge(retried, startNext(&state))

    case .input(.pauseTapped):
      state.isPaused = true
      guard let running = state.rows.first(where: { $0.phase == .uploading }) else { return .none }
      return rows.reduce(.input(.stop), id: running.id, into: &state)

    case .input(.resumeTapped):
      state.isPaused = false
      return startNext(&state)

    case .feedback(.confirmed(let id)):
      guard state.rows[id: id] != nil else { return .none }
      let confirmed = rows.reduce(.input(.confirm), id: id, into: &state)
      return .merge(confirmed, startNext(&state))

    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.row(_, .output(.ended))): return startNext(&state)
    }
  }

  /// Starts the first photo that waits, if nothing is on its way.
  private func startNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isPaused, !state.rows.contains(where: { $0.phase == .uploading }),
      let next = state.rows.first(where: { $0.phase == .queued })
    else { return .none }
    return rows.reduce(.input(.start), id: next.id, into: &state)
  }
}

struct F28Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: String) async throws -> Void
  var confirmations: @Sendable () -> AsyncStream<String>

  static let testValue = F28Client(
    upload: unimplemented("F28Client.upload"),
    confirmations: unimplemented("F28Client.confirmations", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var f28Client: F28Client {
    get { self[F28Client.self] }
    set { self[F28Client.self] = newValue }
  }
}

struct F28Offline: Error {}

struct F28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F28Queue.State) -> [F28Queue.Input] in
        var inputs: [F28Queue.Input] = [state.isVisible ? .disappeared : .appeared]
        inputs.append(state.isPaused ? .resumeTapped : .pauseTapped)
        for photo in ["beach", "forest"] {
          switch state.rows[id: photo]?.phase {
          case nil: inputs.append(.addTapped(photo))
          case .failed: inputs += [.retryTapped(photo), .removeTapped(photo)]
          default: inputs.append(.removeTapped(photo))
          }
        }
        return inputs
      }
    ) { () -> TestStore<F28Queue> in
      let store = TestStore(initialState: F28Queue.State()) { F28Queue() }
      store.gate("upload", at: \.f28Client.upload) { _ in [.success(()), .failure(F28Offline())] }
      store.gate("confirmations", at: \.f28Client.confirmations) { [.element("beach")] }
      return store
    }
  }
}
