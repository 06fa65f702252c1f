import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The report of a damage: photos, which are uploaded as soon as they are taken, and the submission of all of them.
struct H28Report: Reducer {
  struct State: Equatable {
    var photos: IdentifiedArray<H28Photo.State> = []
    var submission = Submission.open
    var takesLong = false

    var isEditable: Bool { submission == .open || submission == .failed }
    var canSubmit: Bool { isEditable && !photos.isEmpty && photos.allSatisfy { $0.status == .stored } }
  }

  enum Submission: Equatable { case open, running, failed, done(number: String) }

  enum Input: Equatable, Sendable {
    case photoTaken(Int)
    case photoRemoved(Int)
    case photo(Int, H28Photo.Input)
    case submitTapped
    case newReportTapped
  }

  enum Feedback: Equatable, Sendable {
    case photo(Int, ChildFeedback<H28Photo>)
    case submitted(number: String)
    case notSubmitted
    case patienceEnded
  }

  private enum CancelID { case patience }

  @Dependency(\.h28Client) private var client
  @Dependency(\.continuousClock) private var clock

  let photos = ScopeEach<H28Report, H28Photo>(\.photos, feedback: Feedback.photo) { H28Photo() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoTaken(let id)):
      guard state.isEditable, state.photos[id: id] == nil else { return .none }
      state.submission = .open
      state.photos.append(H28Photo.State(id: id))
      return photos.start(id: id, from: state)

    case .input(.photoRemoved(let id)):
      guard state.isEditable else { return .none }
      state.submission = .open
      state.photos.remove(id: id)
      return .none

    case .input(.photo(let id, let input)): return photos.reduce(.input(input), id: id, into: &state)
    case .feedback(.photo(let id, .feedback(let feedback))):
      return photos.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.submission = .running
      return .merge(submit(state.photos.ids), patience())

    case .input(.newReportTapped):
      guard case .done = state.submission else { return .none }
      state = State()
      return .none

    case .feedback(.submitted(number: let number)):
      state.submission = .done(number: number)
      state.takesLong = false
      return .cancel(id: CancelID.patience)

    case .feedback(.notSubmitted):
      state.submission = .failed
      state.takesLong = false
      return .cancel(id: CancelID.patience)

    case .feedback(.patienceEnded):
      state.takesLong = true
      return .none
    }
  }

  private func submit(_ photos: [Int]) -> Effect<Feedback, Never> {
    .run("submit", of: photos) { send in
      await send(.submitted(number: try await client.submit(photos)))
    } catch: { _, send in
      await send(.notSubmitted)
    }
  }

  /// Ends while the submission runs, unless that is done before.
  private func patience() -> Effect<Feedback, Never> {
    .run("patience") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.patienceEnded)
    }
    .cancellable(id: CancelID.patience, cancelInFlight: true)
  }
}

/// A photo, which is uploaded from the beginning.
struct H28Photo: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var status = Status.uploading(percent: 0)
  }

  enum Status: Equatable { case uploading(percent: Int), stored, failed }
  enum Input: Equatable, Sendable { case retryTapped }
  enum Feedback: Equatable, Sendable { case progressed(percent: Int), stored, failed }

  @Dependency(\.h28Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { upload(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      state.status = .uploading(percent: 0)
      return upload(state.id)
    case .feedback(.progressed(percent: let percent)): state.status = .uploading(percent: percent)
    case .feedback(.stored): state.status = .stored
    case .feedback(.failed): state.status = .failed
    }
    return .none
  }

  /// The server says once that it has the whole photo. How the connection ends afterwards doesn't matter.
  private func upload(_ id: Int) -> Effect<Feedback, Never> {
    .run("upload", of: id) { send in
      for try await event in client.upload(id) {
        switch event {
        case .progress(let percent): await send(.progressed(percent: percent))
        case .stored: return await send(.stored)
        }
      }
      throw H28Interrupted()
    } catch: { _, send in
      await send(.failed)
    }
  }
}

enum H28Upload: Equatable, Sendable { case progress(Int), stored }

struct H28Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: Int) -> AsyncThrowingStream<H28Upload, any Error>
  var submit: @Sendable (_ photos: [Int]) async throws -> String

  static let testValue = H28Client(
    upload: unimplemented("H28Client.upload", placeholder: AsyncThrowingStream { $0.finish() }),
    submit: unimplemented("H28Client.submit")
  )
}

extension DependencyValues {
  var h28Client: H28Client {
    get { self[H28Client.self] }
    set { self[H28Client.self] = newValue }
  }
}

struct H28Interrupted: Error {}

struct H28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H28Report.State) -> [H28Report.Input] in
        if state.submission == .running { return [] }
        guard state.isEditable else { return [.newReportTapped] }
        var inputs: [H28Report.Input] = []
        for id in 1...2 where state.photos[id: id] == nil { inputs.append(.photoTaken(id)) }
        for photo in state.photos {
          inputs.append(.photoRemoved(photo.id))
          if photo.status == .failed { inputs.append(.photo(photo.id, .retryTapped)) }
        }
        if state.canSubmit { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<H28Report> in
      let store = TestStore(initialState: H28Report.State()) { H28Report() }
      store.gate("upload", at: \.h28Client.upload) { _ in
        [.element(.progress(50)), .element(.stored), .failure(H28Interrupted()), .finish]
      }
      store.gate("submit", at: \.h28Client.submit) { photos in
        [.success("2024-\(photos.count)"), .failure(H28Interrupted())]
      }
      return store
    }
  }
}
