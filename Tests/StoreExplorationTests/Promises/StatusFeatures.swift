import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Dishes for a party. Who wants to bring one that is taken meanwhile waits for ever, unless it is fixed.
struct Potluck: Reducer {
  struct State: Hashable {
    var cooks: [Int: String] = [:]
    var busy: Set<Int> = []
  }

  enum Input { case bringTapped(Int), dropTapped(Int) }
  enum Feedback { case brought(Int), taken(Int), dropped(Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bringTapped(let id)):
      guard state.cooks[id] == nil, !state.busy.contains(id) else { return .none }
      state.busy.insert(id)
      return .run("bring", of: id) { send in
        try await post("bring \(id)")
        await send(.brought(id))
      } catch: { _, send in
        await send(.taken(id))
      }
    case .input(.dropTapped(let id)):
      guard state.cooks[id] == "me", !state.busy.contains(id) else { return .none }
      state.busy.insert(id)
      return .run("drop", of: id) { send in
        try? await post("drop \(id)")
        await send(.dropped(id))
      }
    case .feedback(.brought(let id)):
      state.busy.remove(id)
      state.cooks[id] = "me"
    case .feedback(.taken(let id)):
      if isFixed { state.busy.remove(id) }
      state.cooks[id] = "you"
    case .feedback(.dropped(let id)):
      state.busy.remove(id)
      state.cooks[id] = nil
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State(),
      inputs: [.bringTapped(1), .bringTapped(2), .bringTapped(3), .dropTapped(1)],
      gates: [.post]
    )
  }
}

/// A vault that locks itself. The lock doesn't stop a refresh, whose answer opens the vault again, unless it is fixed.
struct Vault: Reducer {
  enum Door: Hashable { case locked, opening, open([Int]) }

  struct State: Hashable { var door = Door.locked }
  enum Input: CaseIterable { case codeEntered, refreshed, locked }
  enum Feedback { case entries([Int]), failed, timePassed }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.codeEntered):
      guard state.door == .locked else { return .none }
      state.door = .opening
      return entries("unlock")
    case .input(.refreshed):
      guard case .open = state.door else { return .none }
      return entries("refresh")
    case .input(.locked), .feedback(.timePassed):
      guard case .open = state.door else { return .none }
      state.door = .locked
      return isFixed ? .merge(.cancel(id: "autolock"), .cancel(id: "refresh")) : .cancel(id: "autolock")
    case .feedback(.entries(let entries)):
      state.door = .open(entries)
      return .run("autolock") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.timePassed)
      }
      .cancellable(id: "autolock", cancelInFlight: true)
    case .feedback(.failed):
      if state.door == .opening { state.door = .locked }
      return .none
    }
  }

  private func entries(_ name: String) -> Effect<Feedback, Never> {
    .run(name) { send in
      await send(.entries(try await load(0)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: name, cancelInFlight: true)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.load([1])])
  }
}
