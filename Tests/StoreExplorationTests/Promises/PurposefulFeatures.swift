import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Things to do that count as done at once. A failed save is tried again, and isn't taken back.
struct Chores: Reducer {
  struct Chore: Hashable, Identifiable {
    let id: Int
    var isDone = false
  }

  struct State: Hashable {
    var chores: IdentifiedArray<Chore> = [Chore(id: 1), Chore(id: 2)]
    var openCount = 2
    var unsaved: Set<Int> = []
    var saving: Set<Int> = []
  }

  enum Input { case tapped(Int), triedAgain }
  enum Feedback { case saved(Int), failed(Int) }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tapped(let id)):
      guard let chore = state.chores[id: id] else { return .none }
      state.chores[id: id]?.isDone = !chore.isDone
      state.openCount += chore.isDone ? 1 : -1
      return save(id, &state)
    case .input(.triedAgain): return .merge(state.unsaved.sorted().map { save($0, &state) })
    case .feedback(.saved(let id)): state.saving.remove(id)
    case .feedback(.failed(let id)):
      state.saving.remove(id)
      state.unsaved.insert(id)
    }
    return .none
  }

  private func save(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.unsaved.remove(id)
    state.saving.insert(id)
    return .run("save", of: id) { send in
      try await post("\(id)")
      await send(.saved(id))
    } catch: { _, send in
      await send(.failed(id))
    }
    .cancellable(id: id, cancelInFlight: true)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.tapped(1), .tapped(2), .triedAgain], gates: [.post])
  }
}
