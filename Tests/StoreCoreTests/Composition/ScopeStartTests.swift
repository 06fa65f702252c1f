import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A feature that begins with an effect.
private struct Starter: Reducer {
  /// What the feature remembers.
  struct State: Equatable, Identifiable {
    /// What tells it from others.
    var id = 0

    /// What it has heard.
    var tone: String?
  }

  /// Keeps what it hears.
  func reduce(message: Message<Never, String>, into state: inout State) -> Effect<String, Never> {
    if case .feedback(let tone) = message { state.tone = tone }
    return .none
  }

  /// Listens.
  func start(from state: State) -> Effect<String, Never> {
    .run("start", of: state.id) { send in await send(DependencyValues.current.tone) }
  }
}

/// A parent of such features.
private struct Parent: Reducer {
  /// What the parent remembers.
  struct State: Equatable {
    /// A child that is always there.
    var one = Starter.State()

    /// A child that comes later.
    var guest: Starter.State?

    /// Children in a collection.
    var rows: IdentifiedArray<Starter.State> = [Starter.State(id: 1), Starter.State(id: 2)]
  }

  /// What comes from the children.
  enum Feedback: Equatable {
    /// From the child that is always there.
    case one(ChildFeedback<Starter>)

    /// From the child that comes later.
    case guest(ChildFeedback<Starter>)

    /// From the children in the collection.
    case row(Int, ChildFeedback<Starter>)
  }

  /// What can be sent to the parent.
  enum Input {
    /// Brings the guest.
    case bringGuest

    /// Brings another child into the collection.
    case bringRow
  }

  /// The child that is always there.
  let one = Scope<Parent, Starter>(\.one, feedback: Feedback.one) { Starter().dependency(\.tone, "own") }

  /// The child that comes later.
  let guest = Scope<Parent, Starter>(ifLet: \.guest, feedback: Feedback.guest) { CombineReducers { Starter() } }

  /// The children in the collection.
  let rows = ScopeEach<Parent, Starter>(\.rows, feedback: Feedback.row) { Starter() }

  /// Takes messages to the children, and brings more of them.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .feedback(.one(.own(let feedback))): return one.reduce(.feedback(feedback), into: &state)
    case .feedback(.guest(.own(let feedback))): return guest.reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .own(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .input(.bringGuest):
      state.guest = Starter.State(id: 9)
      return guest.start(from: state)
    case .input(.bringRow):
      state.rows.append(Starter.State(id: 3))
      return rows.start(id: 3, from: state)
    }
  }

  /// Starts the children that are there.
  func start(from state: State) -> Effect<Feedback, Never> {
    .merge(one.start(from: state), guest.start(from: state), rows.start(from: state))
  }
}

@Suite struct ScopeStartTests {
  @Test("children that begin with an effect do so under a parent that starts them, at once or when it brings them")
  func start() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    store.exhaustivity = .strict
    await store.receiveEffect("start", of: 0)
    await store.receiveEffect("start", of: 1)
    await store.receiveEffect("start", of: 2)
    await store.receive(.one(.own("own"))) { $0.one.tone = "own" }
    await store.receive(.row(1, .own("plain"))) { $0.rows[id: 1]?.tone = "plain" }
    await store.receive(.row(2, .own("plain"))) { $0.rows[id: 2]?.tone = "plain" }
    await store.send(.bringGuest) { $0.guest = Starter.State(id: 9) }
    await store.receiveEffect("start", of: 9)
    await store.receive(.guest(.own("plain"))) { $0.guest?.tone = "plain" }
    await store.send(.bringRow) { $0.rows.append(Starter.State(id: 3)) }
    await store.receiveEffect("start", of: 3)
    await store.receive(.row(3, .own("plain"))) { $0.rows[id: 3]?.tone = "plain" }
    await store.finish()
  }
}
