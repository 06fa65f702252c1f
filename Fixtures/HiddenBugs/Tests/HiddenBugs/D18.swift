import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The heating of a room. A tap on a widget of the home screen leads to another room.
struct D18Heating: Reducer {
  enum Problem: Equatable { case load, save }

  struct State: Equatable {
    var hasAppeared = false
    var room = D18Room.kitchen
    /// The level that the thermostat has; nil until it is known.
    var saved: D18Level?
    /// The level that the user wants.
    var target: D18Level?
    var isLoading = false
    var isSaving = false
    var problem: Problem?
    /// Where the user wants to go, but for a level that isn't saved yet.
    var nextRoom: D18Room?

    var hasChanges: Bool { target != saved }

    /// Whether the user is asked to save or discard the level.
    var asks: Bool { nextRoom != nil && !isSaving }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case roomChosen(D18Room)
    case levelChosen(D18Level)
    case saveTapped
    case retryTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(D18Level)
    case notLoaded
    case saved(D18Level)
    case notSaved
    case widgetTapped(D18Room)
  }

  private enum CancelID { case load }

  @Dependency(\.d18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return .merge(load(&state), followWidgets())

    case .input(.roomChosen(let room)), .feedback(.widgetTapped(let room)):
      guard room != state.room else {
        state.nextRoom = nil
        return .none
      }
      guard !state.isSaving, !state.hasChanges else {
        state.nextRoom = room
        return .none
      }
      return show(room, in: &state)

    case .input(.levelChosen(let level)):
      guard state.target != nil, !state.asks else { return .none }
      state.target = level
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard let level = state.target, state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.problem = nil
      let setting = D18Setting(room: state.room, level: level)
      return .run("save", of: setting) { send in
        try await client.save(setting)
        await send(.saved(setting.level))
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.retryTapped):
      guard state.problem == .load else { return .none }
      return load(&state)

    case .input(.discardTapped):
      guard state.asks, let room = state.nextRoom else { return .none }
      return show(room, in: &state)

    case .input(.stayTapped):
      state.nextRoom = nil
      return .none

    case .feedback(.loaded(let level)):
      state.isLoading = false
      state.saved = level
      state.target = level
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.problem = .load
      return .none

    case .feedback(.saved(let level)):
      state.isSaving = false
      state.saved = level
      return goOn(&state)

    case .feedback(.notSaved):
      state.isSaving = false
      if state.hasChanges { state.problem = .save }
      return goOn(&state)
    }
  }

  /// Goes where a widget leads, if nothing is left to save.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.nextRoom, !state.hasChanges else { return .none }
    return show(room, in: &state)
  }

  private func show(_ room: D18Room, in state: inout State) -> Effect<Feedback, Never> {
    state.room = room
    state.nextRoom = nil
    state.saved = nil
    state.target = nil
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    let room = state.room
    return .run("level", of: room) { send in
      await send(.loaded(try await client.level(room)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func followWidgets() -> Effect<Feedback, Never> {
    .run("widgets") { send in
      for await room in client.widgetTaps() { await send(.widgetTapped(room)) }
    }
  }
}

enum D18Room: Hashable, Sendable { case kitchen, bath }

enum D18Level: Hashable, Sendable { case eco, comfort }

struct D18Setting: Hashable, Sendable {
  var room: D18Room
  var level: D18Level
}

struct D18Client: TestDependencyKey, Sendable {
  var level: @Sendable (_ room: D18Room) async throws -> D18Level
  var save: @Sendable (_ setting: D18Setting) async throws -> Void
  var widgetTaps: @Sendable () -> AsyncStream<D18Room>

  static let testValue = D18Client(
    level: unimplemented("D18Client.level"),
    save: unimplemented("D18Client.save"),
    widgetTaps: unimplemented("D18Client.widgetTaps", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var d18Client: D18Client {
    get { self[D18Client.self] }
    set { self[D18Client.self] = newValue }
  }
}

struct D18Offline: Error {}

struct D18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D18Heating.State) -> [D18Heating.Input] in
        if !state.hasAppeared { return [.appeared] }
        if state.asks { return [.saveTapped, .discardTapped, .stayTapped] }
        var inputs: [D18Heating.Input] = [.roomChosen(state.room == .kitchen ? .bath : .kitchen)]
        if let target = state.target { inputs.append(.levelChosen(target == .eco ? .comfort : .eco)) }
        if state.hasChanges, !state.isSaving { inputs.append(.saveTapped) }
        if state.problem == .load { inputs.append(.retryTapped) }
        if state.nextRoom != nil { inputs.append(.stayTapped) }
        return inputs
      }
    ) { () -> TestStore<D18Heating> in
      let store = TestStore(initialState: D18Heating.State()) { D18Heating() }
      store.gate("level", at: \.d18Client.level) { _ in [.success(.comfort), .failure(D18Offline())] }
      store.gate("save", at: \.d18Client.save) { _ in [.success(()), .failure(D18Offline())] }
      store.gate("widgetTaps", at: \.d18Client.widgetTaps) { [.element(.kitchen), .element(.bath)] }
      return store
    }
  }
}
