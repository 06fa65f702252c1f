import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H10Draft: Equatable, Hashable, Sendable {
  var text = ""
  var photos: [String] = []
}

struct H10Client: TestDependencyKey, Sendable {
  var saveDraft: @Sendable (_ draft: H10Draft) async throws -> Void
  /// Uploads the photo with this number, and returns its name.
  var uploadPhoto: @Sendable (_ number: Int) async throws -> String
  /// Submits a claim, and returns its number.
  var submit: @Sendable (_ draft: H10Draft) async throws -> String

  static let testValue = H10Client(
    saveDraft: unimplemented("H10Client.saveDraft"),
    uploadPhoto: unimplemented("H10Client.uploadPhoto", placeholder: ""),
    submit: unimplemented("H10Client.submit", placeholder: "")
  )
}

extension DependencyValues {
  var h10Client: H10Client {
    get { self[H10Client.self] }
    set { self[H10Client.self] = newValue }
  }
}

struct H10Offline: Error {}

/// The form of an insurance claim, with up to two photos. A draft is saved one second after its last change. If that
/// fails, the next change saves it again.
struct H10Claim: Reducer {
  struct State: Equatable {
    var isOpen = false
    var draft = H10Draft()
    var hasUnsavedChanges = false
    var draftHasFailed = false

    var isUploadingPhoto = false
    var photoHasFailed = false

    var isSubmitting = false
    var submitHasFailed = false
    /// The number of the claim, once it is submitted.
    var claimNumber: String?

    /// "Leave without saving?"
    var asksToDiscard = false

    /// Whether the user can change the form.
    var isEditable: Bool { isOpen && !isSubmitting && claimNumber == nil && !asksToDiscard }
  }

  enum Input: Equatable, Sendable {
    case newClaimTapped
    case textChanged(String)
    case addPhotoTapped
    case submitTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case draftSaved
    case draftFailed
    case photoUploaded(String)
    case photoFailed
    case submitted(String)
    case submitFailed
  }

  private enum CancelID { case draft }

  @Dependency(\.h10Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.newClaimTapped):
      guard !state.isOpen else { return .none }
      state = State(isOpen: true)
      return .none

    case .input(.textChanged(let text)):
      guard state.isEditable, text != state.draft.text else { return .none }
      state.draft.text = text
      state.hasUnsavedChanges = true
      return saveDraft(&state)

    case .feedback(.draftSaved):
      state.hasUnsavedChanges = false
      return .none

    case .feedback(.draftFailed):
      state.draftHasFailed = true
      return .none

    case .input(.addPhotoTapped):
      guard state.isEditable, !state.isUploadingPhoto, state.draft.photos.count < 2 else { return .none }
      state.isUploadingPhoto = true
      state.photoHasFailed = false
      let number = state.draft.photos.count + 1
      return .run("photo", of: number) { send in
        await send(.photoUploaded(try await client.uploadPhoto(number)))
      } catch: { _, send in
        await send(.photoFailed)
      }

    case .feedback(.photoUploaded(let name)):
      state.isUploadingPhoto = false
      state.draft.photos.append(name)
      state.hasUnsavedChanges = true
      return saveDraft(&state)

    case .feedback(.photoFailed):
      state.isUploadingPhoto = false
      state.photoHasFailed = true
      return .none

    case .input(.submitTapped):
      guard state.isEditable, !state.isUploadingPhoto, !state.draft.text.isEmpty else { return .none }
      state.isSubmitting = true
      state.submitHasFailed = false
      state.draftHasFailed = false
      let draft = state.draft
      return .merge(
        .cancel(id: CancelID.draft),
        .run("submit", of: draft) { send in
          await send(.submitted(try await client.submit(draft)))
        } catch: { _, send in
          await send(.submitFailed)
        }
      )

    case .feedback(.submitted(let number)):
      state.isSubmitting = false
      state.hasUnsavedChanges = false
      state.claimNumber = number
      return .none

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.submitHasFailed = true
      return state.hasUnsavedChanges ? saveDraft(&state) : .none

    case .input(.closeTapped):
      guard state.isOpen, !state.isSubmitting, !state.isUploadingPhoto, !state.asksToDiscard else { return .none }
      guard state.hasUnsavedChanges else {
        state = State()
        return .none
      }
      state.asksToDiscard = true
      return .cancel(id: CancelID.draft)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      state = State()
      return .none

    case .input(.keepTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      return saveDraft(&state)
    }
  }

  private func saveDraft(_ state: inout State) -> Effect<Feedback, Never> {
    state.draftHasFailed = false
    let draft = state.draft
    return .run("draft", of: draft) { send in
      try await client.saveDraft(draft)
      await send(.draftSaved)
    } catch: { _, send in
      await send(.draftFailed)
    }
    .debounce(id: CancelID.draft, for: .seconds(1))
  }
}

struct H10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H10Claim.State) -> [H10Claim.Input] in
        if !state.isOpen { return [.newClaimTapped] }
        if state.asksToDiscard { return [.discardTapped, .keepTapped] }
        return [.textChanged("Dent"), .textChanged(""), .addPhotoTapped, .submitTapped, .closeTapped]
      }
    ) { () -> TestStore<H10Claim> in
      let store = TestStore(initialState: H10Claim.State()) { H10Claim() }
      store.gate("saveDraft", at: \.h10Client.saveDraft) { _ in [.success(()), .failure(H10Offline())] }
      store.gate("uploadPhoto", at: \.h10Client.uploadPhoto) { number in
        [.success("photo \(number)"), .failure(H10Offline())]
      }
      store.gate("submit", at: \.h10Client.submit) { _ in [.success("C-1"), .failure(H10Offline())] }
      return store
    }
  }
}
