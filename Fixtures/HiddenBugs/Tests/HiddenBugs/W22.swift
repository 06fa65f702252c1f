import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The speed of a mixer. A link from the shift plan opens another one.
struct W22Mixer: Reducer {
  struct State: Equatable {
    var mixer: String?
    var savedSpeed: Int?
    var draft: Int?
    var isLoading = false
    var hasLoadFailed = false
    var saving: Int?
    var hasSaveFailed = false
    var link: W22Link?

    var isAsking: Bool { if case .asks = link { true } else { false } }
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case reloadTapped
    case speedChosen(Int)
    case saveTapped
    case resetTapped
    case discardConfirmed
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case saved(Int)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.w22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let mixer)):
      guard mixer != state.mixer else {
        state.link = nil
        return .none
      }
      guard state.saving == nil else {
        state.link = .waits(mixer)
        return .none
      }
      return leave(for: mixer, from: &state)

    case .input(.reloadTapped):
      guard let mixer = state.mixer, state.hasLoadFailed else { return .none }
      return open(mixer, into: &state)

    case .input(.speedChosen(let speed)):
      guard let savedSpeed = state.savedSpeed, !state.isAsking else { return .none }
      // During a save, the machine may soon have another speed than the last one that is known.
      state.draft = speed == savedSpeed && state.saving == nil ? nil : speed
      state.hasSaveFailed = false
      return .none

    case .input(.saveTapped):
      guard let mixer = state.mixer, let speed = state.draft, state.saving == nil, !state.isAsking else { return .none }
      state.saving = speed
      state.hasSaveFailed = false
      return .run("save", of: speed) { send in
        try await client.setSpeed(mixer, speed)
        await send(.saved(speed))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.resetTapped):
      guard state.draft != nil, state.saving == nil, !state.isAsking else { return .none }
      state.draft = nil
      state.hasSaveFailed = false
      return .none

    case .input(.discardConfirmed):
      guard case .asks(let mixer) = state.link else { return .none }
      return open(mixer, into: &state)

    case .input(.stayTapped):
      state.link = nil
      return .none

    case .feedback(.loaded(let speed)):
      state.isLoading = false
      state.savedSpeed = speed
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.saved(let speed)):
      state.savedSpeed = speed
      return saveEnded(&state)

    case .feedback(.saveFailed):
      state.hasSaveFailed = state.draft != state.savedSpeed
      return saveEnded(&state)
    }
  }

  private func saveEnded(_ state: inout State) -> Effect<Feedback, Never> {
    state.saving = nil
    if state.draft == state.savedSpeed { state.draft = nil }
    guard case .waits(let mixer) = state.link else { return .none }
    return leave(for: mixer, from: &state)
  }

  private func leave(for mixer: String, from state: inout State) -> Effect<Feedback, Never> {
    guard state.draft == nil else {
      state.link = .asks(mixer)
      return .none
    }
    return open(mixer, into: &state)
  }

  private func open(_ mixer: String, into state: inout State) -> Effect<Feedback, Never> {
    state = State(mixer: mixer, isLoading: true)
    return .run("speed", of: mixer) { send in
      await send(.loaded(try await client.speed(mixer)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum W22Link: Equatable, Sendable {
  case waits(String)
  case asks(String)
}

struct W22Client: TestDependencyKey, Sendable {
  var speed: @Sendable (_ mixer: String) async throws -> Int
  var setSpeed: @Sendable (_ mixer: String, _ speed: Int) async throws -> Void

  static let testValue = W22Client(
    speed: unimplemented("W22Client.speed"),
    setSpeed: unimplemented("W22Client.setSpeed")
  )
}

extension DependencyValues {
  var w22Client: W22Client {
    get { self[W22Client.self] }
    set { self[W22Client.self] = newValue }
  }
}

struct W22Offline: Error {}

struct W22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W22Mixer.State) -> [W22Mixer.Input] in
        var inputs: [W22Mixer.Input] = [.linkOpened("Dough"), .linkOpened("Glaze")]
        if state.link != nil { inputs.append(.stayTapped) }
        if state.isAsking {
          inputs.append(.discardConfirmed)
          return inputs
        }
        if state.hasLoadFailed { inputs.append(.reloadTapped) }
        if let savedSpeed = state.savedSpeed {
          for speed in [40, 60] where speed != state.draft ?? savedSpeed { inputs.append(.speedChosen(speed)) }
        }
        if state.draft != nil, state.saving == nil { inputs += [.saveTapped, .resetTapped] }
        return inputs
      }
    ) { () -> TestStore<W22Mixer> in
      let store = TestStore(initialState: W22Mixer.State()) { W22Mixer() }
      store.gate("speed", at: \.w22Client.speed) { _ in [.success(40), .failure(W22Offline())] }
      store.gate("save", at: \.w22Client.setSpeed) { _ in [.success(()), .failure(W22Offline())] }
      return store
    }
  }
}
