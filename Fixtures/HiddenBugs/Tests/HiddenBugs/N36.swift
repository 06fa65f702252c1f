import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An interpreter for travellers: it listens until the speaker is silent, and translates what it has heard.
struct N36Interpreter: Reducer {
  enum Phase: Equatable {
    case idle
    case listening
    case translating
    case done(String)
    case failed
  }

  enum Language: String, Sendable { case french, greek }

  struct State: Equatable {
    var phase = Phase.idle
    var language = Language.french
    var heard = ""
    /// Whether nobody has spoken, as a hint says.
    var wasSilent = false
  }

  enum Input: Equatable, Sendable {
    case microphoneTapped
    case stopTapped
    case callCameIn
    case languageChosen(Language)
    case retryTapped
    case clearTapped
  }

  enum Feedback: Equatable, Sendable {
    case heard(String)
    case listeningEnded
    case listeningFailed
    case translated(String)
    case notTranslated
  }

  private enum CancelID { case listen, silence, translate }

  @Dependency(\.n36Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.microphoneTapped):
      guard state.phase != .listening, state.phase != .translating else { return .none }
      return listen(&state)

    case .input(.stopTapped), .input(.callCameIn), .feedback(.listeningEnded):
      return endListening(&state, otherwise: .idle)

    case .feedback(.listeningFailed):
      return endListening(&state, otherwise: .failed)

    case .input(.languageChosen(let language)):
      guard language != state.language else { return .none }
      state.language = language
      guard !state.heard.isEmpty, state.phase != .listening else { return .none }
      return translate(&state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return state.heard.isEmpty ? listen(&state) : translate(&state)

    case .input(.clearTapped):
      state = State(language: state.language)
      return .merge(stopListening(), .cancel(id: CancelID.translate))

    case .feedback(.heard(let text)):
      state.heard = text
      return endAfterSilence(of: .seconds(2))

    case .feedback(.translated(let text)):
      state.phase = .done(text)
      return .cancel(id: CancelID.translate)

    case .feedback(.notTranslated):
      state.phase = .failed
      return .cancel(id: CancelID.translate)
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .listening
    state.heard = ""
    state.wasSilent = false
    return .merge(
      .run("listen") { send in
        for try await text in client.listen() { await send(.heard(text)) }
        await send(.listeningEnded)
      } catch: { _, send in
        await send(.listeningFailed)
      }
      .cancellable(id: CancelID.listen, cancelInFlight: true),
      endAfterSilence(of: .seconds(8))
    )
  }

  private func endAfterSilence(of pause: Duration) -> Effect<Feedback, Never> {
    .run("silence") { send in
      try await clock.sleep(for: pause)
      await send(.listeningEnded)
    }
    .cancellable(id: CancelID.silence, cancelInFlight: true)
  }

  /// Ends the listening, and translates what was heard.
  ///
  /// - Parameter phase: What follows if nothing was heard.
  private func endListening(_ state: inout State, otherwise phase: Phase) -> Effect<Feedback, Never> {
    guard state.phase == .listening else { return .none }
    guard state.heard.isEmpty else { return .merge(stopListening(), translate(&state)) }
    state.phase = phase
    state.wasSilent = phase == .idle
    return stopListening()
  }

  private func stopListening() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.listen), .cancel(id: CancelID.silence))
  }

  /// Translates what was heard, or gives up after fifteen seconds.
  private func translate(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .translating
    return .merge(
      .run("translate", of: state.language) { [text = state.heard, language = state.language] send in
        await send(.translated(try await client.translate(text, language)))
      } catch: { _, send in
        await send(.notTranslated)
      },
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.notTranslated)
      }
    )
    .cancellable(id: CancelID.translate, cancelInFlight: true)
  }
}

struct N36Client: TestDependencyKey, Sendable {
  /// What was said so far, whenever a word was understood. It ends when the microphone is taken away.
  var listen: @Sendable () -> AsyncThrowingStream<String, any Error>
  var translate: @Sendable (_ text: String, _ language: N36Interpreter.Language) async throws -> String

  static let testValue = N36Client(
    listen: unimplemented("N36Client.listen", placeholder: AsyncThrowingStream { $0.finish() }),
    translate: unimplemented("N36Client.translate")
  )
}

extension DependencyValues {
  var n36Client: N36Client {
    get { self[N36Client.self] }
    set { self[N36Client.self] = newValue }
  }
}

struct N36Offline: Error {}

struct N36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N36Interpreter.State) -> [N36Interpreter.Input] in
        let other: N36Interpreter.Input = .languageChosen(state.language == .french ? .greek : .french)
        switch state.phase {
        case .idle: return [other, .microphoneTapped]
        case .listening: return [other, .stopTapped, .callCameIn, .clearTapped]
        case .translating: return [other, .clearTapped]
        case .done: return [other, .microphoneTapped, .clearTapped]
        case .failed: return [other, .microphoneTapped, .retryTapped, .clearTapped]
        }
      }
    ) { () -> TestStore<N36Interpreter> in
      let store = TestStore(initialState: N36Interpreter.State()) { N36Interpreter() }
      store.gate("listen", at: \.n36Client.listen) { [.element("Good day"), .finish, .failure(N36Offline())] }
      store.gate("translate", at: \.n36Client.translate) { arguments in
        [.success("Good day in \(arguments.1.rawValue)"), .failure(N36Offline()), .never]
      }
      return store
    }
  }
}
