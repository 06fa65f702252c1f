import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A recorder of a take. It records from its start, for at most three seconds. A pause begins a new second.
struct T09Recorder: Reducer {
  enum Phase: Equatable { case recording, paused, uploading, failed }

  struct State: Equatable {
    var phase = Phase.recording
    var seconds = 0

    var isFull: Bool { seconds >= 3 }
  }

  enum Input: Equatable { case pauseTapped, resumeTapped, doneTapped, retryTapped, discardTapped, enteredBackground }
  enum Feedback: Equatable { case secondPassed, uploaded, uploadFailed }
  enum Output: Equatable { case kept(seconds: Int), discarded }

  private enum CancelID { case tape, upload }

  @Dependency(\.t09Studio) private var studio
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    tape()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.pauseTapped), .input(.enteredBackground):
      guard state.phase == .recording else { return .none }
      state.phase = .paused
      return .cancel(id: CancelID.tape)

    case .input(.resumeTapped):
      guard state.phase == .paused, !state.isFull else { return .none }
      state.phase = .recording
      return tape()

    case .feedback(.secondPassed):
      state.seconds += 1
      guard state.isFull else { return .none }
      state.phase = .paused
      return .cancel(id: CancelID.tape)

    case .input(.doneTapped):
      guard state.phase == .recording || state.phase == .paused, state.seconds > 0 else { return .none }
      return .merge(.cancel(id: CancelID.tape), upload(&state))

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return upload(&state)

    case .feedback(.uploaded):
      return .output(.kept(seconds: state.seconds))

    case .feedback(.uploadFailed):
      state.phase = .failed
      return .none

    case .input(.discardTapped):
      guard state.phase != .uploading else { return .none }
      return .output(.discarded)
    }
  }

  private func tape() -> Effect<Feedback, Output> {
    .run("tape") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
    }
    .cancellable(id: CancelID.tape, cancelInFlight: true)
  }

  private func upload(_ state: inout State) -> Effect<Feedback, Output> {
    let seconds = state.seconds
    state.phase = .uploading
    return .run("upload", of: seconds) { send in
      try await studio.upload(seconds)
      await send(.uploaded)
    } catch: { _, send in
      await send(.uploadFailed)
    }
    .cancellable(id: CancelID.upload, cancelInFlight: true)
  }
}

/// What the list says of a singer, and what the server has.
struct T09Singer: Equatable {
  var isPresent = false
  var wasPresent = false
  var isSaving = false
  var hasFailed = false
}

/// A choir rehearsal: who is there, and takes of the pieces. A tap is shown at once. One save of a singer runs at a
/// time, and is followed by another one if the list has changed meanwhile.
struct T09ChoirRehearsal: Reducer {
  struct State: Equatable {
    var singers: [Int: T09Singer] = [1: T09Singer(), 2: T09Singer()]
    var recorder: T09Recorder.State?
    var lastTake: Int?
  }

  enum Input: Equatable {
    case singerTapped(Int)
    case recordTapped
    case recorder(T09Recorder.Input)
    case enteredBackground
  }

  enum Feedback: Equatable {
    case recorder(ChildFeedback<T09Recorder>)
    case saved(Int, isPresent: Bool)
    case saveFailed(Int)
  }

  private let recorder = Scope<T09ChoirRehearsal, T09Recorder>(ifLet: \.recorder, feedback: Feedback.recorder) {
    T09Recorder()
  }

  @Dependency(\.t09Register) private var register

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.singerTapped(let id)):
      guard var singer = state.singers[id] else { return .none }
      let isSaving = singer.isSaving
      singer.isPresent.toggle()
      singer.isSaving = true
      singer.hasFailed = false
      state.singers[id] = singer
      return isSaving ? .none : save(id, isPresent: singer.isPresent)

    case .feedback(.saved(let id, isPresent: let isPresent)):
      guard var singer = state.singers[id] else { return .none }
      singer.wasPresent = isPresent
      singer.isSaving = singer.isPresent != isPresent
      state.singers[id] = singer
      return singer.isSaving ? save(id, isPresent: singer.isPresent) : .none

    case .feedback(.saveFailed(let id)):
      guard var singer = state.singers[id] else { return .none }
      singer.isSaving = false
      singer.hasFailed = singer.isPresent != singer.wasPresent
      singer.isPresent = singer.wasPresent
      state.singers[id] = singer
      return .none

    case .input(.recordTapped):
      guard state.recorder == nil else { return .none }
      state.recorder = T09Recorder.State()
      return recorder.start(from: state)

    case .input(.recorder(let input)):
      guard state.recorder != nil else { return .none }
      return recorder.reduce(.input(input), into: &state)

    case .input(.enteredBackground):
      guard state.recorder != nil else { return .none }
      return recorder.reduce(.input(.enteredBackground), into: &state)

    case .feedback(.recorder(.feedback(let feedback))):
      return recorder.reduce(.feedback(feedback), into: &state)

    case .feedback(.recorder(.output(.kept(seconds: let seconds)))):
      state.recorder = nil
      state.lastTake = seconds
      return .none

    case .feedback(.recorder(.output(.discarded))):
      state.recorder = nil
      return .none
    }
  }

  private func save(_ id: Int, isPresent: Bool) -> Effect<Feedback, Never> {
    .run("save", of: id) { send in
      try await register.setPresent(id, isPresent)
      await send(.saved(id, isPresent: isPresent))
    } catch: { _, send in
      await send(.saveFailed(id))
    }
  }
}

struct T09Register: TestDependencyKey {
  var setPresent: @Sendable (_ singer: Int, _ isPresent: Bool) async throws -> Void

  static let testValue = T09Register(setPresent: unimplemented("T09Register.setPresent"))
}

struct T09Studio: TestDependencyKey {
  var upload: @Sendable (_ seconds: Int) async throws -> Void

  static let testValue = T09Studio(upload: unimplemented("T09Studio.upload"))
}

extension DependencyValues {
  var t09Register: T09Register {
    get { self[T09Register.self] }
    set { self[T09Register.self] = newValue }
  }

  var t09Studio: T09Studio {
    get { self[T09Studio.self] }
    set { self[T09Studio.self] = newValue }
  }
}

struct T09Offline: Error {}

struct T09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T09ChoirRehearsal.State) -> [T09ChoirRehearsal.Input] in
        guard let recorder = state.recorder else { return [.singerTapped(1), .singerTapped(2), .recordTapped] }
        switch recorder.phase {
        case .recording:
          return [.recorder(.pauseTapped), .recorder(.doneTapped), .recorder(.discardTapped), .enteredBackground]
        case .paused:
          return [.recorder(.resumeTapped), .recorder(.doneTapped), .recorder(.discardTapped), .enteredBackground]
        case .uploading: return [.enteredBackground]
        case .failed: return [.recorder(.retryTapped), .recorder(.discardTapped), .enteredBackground]
        }
      }
    ) { () -> TestStore<T09ChoirRehearsal> in
      let store = TestStore(initialState: T09ChoirRehearsal.State()) { T09ChoirRehearsal() }
      store.gate("setPresent", at: \.t09Register.setPresent) { _ in [.success(()), .failure(T09Offline())] }
      store.gate("upload", at: \.t09Studio.upload) { _ in [.success(()), .failure(T09Offline())] }
      return store
    }
  }
}
