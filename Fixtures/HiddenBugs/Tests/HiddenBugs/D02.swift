import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct D02Tool: Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
}

/// A club that lends tools: a list, the page of a tool, its reservation, and links that open a tool.
struct D02ToolLending: Reducer {
  enum State: Equatable {
    case list
    case loading(Int)
    case unavailable(Int)
    case shown(D02Tool)
    case reserving(D02Tool, next: Int?)
    case refused(D02Tool, next: Int?)
    case reserved(D02Tool, next: Int?)
  }

  enum Input: Equatable {
    case toolTapped(Int)
    case linkOpened(Int)
    case reserveTapped
    case retryTapped
    case backTapped
  }

  enum Feedback: Equatable {
    case loaded(D02Tool)
    case loadFailed
    case reserved
    case reserveFailed
    case confirmationEnded
  }

  private enum CancelID { case load, confirmation }

  @Dependency(\.d02Club) private var club
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.toolTapped(let id)):
      guard state == .list else { return .none }
      return load(id, &state)

    case .input(.linkOpened(let id)):
      switch state {
      case .reserving(let tool, next: _):
        state = .reserving(tool, next: id == tool.id ? nil : id)
        return .none
      case .loading(let current) where current == id:
        return .none
      case .shown(let tool) where tool.id == id:
        return .none
      case .list, .loading, .unavailable, .shown, .refused, .reserved:
        return load(id, &state)
      }

    case .input(.reserveTapped):
      guard case .shown(let tool) = state else { return .none }
      return reserve(tool, next: nil, &state)

    case .input(.retryTapped):
      switch state {
      case .unavailable(let id): return load(id, &state)
      case .refused(let tool, let next): return reserve(tool, next: next, &state)
      case .list, .loading, .shown, .reserving, .reserved: return .none
      }

    case .input(.backTapped):
      switch state {
      case .list, .reserving:
        return .none
      case .loading:
        state = .list
        return .cancel(id: CancelID.load)
      case .unavailable, .shown:
        state = .list
        return .none
      case .refused(_, let next):
        return leave(to: next, &state)
      case .reserved(_, let next):
        return .merge(.cancel(id: CancelID.confirmation), leave(to: next, &state))
      }

    case .feedback(.loaded(let tool)):
      guard state == .loading(tool.id) else { return .none }
      state = .shown(tool)
      return .none

    case .feedback(.loadFailed):
      guard case .loading(let id) = state else { return .none }
      state = .unavailable(id)
      return .none

    case .feedback(.reserved):
      guard case .reserving(let tool, let next) = state else { return .none }
      state = .reserved(tool, next: next)
      return .run("confirmation") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.confirmationEnded)
      }
      .cancellable(id: CancelID.confirmation, cancelInFlight: true)

    case .feedback(.reserveFailed):
      guard case .reserving(let tool, let next) = state else { return .none }
      state = .refused(tool, next: next)
      return .none

    case .feedback(.confirmationEnded):
      guard case .reserved(_, let next) = state else { return .none }
      return leave(to: next, &state)
    }
  }

  private func load(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(id)
    return .merge(
      .cancel(id: CancelID.confirmation),
      .run("load", of: id) { send in
        await send(.loaded(try await club.load(id)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func reserve(_ tool: D02Tool, next: Int?, _ state: inout State) -> Effect<Feedback, Never> {
    state = .reserving(tool, next: next)
    return .run("reserve", of: tool.id) { send in
      try await club.reserve(tool.id)
      await send(.reserved)
    } catch: { _, send in
      await send(.reserveFailed)
    }
  }

  private func leave(to next: Int?, _ state: inout State) -> Effect<Feedback, Never> {
    if let next { return load(next, &state) }
    state = .list
    return .none
  }
}

struct D02Club: DependencyKey, Sendable {
  var load: @Sendable (_ id: Int) async throws -> D02Tool
  var reserve: @Sendable (_ id: Int) async throws -> Void

  static let liveValue = D02Club(load: { id in D02Tool(id: id, name: "Tool \(id)") }, reserve: { _ in })
  static let testValue = D02Club(load: unimplemented("D02Club.load"), reserve: unimplemented("D02Club.reserve"))
}

extension DependencyValues {
  var d02Club: D02Club {
    get { self[D02Club.self] }
    set { self[D02Club.self] = newValue }
  }
}

struct D02Offline: Error {}

struct D02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.toolTapped(1), .linkOpened(1), .linkOpened(2), .reserveTapped, .retryTapped, .backTapped]
    ) { () -> TestStore<D02ToolLending> in
      let store = TestStore(initialState: D02ToolLending.State.list) { D02ToolLending() }
      store.gate("load", at: \.d02Club.load) { id in
        [.success(D02Tool(id: id, name: "Tool \(id)")), .failure(D02Offline())]
      }
      store.gate("reserve", at: \.d02Club.reserve) { _ in [.success(()), .failure(D02Offline())] }
      return store
    }
  }
}
