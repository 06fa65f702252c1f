import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One photo of a claim. It is uploaded, and then checked by the insurer, who reports by a push message.
struct Y02Photo: Reducer {
  enum Progress: Equatable, Sendable { case sending, checking, accepted, rejected, failed }

  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var progress = Progress.sending

    var isDecided: Bool { progress == .accepted || progress == .rejected }
  }

  enum Input: Equatable, Sendable {
    case sendAgainTapped
    case removeTapped
    case verdictArrived(isAccepted: Bool)
  }

  enum Feedback: Equatable, Sendable {
    case uploaded
    case uploadFailed
  }

  enum Output: Equatable, Sendable { case removed }

  private enum CancelID { case upload }

  @Dependency(\.y02Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { upload(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.sendAgainTapped):
      guard state.progress == .failed else { return .none }
      state.progress = .sending
      return upload(state.id)

    case .input(.removeTapped):
      return .output(.removed)

    case .input(.verdictArrived(let isAccepted)):
      guard !state.isDecided else { return .none }
      state.progress = isAccepted ? .accepted : .rejected
      return .none

    case .feedback(.uploaded):
      if state.progress == .sending { state.progress = .checking }
      return .none

    case .feedback(.uploadFailed):
      state.progress = .failed
      return .none
    }
  }

  private func upload(_ id: String) -> Effect<Feedback, Output> {
    .run("upload", of: id) { send in
      try await client.upload(id)
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }
}

/// A claim with its photos. It can be submitted once the insurer has accepted all of them.
struct Y02Claim: Reducer {
  enum Phase: Equatable, Sendable { case closed, editing, submitting, notSubmitted, received(String) }

  struct State: Equatable {
    var phase = Phase.closed
    var photos: IdentifiedArray<Y02Photo.State> = []

    var canEdit: Bool { phase == .editing || phase == .notSubmitted }
    var canSubmit: Bool { canEdit && !photos.isEmpty && photos.allSatisfy { $0.progress == .accepted } }
  }

  enum Input: Equatable, Sendable {
    case reportTapped
    case photoChosen(String)
    case photo(String, Y02Photo.Input)
    case submitTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case photo(String, ChildFeedback<Y02Photo>)
    case verdictArrived(Y02Verdict)
    case submitted(String)
    case submitFailed
  }

  private enum CancelID { case verdicts }

  private let photos = ScopeEach<Y02Claim, Y02Photo>(\.photos, feedback: Feedback.photo) { Y02Photo() }

  @Dependency(\.y02Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reportTapped):
      guard state.phase == .closed else { return .none }
      state.phase = .editing
      return .run("verdicts") { send in
        for await verdict in client.verdicts() { await send(.verdictArrived(verdict)) }
      }
      .cancellable(id: CancelID.verdicts, cancelInFlight: true)

    case .input(.photoChosen(let id)):
      guard state.canEdit, state.photos[id: id] == nil else { return .none }
      state.photos.append(Y02Photo.State(id: id))
      return photos.start(id: id, from: state)

    case .input(.photo(let id, let input)):
      guard state.canEdit else { return .none }
      return photos.reduce(.input(input), id: id, into: &state)

    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.phase = .submitting
      let ids = state.photos.ids
      return .run("submit", of: ids) { send in
        await send(.submitted(try await client.submit(ids)))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .input(.doneTapped):
      guard case .received = state.phase else { return .none }
      state = State()
      return .none

    case .feedback(.photo(let id, .feedback(let feedback))):
      return photos.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.photo(let id, .output(.removed))):
      state.photos.remove(id: id)
      return .none

    case .feedback(.verdictArrived(let verdict)):
      guard state.photos[id: verdict.photo] != nil else { return .none }
      return photos.reduce(.input(.verdictArrived(isAccepted: verdict.isAccepted)), id: verdict.photo, into: &state)

    case .feedback(.submitted(let number)):
      state.phase = .received(number)
      return .cancel(id: CancelID.verdicts)

    case .feedback(.submitFailed):
      state.phase = .notSubmitted
      return .none
    }
  }
}

struct Y02Verdict: Equatable, Sendable {
  var photo: String
  var isAccepted: Bool
}

struct Y02Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: String) async throws -> Void
  var submit: @Sendable (_ photos: [String]) async throws -> String
  /// The push messages of the insurer. The connection is kept by the client, and ends with its listener.
  var verdicts: @Sendable () -> AsyncStream<Y02Verdict>

  static let testValue = Y02Client(
    upload: unimplemented("Y02Client.upload"),
    submit: unimplemented("Y02Client.submit"),
    verdicts: unimplemented("Y02Client.verdicts", placeholder: AsyncStream<Y02Verdict> { $0.finish() })
  )
}

extension DependencyValues {
  var y02Client: Y02Client {
    get { self[Y02Client.self] }
    set { self[Y02Client.self] = newValue }
  }
}

struct Y02Offline: Error {}

struct Y02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y02Claim.State) -> [Y02Claim.Input] in
        if state.phase == .closed { return [.reportTapped] }
        if case .received = state.phase { return [.doneTapped] }
        guard state.canEdit else { return [] }
        var inputs: [Y02Claim.Input] = []
        for id in ["roof.jpg", "car.jpg"] where state.photos[id: id] == nil { inputs.append(.photoChosen(id)) }
        for photo in state.photos {
          inputs.append(.photo(photo.id, .removeTapped))
          if photo.progress == .failed { inputs.append(.photo(photo.id, .sendAgainTapped)) }
        }
        if state.canSubmit { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<Y02Claim> in
      let store = TestStore(initialState: Y02Claim.State()) { Y02Claim() }
      store.gate("upload", at: \.y02Client.upload) { _ in [.success(()), .failure(Y02Offline())] }
      store.gate("submit", at: \.y02Client.submit) { _ in [.success("C-17"), .failure(Y02Offline())] }
      store.gate("verdicts", at: \.y02Client.verdicts) {
        [
          .element(Y02Verdict(photo: "roof.jpg", isAccepted: true)),
          .element(Y02Verdict(photo: "roof.jpg", isAccepted: false)),
          .element(Y02Verdict(photo: "car.jpg", isAccepted: true)),
        ]
      }
      return store
    }
  }
}
