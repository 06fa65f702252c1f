import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A spoken note. The recogniser sends what it hears; its last result is final.
struct R13Dictation: Reducer {
  enum Phase: Equatable {
    case idle
    case listening
    case finishing
    case failed
  }

  struct State: Equatable {
    var phase = Phase.idle
    var language = "en"
    var text = ""
    var isSaving = false
    var hasSaveFailed = false

    var canEdit: Bool { (phase == .idle || phase == .failed) && !isSaving }
    var showsSpinner: Bool { phase == .finishing || isSaving }
  }

  enum Input: Equatable, Sendable {
    case microphoneTapped
    case stopTapped
    case languageChosen(String)
    case clearTapped
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case heard(R13Transcript)
    case recogniserEnded
    case saved
    case saveFailed
  }

  private enum CancelID { case recogniser }

  @Dependency(\.r13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.microphoneTapped):
      guard state.canEdit else { return .none }
      state.phase = .listening
      state.text = ""
      state.hasSaveFailed = false
      return listen(in: state.language)

    case .input(.stopTapped):
      guard state.phase == .listening else { return .none }
      // The recogniser still works on the last words.
      state.phase = .finishing
      return .run("end audio") { _ in await client.endAudio() }

    case .input(.languageChosen(let language)):
      guard state.canEdit else { return .none }
      state.language = language
      return .none

    case .input(.clearTapped):
      guard state.canEdit else { return .none }
      state.text = ""
      state.hasSaveFailed = false
      state.phase = .idle
      return .none

    case .input(.saveTapped):
      guard state.canEdit, !state.text.isEmpty else { return .none }
      state.isSaving = true
      state.hasSaveFailed = false
      let text = state.text
      return .run("save", of: text) { send in
        try await client.save(text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.heard(let transcript)):
      state.text = transcript.text
      guard transcript.isFinal else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.recogniser)

    case .feedback(.recogniserEnded):
      if state.phase == .listening { state.phase = .failed }
      return .none

    case .feedback(.saved):
      state.isSaving = false
      state.text = ""
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = true
      return .none
    }
  }

  private func listen(in language: String) -> Effect<Feedback, Never> {
    .run("transcripts", of: language) { send in
      for await transcript in client.transcripts(language) {
        await send(.heard(transcript))
      }
      await send(.recogniserEnded)
    }
    .cancellable(id: CancelID.recogniser, cancelInFlight: true)
  }
}

struct R13Transcript: Equatable, Sendable {
  var text: String
  var isFinal = false
}

struct R13Client: TestDependencyKey, Sendable {
  var transcripts: @Sendable (_ language: String) -> AsyncStream<R13Transcript>
  var endAudio: @Sendable () async -> Void
  var save: @Sendable (_ text: String) async throws -> Void

  static let testValue = R13Client(
    transcripts: unimplemented("R13Client.transcripts", placeholder: AsyncStream { $0.finish() }),
    endAudio: unimplemented("R13Client.endAudio"),
    save: unimplemented("R13Client.save")
  )
}

extension DependencyValues {
  var r13Client: R13Client {
    get { self[R13Client.self] }
    set { self[R13Client.self] = newValue }
  }
}

struct R13Offline: Error {}

struct R13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R13Dictation.State) -> [R13Dictation.Input] in
        if state.phase == .listening { return [.stopTapped] }
        guard state.canEdit else { return [] }
        var inputs: [R13Dictation.Input] = [.microphoneTapped, .languageChosen("de"), .languageChosen("en")]
        if !state.text.isEmpty { inputs += [.clearTapped, .saveTapped] }
        return inputs
      }
    ) { () -> TestStore<R13Dictation> in
      let store = TestStore(initialState: R13Dictation.State()) { R13Dictation() }
      store.gate("transcripts", at: \.r13Client.transcripts) { _ in
        [.element(R13Transcript(text: "milk")), .element(R13Transcript(text: "milk and eggs", isFinal: true)), .finish]
      }
      store.gate("end audio", at: \.r13Client.endAudio) { [.success(())] }
      store.gate("save", at: \.r13Client.save) { _ in [.success(()), .failure(R13Offline())] }
      return store
    }
  }
}
