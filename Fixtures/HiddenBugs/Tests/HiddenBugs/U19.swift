import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The temperature of a room. Who leaves with a change that isn't saved is asked first.
struct U19Thermostat: Reducer {
  struct State: Equatable {
    var place = Place.list
    var stored: Int?
    var draft: Int?
    var isLoading = false
    var loadHasFailed = false
    var isSaving = false
    var saveHasFailed = false
    var leavingTo: Place?

    var isChanged: Bool { draft != stored }
  }

  enum Place: Equatable, Sendable {
    case list
    case room(String)
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case closeTapped
    case retryTapped
    case temperatureChosen(Int)
    case saveTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case saved(Int)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.u19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let room)):
      return leave(to: .room(room), &state)

    case .input(.closeTapped):
      return leave(to: .list, &state)

    case .input(.retryTapped):
      guard case .room(let room) = state.place, state.loadHasFailed, !state.isLoading else { return .none }
      return load(room, &state)

    case .input(.temperatureChosen(let temperature)):
      guard state.stored != nil else { return .none }
      state.draft = temperature
      return .none

    case .input(.saveTapped):
      guard case .room(let room) = state.place, let draft = state.draft, state.isChanged, !state.isSaving else {
        return .none
      }
      state.isSaving = true
      state.saveHasFailed = false
      return .run("save", of: draft) { send in
        try await client.save(room, draft)
        await send(.saved(draft))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.discardTapped):
      guard let place = state.leavingTo, !state.isSaving else { return .none }
      return open(place, &state)

    case .input(.stayTapped):
      state.leavingTo = nil
      return .none

    case .feedback(.loaded(let temperature)):
      state.isLoading = false
      state.stored = temperature
      state.draft = temperature
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .feedback(.saved(let temperature)):
      state.isSaving = false
      state.stored = temperature
      return leaveIfUnchanged(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveHasFailed = true
      return leaveIfUnchanged(&state)
    }
  }

  private func leaveIfUnchanged(_ state: inout State) -> Effect<Feedback, Never> {
    guard let place = state.leavingTo, !state.isChanged else { return .none }
    return open(place, &state)
  }

  /// Leaves at once, or once the change is saved or given up.
  private func leave(to place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    guard place != state.place else {
      state.leavingTo = nil
      return .none
    }
    guard !state.isSaving, !state.isChanged else {
      state.leavingTo = place
      return .none
    }
    return open(place, &state)
  }

  private func open(_ place: Place, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(place: place)
    switch place {
    case .list: return .cancel(id: CancelID.load)
    case .room(let room): return load(room, &state)
    }
  }

  private func load(_ room: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .run("load", of: room) { send in
      await send(.loaded(try await client.temperature(room)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct U19Client: TestDependencyKey, Sendable {
  var temperature: @Sendable (_ room: String) async throws -> Int
  var save: @Sendable (_ room: String, _ temperature: Int) async throws -> Void

  static let testValue = U19Client(
    temperature: unimplemented("U19Client.temperature"),
    save: unimplemented("U19Client.save")
  )
}

extension DependencyValues {
  var u19Client: U19Client {
    get { self[U19Client.self] }
    set { self[U19Client.self] = newValue }
  }
}

struct U19Offline: Error {}

struct U19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U19Thermostat.State) -> [U19Thermostat.Input] in
        let links: [U19Thermostat.Input] = [.linkOpened("Bath"), .linkOpened("Study")]
        if state.leavingTo != nil {
          if state.isSaving { return links + [.stayTapped] }
          return links + [.saveTapped, .discardTapped, .stayTapped]
        }
        guard state.place != .list else { return links }
        if state.loadHasFailed { return links + [.closeTapped, .retryTapped] }
        guard state.stored != nil else { return links + [.closeTapped] }
        return links + [.closeTapped, .temperatureChosen(19), .temperatureChosen(22), .saveTapped]
      }
    ) { () -> TestStore<U19Thermostat> in
      let store = TestStore(initialState: U19Thermostat.State()) { U19Thermostat() }
      store.gate("temperature", at: \.u19Client.temperature) { _ in [.success(19), .failure(U19Offline())] }
      store.gate("save", at: \.u19Client.save) { _ in [.success(()), .failure(U19Offline())] }
      return store
    }
  }
}
