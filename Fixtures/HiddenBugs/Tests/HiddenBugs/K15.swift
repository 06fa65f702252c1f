import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A photo of the pet, which is uploaded when the form is sent.
struct K15Photo: Reducer {
  enum Status: Equatable, Sendable { case ready, uploading, uploaded, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var status = Status.ready
  }

  enum Input: Equatable, Sendable { case upload }
  enum Feedback: Equatable, Sendable { case uploaded, failed }
  enum Output: Equatable, Sendable { case finished }

  @Dependency(\.k15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.upload):
      guard state.status != .uploading, state.status != .uploaded else { return .none }
      state.status = .uploading
      return .run("upload", of: state.id) { [id = state.id] send in
        try await client.upload(id)
        await send(.uploaded)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.uploaded):
      state.status = .uploaded
      return .output(.finished)

    case .feedback(.failed):
      state.status = .failed
      return .output(.finished)
    }
  }
}

/// A question to the vet, with photos. The photos are uploaded first, then the question is submitted.
struct K15VetForm: Reducer {
  enum Phase: Equatable, Sendable {
    case editing
    case uploading(waiting: Set<Int>)
    case submitting
    case failed
    case sent
  }

  struct State: Equatable {
    var question = ""
    var isUrgent = false
    var photos: IdentifiedArray<K15Photo.State> = []
    var phase = Phase.editing

    var isEditable: Bool { phase == .editing || phase == .failed }
  }

  enum Input: Equatable, Sendable {
    case questionChanged(String)
    case urgentTapped
    case photoPicked(Int)
    case removeTapped(Int)
    case sendTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case photo(Int, ChildFeedback<K15Photo>)
    case submitted
    case submitFailed
  }

  @Dependency(\.k15Client) private var client

  let photos = ScopeEach<K15VetForm, K15Photo>(\.photos, feedback: Feedback.photo) { K15Photo() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.questionChanged(let question)):
      guard state.isEditable else { return .none }
      state.question = question
      return .none

    case .input(.urgentTapped):
      guard state.isEditable else { return .none }
      state.isUrgent.toggle()
      return .none

    case .input(.photoPicked(let id)):
      guard state.isEditable, state.photos[id: id] == nil else { return .none }
      state.photos.append(K15Photo.State(id: id))
      return .none

    case .input(.removeTapped(let id)):
      // A photo that takes too long can be left out while the others go on.
      guard state.phase != .submitting, state.phase != .sent else { return .none }
      state.photos.remove(id: id)
      return .none

    case .input(.sendTapped):
      guard state.isEditable, !state.question.isEmpty else { return .none }
      let waiting = state.photos.elements.filter { $0.status != .uploaded }.map(\.id)
      guard !waiting.isEmpty else { return submit(&state) }
      state.phase = .uploading(waiting: Set(waiting))
      return .merge(waiting.map { photos.reduce(.input(.upload), id: $0, into: &state) })

    case .input(.newTapped):
      guard state.phase == .sent else { return .none }
      state = State()
      return .none

    case .feedback(.photo(let id, .feedback(let feedback))):
      return photos.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.photo(let id, .output(.finished))):
      guard case .uploading(waiting: var waiting) = state.phase else { return .none }
      waiting.remove(id)
      guard waiting.isEmpty else {
        state.phase = .uploading(waiting: waiting)
        return .none
      }
      guard state.photos.elements.allSatisfy({ $0.status == .uploaded }) else {
        state.phase = .failed
        return .none
      }
      return submit(&state)

    case .feedback(.submitted):
      state.phase = .sent
      return .none

    case .feedback(.submitFailed):
      state.phase = .failed
      return .none
    }
  }

  private func submit(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .submitting
    let question = K15Question(text: state.question, isUrgent: state.isUrgent, photos: state.photos.ids)
    return .run("submit", of: question) { send in
      try await client.submit(question)
      await send(.submitted)
    } catch: { _, send in
      await send(.submitFailed)
    }
  }
}

struct K15Question: Hashable, Sendable {
  var text: String
  var isUrgent: Bool
  var photos: [Int]
}

struct K15Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ photo: Int) async throws -> Void
  var submit: @Sendable (_ question: K15Question) async throws -> Void

  static let testValue = K15Client(upload: unimplemented("K15Client.upload"), submit: unimplemented("K15Client.submit"))
}

extension DependencyValues {
  var k15Client: K15Client {
    get { self[K15Client.self] }
    set { self[K15Client.self] = newValue }
  }
}

struct K15Offline: Error {}

struct K15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K15VetForm.State) -> [K15VetForm.Input] in
        if state.phase == .sent { return [.newTapped] }
        if state.phase == .submitting { return [] }
        var inputs = state.photos.ids.map { K15VetForm.Input.removeTapped($0) }
        guard state.isEditable else { return inputs }
        inputs += [.questionChanged("Is this a tick?"), .urgentTapped, .sendTapped]
        for id in [1, 2] where state.photos[id: id] == nil { inputs.append(.photoPicked(id)) }
        return inputs
      }
    ) { () -> TestStore<K15VetForm> in
      let store = TestStore(initialState: K15VetForm.State()) { K15VetForm() }
      store.gate("upload", at: \.k15Client.upload) { _ in [.success(()), .failure(K15Offline())] }
      store.gate("submit", at: \.k15Client.submit) { _ in [.success(()), .failure(K15Offline())] }
      return store
    }
  }
}
