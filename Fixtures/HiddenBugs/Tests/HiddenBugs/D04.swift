import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of a document: it loads the lines, records a sentence, and has it transcribed.
struct D04Editor: Reducer {
  struct State: Equatable {
    var document: String
    var phase = Phase.loading

    var isBusy: Bool {
      switch phase {
      case .recording, .transcribing, .untranscribed: true
      case .loading, .unavailable, .ready: false
      }
    }
  }

  enum Phase: Equatable {
    case loading
    case unavailable
    case ready([String])
    case recording([String])
    case transcribing([String])
    case untranscribed([String])
  }

  enum Input: Equatable { case retryTapped, recordTapped, stopTapped, discardTapped }
  enum Feedback: Equatable { case loaded([String]), loadFailed, timeIsUp, transcribed(String), transcriptionFailed }
  enum Output: Equatable { case counted(Int) }

  private enum CancelID { case limit }

  @Dependency(\.d04Speech) private var speech
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    load(state.document)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      switch state.phase {
      case .unavailable:
        state.phase = .loading
        return load(state.document)
      case .untranscribed(let lines):
        return transcribe(after: lines, &state)
      case .loading, .ready, .recording, .transcribing:
        return .none
      }

    case .input(.recordTapped):
      guard case .ready(let lines) = state.phase, lines.count < 3 else { return .none }
      state.phase = .recording(lines)
      return .run("limit") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.timeIsUp)
      }
      .cancellable(id: CancelID.limit, cancelInFlight: true)

    case .input(.stopTapped), .feedback(.timeIsUp):
      guard case .recording(let lines) = state.phase else { return .none }
      return .merge(.cancel(id: CancelID.limit), transcribe(after: lines, &state))

    case .input(.discardTapped):
      switch state.phase {
      case .recording(let lines), .untranscribed(let lines):
        state.phase = .ready(lines)
        return .cancel(id: CancelID.limit)
      case .loading, .unavailable, .ready, .transcribing:
        return .none
      }

    case .feedback(.loaded(let lines)):
      guard state.phase == .loading else { return .none }
      state.phase = .ready(lines)
      return .output(.counted(lines.count))

    case .feedback(.loadFailed):
      guard state.phase == .loading else { return .none }
      state.phase = .unavailable
      return .none

    case .feedback(.transcribed(let sentence)):
      guard case .transcribing(let lines) = state.phase else { return .none }
      state.phase = .ready(lines + [sentence])
      return .output(.counted(lines.count + 1))

    case .feedback(.transcriptionFailed):
      guard case .transcribing(let lines) = state.phase else { return .none }
      state.phase = .untranscribed(lines)
      return .none
    }
  }

  private func load(_ document: String) -> Effect<Feedback, Output> {
    .run("load", of: document) { send in
      await send(.loaded(try await speech.load(document)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func transcribe(after lines: [String], _ state: inout State) -> Effect<Feedback, Output> {
    state.phase = .transcribing(lines)
    return .run("transcribe", of: state.document) { [document = state.document] send in
      await send(.transcribed(try await speech.transcribe(document)))
    } catch: { _, send in
      await send(.transcriptionFailed)
    }
  }
}

/// A sidebar of documents with their numbers of lines, and the editor of the open one beside it.
struct D04Dictation: Reducer {
  struct State: Equatable {
    var counts: [String: Int] = [:]
    var editor: D04Editor.State?
  }

  enum Input: Equatable {
    case openTapped(String)
    case closeTapped
    case editor(D04Editor.Input)
  }

  enum Feedback: Equatable { case editor(ChildFeedback<D04Editor>) }

  private let editor = Scope<D04Dictation, D04Editor>(ifLet: \.editor, feedback: Feedback.editor) { D04Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.openTapped(let document)):
      guard state.editor?.isBusy != true, state.editor?.document != document else { return .none }
      state.editor = D04Editor.State(document: document)
      return editor.start(from: state)

    case .input(.closeTapped):
      guard state.editor?.isBusy != true else { return .none }
      state.editor = nil
      return .none

    case .feedback(.editor(.output(.counted(let count)))):
      guard let document = state.editor?.document else { return .none }
      state.counts[document] = count
      return .none
    }
  }
}

struct D04Speech: DependencyKey, Sendable {
  var load: @Sendable (_ document: String) async throws -> [String]
  var transcribe: @Sendable (_ document: String) async throws -> String

  static let liveValue = D04Speech(load: { _ in [] }, transcribe: { _ in "Dear Sir or Madam" })
  static let testValue = D04Speech(
    load: unimplemented("D04Speech.load"),
    transcribe: unimplemented("D04Speech.transcribe")
  )
}

extension DependencyValues {
  var d04Speech: D04Speech {
    get { self[D04Speech.self] }
    set { self[D04Speech.self] = newValue }
  }
}

struct D04Offline: Error {}

struct D04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D04Dictation.State) -> [D04Dictation.Input] in
        guard state.editor != nil else { return [.openTapped("Letter"), .openTapped("Report")] }
        return [
          .openTapped("Letter"), .openTapped("Report"), .closeTapped, .editor(.retryTapped), .editor(.recordTapped),
          .editor(.stopTapped), .editor(.discardTapped),
        ]
      }
    ) { () -> TestStore<D04Dictation> in
      let store = TestStore(initialState: D04Dictation.State()) { D04Dictation() }
      store.gate("load", at: \.d04Speech.load) { document in
        [.success(["First line of the \(document)"]), .failure(D04Offline())]
      }
      store.gate("transcribe", at: \.d04Speech.transcribe) { _ in [.success("Hello"), .failure(D04Offline())] }
      return store
    }
  }
}
