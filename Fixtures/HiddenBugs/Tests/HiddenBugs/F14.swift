import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The photos of a wound. They go to the record one after another, as the network of the ward is slow.
struct F14Photos: Reducer {
  struct State: Equatable {
    var photos: IdentifiedArray<F14Photo> = []
    /// The photo that is on its way.
    var current: String?
    var comment = ""
    var report = Report.open

    var isEditable: Bool { report == .open || report == .failed }
    var canSubmit: Bool { isEditable && !photos.isEmpty && photos.allSatisfy { $0.status == .stored } }
  }

  enum Report: Equatable {
    case open
    case submitting
    case failed
    case submitted
  }

  enum Input: Equatable, Sendable {
    case photoTaken(String)
    case removeTapped(String)
    case againTapped(String)
    case commentChanged(String)
    case submitTapped
    case nextTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(String)
    case uploadFailed(String)
    case submitted
    case submitFailed
  }

  private enum CancelID: Hashable { case upload(String) }

  @Dependency(\.f14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoTaken(let id)):
      guard state.isEditable, state.photos[id: id] == nil else { return .none }
      state.report = .open
      state.photos.append(F14Photo(id: id))
      return uploadNext(&state)

    case .input(.removeTapped(let id)):
      guard state.isEditable else { return .none }
      state.report = .open
      state.photos.remove(id: id)
      return .cancel(id: CancelID.upload(id))

    case .input(.againTapped(let id)):
      guard state.isEditable, state.photos[id: id]?.status == .failed else { return .none }
      state.photos[id: id]?.status = .waiting
      return uploadNext(&state)

    case .input(.commentChanged(let comment)):
      guard state.isEditable else { return .none }
      state.report = .open
      state.comment = comment
      return .none

    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.report = .submitting
      let report = F14Report(photos: state.photos.ids, comment: state.comment)
      return .run("submit", of: report) { send in
        try await client.submit(report)
        await send(.submitted)
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .input(.nextTapped):
      guard state.report == .submitted else { return .none }
      state = State()
      return .none

    case .feedback(.uploaded(let id)):
      state.photos[id: id]?.status = .stored
      state.current = nil
      return uploadNext(&state)

    case .feedback(.uploadFailed(let id)):
      state.photos[id: id]?.status = .failed
      state.current = nil
      return uploadNext(&state)

    case .feedback(.submitted):
      state.report = .submitted
      return .none

    case .feedback(.submitFailed):
      state.report = .failed
      return .none
    }
  }

  /// Begins with the first photo that waits, unless another one is on its way.
  private func uploadNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.current == nil, let id = state.photos.first(where: { $0.status == .waiting })?.id else { return .none }
    state.current = id
    state.photos[id: id]?.status = .uploading
    return .run("upload", of: id) { send in
      try await client.upload(id)
      await send(.uploaded(id))
    } catch: { _, send in
      await send(.uploadFailed(id))
    }
    .cancellable(id: CancelID.upload(id), cancelInFlight: true)
  }
}

struct F14Photo: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case waiting
    case uploading
    case stored
    case failed
  }

  var id: String
  var status = Status.waiting
}

struct F14Report: Hashable, Sendable {
  var photos: [String]
  var comment: String
}

struct F14Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: String) async throws -> Void
  var submit: @Sendable (_ report: F14Report) async throws -> Void

  static let testValue = F14Client(
    upload: unimplemented("F14Client.upload"),
    submit: unimplemented("F14Client.submit")
  )
}

extension DependencyValues {
  var f14Client: F14Client {
    get { self[F14Client.self] }
    set { self[F14Client.self] = newValue }
  }
}

struct F14Offline: Error {}

struct F14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F14Photos.State) -> [F14Photos.Input] in
        if state.report == .submitted { return [.nextTapped] }
        guard state.isEditable else { return [] }
        var inputs: [F14Photos.Input] = [.commentChanged(state.comment.isEmpty ? "Dry, no smell." : "")]
        for id in ["Wound", "With ruler"] where state.photos[id: id] == nil { inputs.append(.photoTaken(id)) }
        for photo in state.photos {
          inputs.append(.removeTapped(photo.id))
          if photo.status == .failed { inputs.append(.againTapped(photo.id)) }
        }
        if state.canSubmit { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<F14Photos> in
      let store = TestStore(initialState: F14Photos.State()) { F14Photos() }
      store.gate("upload", at: \.f14Client.upload) { _ in [.success(()), .failure(F14Offline())] }
      store.gate("submit", at: \.f14Client.submit) { _ in [.success(()), .failure(F14Offline())] }
      return store
    }
  }
}
