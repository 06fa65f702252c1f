import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The names of the passengers of a booking, which can be corrected. A notification leads to the boarding pass.
struct L22Passengers: Reducer {
  struct State: Equatable {
    var screen = Screen.list
    var names = ["Ida", "Jon"]
    var draft = ""
    var isSaving = false
    var hasFailed = false
    var question: Question?
    var nextFlight: String?
  }

  enum Screen: Equatable {
    case list
    case name(Int)
    case pass(String, Pass)
  }

  enum Pass: Equatable { case loading, failed, shown(String) }
  enum Question: Equatable { case close, follow(String) }

  enum Input: Equatable, Sendable {
    case passengerTapped(Int)
    case nameTyped(String)
    case saveTapped
    case closeTapped
    case linkOpened(String)
    case discardTapped
    case keepTapped
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(Int, String)
    case saveFailed
    case passLoaded(String)
    case passFailed
  }

  private enum CancelID { case pass }

  @Dependency(\.l22Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.passengerTapped(let index)):
      guard state.screen == .list, state.names.indices.contains(index) else { return .none }
      state.screen = .name(index)
      state.draft = state.names[index]
      return .none

    case .input(.nameTyped(let name)):
      guard case .name = state.screen, !state.isSaving, state.question == nil else { return .none }
      state.draft = name
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard case .name(let index) = state.screen, hasChanges(state) else { return .none }
      guard !state.isSaving, state.question == nil else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.draft) { [name = state.draft] send in
        try await client.save(index, name)
        await send(.saved(index, name))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard !state.isSaving, state.screen != .list else { return .none }
      guard !hasChanges(state) else {
        state.question = .close
        return .none
      }
      return close(&state)

    case .input(.linkOpened(let flight)):
      if state.isSaving {
        state.nextFlight = flight
        return .none
      }
      guard !hasChanges(state) else {
        state.question = .follow(flight)
        return .none
      }
      return showPass(flight, into: &state)

    case .input(.discardTapped):
      switch state.question {
      case .follow(let flight)?: return showPass(flight, into: &state)
      case .close?: return close(&state)
      case nil: return .none
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.retryTapped):
      guard case .pass(let flight, .failed) = state.screen else { return .none }
      return showPass(flight, into: &state)

    case .feedback(.saved(let index, let name)):
      state.names[index] = name
      return endSave(&state)

    case .feedback(.saveFailed):
      state.hasFailed = true
      return endSave(&state)

    case .feedback(.passLoaded(let code)):
      guard case .pass(let flight, .loading) = state.screen else { return .none }
      state.screen = .pass(flight, .shown(code))
      return .none

    case .feedback(.passFailed):
      guard case .pass(let flight, .loading) = state.screen else { return .none }
      state.screen = .pass(flight, .failed)
      return .none
    }
  }

  private func hasChanges(_ state: State) -> Bool {
    guard case .name(let index) = state.screen else { return false }
    return state.draft != state.names[index]
  }

  /// Goes on to the link that came during the save.
  private func endSave(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = false
    guard let flight = state.nextFlight else { return .none }
    return showPass(flight, into: &state)
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State(names: state.names)
    return .cancel(id: CancelID.pass)
  }

  private func showPass(_ flight: String, into state: inout State) -> Effect<Feedback, Never> {
    state = State(screen: .pass(flight, .loading), names: state.names)
    return .run("pass", of: flight) { send in
      await send(.passLoaded(try await client.pass(flight)))
    } catch: { _, send in
      await send(.passFailed)
    }
    .cancellable(id: CancelID.pass, cancelInFlight: true)
  }
}

struct L22Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ index: Int, _ name: String) async throws -> Void
  var pass: @Sendable (_ flight: String) async throws -> String

  static let testValue = L22Client(
    save: unimplemented("L22Client.save"),
    pass: unimplemented("L22Client.pass")
  )
}

extension DependencyValues {
  var l22Client: L22Client {
    get { self[L22Client.self] }
    set { self[L22Client.self] = newValue }
  }
}

struct L22Offline: Error {}

struct L22Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L22Passengers.State) -> [L22Passengers.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped, .linkOpened("OS 7")] }
        switch state.screen {
        case .list:
          return [.passengerTapped(0), .linkOpened("OS 7")]
        case .name:
          return [.nameTyped("Ida K."), .nameTyped("Ida"), .saveTapped, .closeTapped, .linkOpened("OS 7")]
        case .pass(_, .failed):
          return [.retryTapped, .closeTapped, .linkOpened("OS 7")]
        case .pass:
          return [.closeTapped, .linkOpened("OS 7")]
        }
      }
    ) { () -> TestStore<L22Passengers> in
      let store = TestStore(initialState: L22Passengers.State()) { L22Passengers() }
      store.gate("save", at: \.l22Client.save) { _ in [.success(()), .failure(L22Offline())] }
      store.gate("pass", at: \.l22Client.pass) { flight in [.success("Code of \(flight)"), .failure(L22Offline())] }
      return store
    }
  }
}
