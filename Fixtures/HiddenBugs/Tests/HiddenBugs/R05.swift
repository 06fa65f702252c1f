import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R05Offline: Error {}

struct R05Claim: Equatable, Sendable {
  var text: String
  var isSubmitted: Bool
}

struct R05Pension: DependencyKey, Sendable {
  var load: @Sendable (_ claim: String) async throws -> R05Claim
  var save: @Sendable (_ claim: String, _ text: String) async throws -> Void
  var submit: @Sendable (_ claim: String) async throws -> Void

  static let liveValue = R05Pension(
    load: { _ in R05Claim(text: "", isSubmitted: false) },
    save: { _, _ in },
    submit: { _ in }
  )
  static let testValue = R05Pension(
    load: unimplemented("R05Pension.load"),
    save: unimplemented("R05Pension.save"),
    submit: unimplemented("R05Pension.submit")
  )
}

extension DependencyValues {
  var r05Pension: R05Pension {
    get { self[R05Pension.self] }
    set { self[R05Pension.self] = newValue }
  }
}

/// A claim is written, saved as a draft, and then submitted. A link in a letter opens a claim. While a save runs, the
/// link waits for it. If the text isn't saved, the screen asks before it follows the link.
struct R05PensionClaim: Reducer {
  struct State: Equatable {
    var claim: String?
    var text = ""
    var savedText = ""
    var isLoading = false
    var loadFailed = false
    var isSaving = false
    var saveFailed = false
    var isSubmitting = false
    var submitFailed = false
    var isSubmitted = false
    var waitingClaim: String?

    var asksToDiscard: Bool { waitingClaim != nil && !isSaving }
    var isReady: Bool { claim != nil && !isLoading && !loadFailed }
  }

  enum Input {
    case linkOpened(String)
    case retryTapped
    case textChanged(String)
    case saveTapped
    case submitTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback {
    case loaded(R05Claim)
    case loadFailed
    case saved(String)
    case saveFailed
    case submitted
    case submitFailed
  }

  @Dependency(\.r05Pension) private var pension

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let id)):
      if id == state.claim {
        state.waitingClaim = nil
        return .none
      }
      if state.isSaving || state.text != state.savedText {
        state.waitingClaim = id
        return .none
      }
      return open(id, &state)

    case .input(.discardTapped):
      guard let id = state.waitingClaim, state.asksToDiscard else { return .none }
      return open(id, &state)

    case .input(.keepTapped):
      if state.asksToDiscard { state.waitingClaim = nil }
      return .none

    case .input(.retryTapped):
      guard let id = state.claim, state.loadFailed else { return .none }
      return open(id, &state)

    case .feedback(.loaded(let claim)):
      state.isLoading = false
      state.text = claim.text
      state.savedText = claim.text
      state.isSubmitted = claim.isSubmitted
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.textChanged(let text)):
      guard state.isReady, !state.isSubmitting, !state.isSubmitted else { return .none }
      state.text = text
      state.saveFailed = false
      state.submitFailed = false
      return .none

    case .input(.saveTapped):
      guard let id = state.claim, !state.isSaving, state.text != state.savedText else { return .none }
      state.isSaving = true
      state.saveFailed = false
      let text = state.text
      return .run("save", of: text) { send in
        try await pension.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: "claim")

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return followLink(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveFailed = state.text != state.savedText
      return followLink(&state)

    case .input(.submitTapped):
      guard let id = state.claim, state.isReady, !state.isSaving, !state.isSubmitting, !state.isSubmitted else {
        return .none
      }
      guard !state.text.isEmpty, state.text == state.savedText, state.waitingClaim == nil else { return .none }
      state.isSubmitting = true
      state.submitFailed = false
      return .run("submit", of: id) { send in
        try await pension.submit(id)
        await send(.submitted)
      } catch: { _, send in
        await send(.submitFailed)
      }
      .cancellable(id: "claim")

    case .feedback(.submitted):
      state.isSubmitting = false
      state.isSubmitted = true
      return .none

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.submitFailed = true
      return .none
    }
  }

  /// Follows the link that has waited for a save, unless there is newer text.
  private func followLink(_ state: inout State) -> Effect<Feedback, Never> {
    guard let id = state.waitingClaim, state.text == state.savedText else { return .none }
    return open(id, &state)
  }

  /// Opens a claim. Nothing late of the last one arrives in it, as all work of a claim has one id.
  private func open(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(claim: id, isLoading: true)
    return .run("load", of: id) { send in
      await send(.loaded(try await pension.load(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "claim", cancelInFlight: true)
  }
}

struct R05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R05PensionClaim.State) -> [R05PensionClaim.Input] in
        var inputs: [R05PensionClaim.Input] = [.linkOpened("A"), .linkOpened("B")]
        if state.loadFailed { inputs.append(.retryTapped) }
        if state.asksToDiscard { return inputs + [.discardTapped, .keepTapped, .saveTapped] }
        if state.isReady { inputs += [.textChanged("care"), .textChanged("care, rent"), .saveTapped, .submitTapped] }
        return inputs
      }
    ) { () -> TestStore<R05PensionClaim> in
      let store = TestStore(initialState: R05PensionClaim.State()) { R05PensionClaim() }
      store.gate("load", at: \.r05Pension.load) { _ in
        [.success(R05Claim(text: "", isSubmitted: false)), .failure(R05Offline())]
      }
      store.gate("save", at: \.r05Pension.save) { _ in [.success(()), .failure(R05Offline())] }
      store.gate("submit", at: \.r05Pension.submit) { _ in [.success(()), .failure(R05Offline())] }
      return store
    }
  }
}
