import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Writes captions under photos. A link from a message opens another photo.
struct N23Captions: Reducer {
  struct State: Equatable {
    var photo = 1
    var captions: [Int: String] = [:]
    var text = ""
    var isSaving = false
    var saveFailed = false
    var suggestion: String?
    var isSuggesting = false

    /// The photo that opens once the save has ended.
    var next: Int?

    /// The photo for which the user is asked whether to give up the text.
    var asksFor: Int?

    var saved: String { captions[photo] ?? "" }
    var isEdited: Bool { text != saved }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
    case photoTapped(Int)
    case linkOpened(Int)
    case saveAndLeaveTapped
    case discardTapped
    case stayTapped
    case suggestTapped
    case suggestionTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case saveFailed
    case suggested(String)
    case suggestionFailed
  }

  private enum CancelID { case suggestion }

  @Dependency(\.n23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      state.text = text
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      return save(&state)

    case .input(.photoTapped(let photo)), .input(.linkOpened(let photo)):
      return leave(for: photo, &state)

    case .input(.saveAndLeaveTapped):
      guard let photo = state.asksFor else { return .none }
      guard state.isEdited else { return open(photo, &state) }
      state.asksFor = nil
      state.next = photo
      return save(&state)

    case .input(.discardTapped):
      guard let photo = state.asksFor else { return .none }
      return open(photo, &state)

    case .input(.stayTapped):
      state.asksFor = nil
      state.next = nil
      return .none

    case .input(.suggestTapped):
      guard !state.isSuggesting else { return .none }
      state.isSuggesting = true
      state.suggestion = nil
      return .run("suggestion", of: state.photo) { [photo = state.photo] send in
        await send(.suggested(try await client.suggestion(photo)))
      } catch: { _, send in
        await send(.suggestionFailed)
      }
      .cancellable(id: CancelID.suggestion)

    case .input(.suggestionTapped):
      guard let suggestion = state.suggestion else { return .none }
      state.text = suggestion
      state.saveFailed = false
      state.suggestion = nil
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.captions[state.photo] = text
      return goOn(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = true
      return goOn(&state)

    case .feedback(.suggested(let suggestion)):
      state.isSuggesting = false
      state.suggestion = suggestion
      return .none

    case .feedback(.suggestionFailed):
      state.isSuggesting = false
      return .none
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isEdited, !state.isSaving else { return .none }
    state.isSaving = true
    state.saveFailed = false
    return .run("save", of: state.photo) { [photo = state.photo, text = state.text] send in
      try await client.save(photo, text)
      await send(.saved(text))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }

  /// Opens another photo: at once, after the running save, or after a question. The last wish counts.
  private func leave(for photo: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.next = nil
    state.asksFor = nil
    guard photo != state.photo else { return .none }
    if state.isSaving {
      state.next = photo
    } else if state.isEdited {
      state.asksFor = photo
    } else {
      return open(photo, &state)
    }
    return .none
  }

  /// Does what has waited for the save.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard let photo = state.next else { return .none }
    return leave(for: photo, &state)
  }

  private func open(_ photo: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(photo: photo, captions: state.captions, text: state.captions[photo] ?? "")
    return .cancel(id: CancelID.suggestion)
  }
}

struct N23Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ photo: Int, _ text: String) async throws -> Void
  var suggestion: @Sendable (_ photo: Int) async throws -> String

  static let testValue = N23Client(
    save: unimplemented("N23Client.save"),
    suggestion: unimplemented("N23Client.suggestion")
  )
}

extension DependencyValues {
  var n23Client: N23Client {
    get { self[N23Client.self] }
    set { self[N23Client.self] = newValue }
  }
}

struct N23Offline: Error {}

struct N23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N23Captions.State) -> [N23Captions.Input] in
        let links: [N23Captions.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.asksFor != nil { return links + [.saveAndLeaveTapped, .discardTapped, .stayTapped] }
        if state.next != nil { return links + [.stayTapped] }
        var inputs: [N23Captions.Input] = links + [.photoTapped(2), .textChanged("Dusk")]
        if state.isEdited, !state.isSaving { inputs.append(.saveTapped) }
        if !state.isSuggesting { inputs.append(.suggestTapped) }
        if state.suggestion != nil { inputs.append(.suggestionTapped) }
        return inputs
      }
    ) { () -> TestStore<N23Captions> in
      let store = TestStore(initialState: N23Captions.State()) { N23Captions() }
      store.gate("save", at: \.n23Client.save) { _, _ in [.success(()), .failure(N23Offline())] }
      store.gate("suggestion", at: \.n23Client.suggestion) { photo in
        [.success("Photo \(photo)"), .failure(N23Offline())]
      }
      return store
    }
  }
}
