import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A voice note of at most half a minute, which is written down as a text.
struct Z11VoiceNote: Reducer {
  enum Phase: Equatable, Sendable {
    case idle
    case recording
    case recorded
    case uploading
    case transcribing(soFar: String)
    case finished(String)
  }

  enum Problem: Equatable, Sendable { case notTranscribed, notSaved }

  struct State: Equatable {
    var phase = Phase.idle
    var seconds = 0
    var problem: Problem?
    var isSaving = false
  }

  enum Input: Equatable, Sendable {
    case recordTapped
    case stopTapped
    case callCame
    case transcribeTapped
    case saveTapped
    case discardTapped
  }

  enum Feedback: Equatable, Sendable {
    case tenSecondsPassed
    case uploaded(clip: String)
    case transcript(Z11Transcript)
    case transcriptFailed
    case saved
    case notSaved
  }

  private enum CancelID { case recording, transcript }

  @Dependency(\.z11Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.recordTapped):
      guard state.phase == .idle else { return .none }
      state.phase = .recording
      return .run("recording") { send in
        for await _ in clock.timer(interval: .seconds(10)) { await send(.tenSecondsPassed) }
      }
      .cancellable(id: CancelID.recording, cancelInFlight: true)

    case .input(.stopTapped), .input(.callCame):
      guard state.phase == .recording else { return .none }
      state.phase = .recorded
      return .cancel(id: CancelID.recording)

    case .input(.transcribeTapped):
      guard state.phase == .recorded else { return .none }
      state.phase = .uploading
      state.problem = nil
      return .run("upload") { send in
        await send(.uploaded(clip: try await client.upload()))
      } catch: { _, send in
        await send(.transcriptFailed)
      }

    case .input(.saveTapped):
      guard case .finished(let text) = state.phase, !state.isSaving else { return .none }
      state.isSaving = true
      state.problem = nil
      return .run("save", of: text) { send in
        try await client.save(text)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.discardTapped):
      guard !state.isSaving else { return .none }
      switch state.phase {
      case .recorded, .finished:
        state = State()
        return .none
      case .idle, .recording, .uploading, .transcribing:
        return .none
      }

    case .feedback(.tenSecondsPassed):
      state.seconds += 10
      guard state.seconds >= 30 else { return .none }
      state.phase = .recorded
      return .cancel(id: CancelID.recording)

    case .feedback(.uploaded(let clip)):
      state.phase = .transcribing(soFar: "")
      return .run("transcript", of: clip) { send in
        for try await transcript in client.transcript(clip) { await send(.transcript(transcript)) }
      } catch: { _, send in
        await send(.transcriptFailed)
      }
      .cancellable(id: CancelID.transcript, cancelInFlight: true)

    case .feedback(.transcript(.draft(let text))):
      state.phase = .transcribing(soFar: text)
      return .none

    case .feedback(.transcript(.final(let text))):
      state.phase = .finished(text)
      return .cancel(id: CancelID.transcript)

    case .feedback(.transcriptFailed):
      state.phase = .recorded
      state.problem = .notTranscribed
      return .none

    case .feedback(.saved):
      state = State()
      return .none

    case .feedback(.notSaved):
      state.isSaving = false
      state.problem = .notSaved
      return .none
    }
  }
}

/// What the server has understood so far, or in the end.
enum Z11Transcript: Equatable, Sendable {
  case draft(String)
  case final(String)
}

struct Z11Client: TestDependencyKey, Sendable {
  var upload: @Sendable () async throws -> String
  var transcript: @Sendable (_ clip: String) -> AsyncThrowingStream<Z11Transcript, any Error>
  var save: @Sendable (_ text: String) async throws -> Void

  static let testValue = Z11Client(
    upload: unimplemented("Z11Client.upload"),
    transcript: unimplemented("Z11Client.transcript", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("Z11Client.save")
  )
}

extension DependencyValues {
  var z11Client: Z11Client {
    get { self[Z11Client.self] }
    set { self[Z11Client.self] = newValue }
  }
}

struct Z11Offline: Error {}

struct Z11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z11VoiceNote.State) -> [Z11VoiceNote.Input] in
        switch state.phase {
        case .idle: return [.recordTapped]
        case .recording: return [.stopTapped, .callCame]
        case .recorded: return [.transcribeTapped, .discardTapped]
        case .uploading, .transcribing: return []
        case .finished: return state.isSaving ? [] : [.saveTapped, .discardTapped]
        }
      }
    ) { () -> TestStore<Z11VoiceNote> in
      let store = TestStore(initialState: Z11VoiceNote.State()) { Z11VoiceNote() }
      store.gate("upload", at: \.z11Client.upload) { [.success("c1"), .failure(Z11Offline())] }
      store.gate("transcript", at: \.z11Client.transcript) { _ in
        [.element(.draft("Call")), .element(.final("Call Ada")), .failure(Z11Offline()), .finish]
      }
      store.gate("save", at: \.z11Client.save) { _ in [.success(()), .failure(Z11Offline())] }
      return store
    }
  }
}
