import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The friends of the museum: the details of a member, and the events to which the links of a letter lead.
struct A46Friends: Reducer {
  enum Programme: Equatable { case loading, shown(String), unreachable }

  enum Screen: Equatable {
    case home
    case form
    case event(Int, Programme)
  }

  enum Exit: Equatable { case home, event(Int) }

  enum Leaving: Equatable {
    case no
    case afterSave(Exit)
    case asking(Exit)
  }

  struct State: Equatable {
    var screen = Screen.home
    var member = A46Member(name: "Ada", wantsLetter: true)
    var draft = A46Member(name: "Ada", wantsLetter: true)
    var saving: A46Member?
    var saveFailed = false
    var leaving = Leaving.no
  }

  enum Input: Equatable, Sendable {
    case editTapped
    case binding(Change<State>)
    case saveTapped
    case backTapped
    case linkOpened(Int)
    case stayTapped
    case discardTapped
    case tryAgainTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(A46Member)
    case notSaved
    case loaded(Int, String)
    case notLoaded(Int)
  }

  private enum CancelID { case event }

  @Dependency(\.a46Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editTapped):
      guard state.screen == .home else { return .none }
      state.screen = .form
      return .none

    case .input(.binding(let change)):
      change.apply(to: &state)
      return .none

    case .input(.saveTapped):
      guard state.screen == .form, state.saving == nil, state.draft != state.member else { return .none }
      let draft = state.draft
      state.saving = draft
      state.saveFailed = false
      return .run("save", of: draft) { send in
        try await client.save(draft)
        await send(.saved(draft))
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.backTapped):
      return leave(to: .home, &state)

    case .input(.linkOpened(let event)):
      return leave(to: .event(event), &state)

    case .input(.stayTapped):
      state.leaving = .no
      return .none

    case .input(.discardTapped):
      guard case .asking(let exit) = state.leaving else { return .none }
      state.draft = state.member
      return go(to: exit, &state)

    case .input(.tryAgainTapped):
      guard case .event(let event, .unreachable) = state.screen else { return .none }
      return go(to: .event(event), &state)

    case .feedback(.saved(let member)):
      state.saving = nil
      state.member = member
      switch state.leaving {
      case .afterSave(let exit): return leave(to: exit, &state)
      case .no, .asking: return state.draft == member ? go(to: .home, &state) : .none
      }

    case .feedback(.notSaved):
      state.saving = nil
      state.saveFailed = true
      guard case .afterSave(let exit) = state.leaving else { return .none }
      return leave(to: exit, &state)

    case .feedback(.loaded(let event, let text)):
      state.screen = .event(event, .shown(text))
      return .none

    case .feedback(.notLoaded(let event)):
      state.screen = .event(event, .unreachable)
      return .none
    }
  }

  /// Leaves the screen, as soon as nothing is lost by it.
  private func leave(to exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    if state.saving != nil {
      state.leaving = .afterSave(exit)
    } else if state.draft != state.member {
      state.leaving = .asking(exit)
    } else {
      return go(to: exit, &state)
    }
    return .none
  }

  private func go(to exit: Exit, _ state: inout State) -> Effect<Feedback, Never> {
    state.leaving = .no
    state.saveFailed = false
    switch exit {
    case .home:
      state.screen = .home
      return .cancel(id: CancelID.event)
    case .event(let event):
      state.screen = .event(event, .loading)
      return .run("event", of: event) { send in
        await send(.loaded(event, try await client.event(event)))
      } catch: { _, send in
        await send(.notLoaded(event))
      }
      .cancellable(id: CancelID.event, cancelInFlight: true)
    }
  }
}

struct A46Member: Hashable, Sendable {
  var name: String
  var wantsLetter: Bool
}

struct A46Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ member: A46Member) async throws -> Void
  var event: @Sendable (_ id: Int) async throws -> String

  static let testValue = A46Client(
    save: unimplemented("A46Client.save"),
    event: unimplemented("A46Client.event")
  )
}

extension DependencyValues {
  var a46Client: A46Client {
    get { self[A46Client.self] }
    set { self[A46Client.self] = newValue }
  }
}

struct A46Offline: Error {}

struct A46Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A46Friends.State) -> [A46Friends.Input] in
        if case .asking = state.leaving { return [.stayTapped, .discardTapped, .linkOpened(7)] }
        switch state.screen {
        case .home:
          return [.editTapped, .linkOpened(7)]
        case .form:
          var inputs: [A46Friends.Input] = [
            .binding(.set(\.draft.name, state.draft.name == "Ada" ? "Ada L." : "Ada")),
            .binding(.set(\.draft.wantsLetter, !state.draft.wantsLetter)),
            .backTapped, .linkOpened(7),
          ]
          if state.saving == nil, state.draft != state.member { inputs.append(.saveTapped) }
          return inputs
        case .event(_, .unreachable):
          return [.backTapped, .linkOpened(8), .tryAgainTapped]
        case .event:
          return [.backTapped, .linkOpened(7), .linkOpened(8)]
        }
      }
    ) { () -> TestStore<A46Friends> in
      let store = TestStore(initialState: A46Friends.State()) { A46Friends() }
      store.gate("save", at: \.a46Client.save) { _ in [.success(()), .failure(A46Offline())] }
      store.gate("event", at: \.a46Client.event) { id in [.success("Concert \(id)"), .failure(A46Offline())] }
      return store
    }
  }
}
