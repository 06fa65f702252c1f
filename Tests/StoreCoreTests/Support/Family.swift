import StoreCore
import StoreDependencies

/// A child that does everything its parent must take care of.
struct Child: Reducer {
  /// What the child remembers.
  struct State: Hashable, Identifiable {
    /// What tells it from other children.
    var id = 0

    /// What has happened to it.
    var notes: [String] = []
  }

  /// What can be sent to the child.
  enum Input: Equatable {
    /// Makes a note.
    case note(String)

    /// Sends a word after a second, under an id.
    case nap(String)

    /// Cancels the nap.
    case wake

    /// Tells the parent a word.
    case say(String)

    /// Tells the parent two words.
    case sayBoth(String, String)

    /// Tells the parent a word after a nap.
    case sayLater(String)

    /// Tells the parent a word, naps, and sends another one to itself.
    case sayAndNap(String)

    /// Sends itself a word at once.
    case think(String)

    /// Sends a word when no other has come for a second.
    case settle(String)

    /// Sends a word once a second at most.
    case press(String)

    /// Notes the tone, and has an effect send it.
    case listen

    /// Becomes another one.
    case rename(Int)

    /// Leaves work behind that sends a word when the probe has the note `go`, and notes that it has.
    case leaveBehind(String, Probe)
  }

  /// What the child's effects send.
  enum Feedback: Hashable { case heard(String) }

  /// What the child tells its parent.
  enum Output: Equatable { case word(String) }

  /// What can be cancelled.
  private enum CancelID { case nap, settle, press }

  /// Sends a word after a second.
  private func nap(_ word: String) -> Effect<Feedback, Output> {
    .run("nap", of: word) { send in
      try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
      await send(.heard(word))
    }
    .cancellable(id: CancelID.nap)
  }

  /// Does what it is told.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.note(let word)), .feedback(.heard(let word)):
      state.notes.append(word)
      return .none
    case .input(.nap(let word)): return nap(word)
    case .input(.wake): return .cancel(id: CancelID.nap)
    case .input(.say(let word)): return .output(.word(word))
    case .input(.sayBoth(let word, let other)):
      return .merge(.output(.word(word)), .output(.word(other)), nap(word))
    case .input(.sayLater(let word)): return .concatenate(nap(word), .output(.word(word)))
    case .input(.sayAndNap(let word)): return .merge(.output(.word(word)), nap(word), .feedback(.heard(word)))
    case .input(.think(let word)): return .feedback(.heard(word))
    case .input(.settle(let word)):
      return .run("settle", of: word) { await $0(.heard(word)) }.debounce(id: CancelID.settle, for: .seconds(1))
    case .input(.press(let word)):
      return .run("press", of: word) { await $0(.heard(word)) }
        .throttle(id: CancelID.press, for: .seconds(1), latest: false)
    case .input(.listen):
      state.notes.append(DependencyValues.current.tone)
      return .run("listen") { await $0(.heard(DependencyValues.current.tone)) }
    case .input(.rename(let id)):
      state.id = id
      return .none
    case .input(.leaveBehind(let word, let probe)):
      return .run { send in
        Task {
          await probe.wait(for: "go")
          await send(.heard(word))
          probe.note("sent")
        }
      }
    }
  }
}

/// A parent with children of every kind.
struct Family: Reducer {
  /// A case of an enum that may hold a child.
  enum Mode: Equatable {
    /// Nobody is there.
    case empty

    /// A child is there.
    case left(Child.State)

    /// Another child of the same kind is there.
    case right(Child.State)
  }

  /// What the parent remembers.
  struct State: Equatable {
    /// A child that is always there.
    var only = Child.State()

    /// A child that may be there.
    var guest: Child.State?

    /// Children in a collection.
    var rows: IdentifiedArray<Child.State> = []

    /// A child in a case of an enum.
    var mode = Mode.empty

    /// What the parent was told.
    var news: [String] = []
  }

  /// What can be sent to the parent.
  enum Input {
    /// For the child that is always there.
    case only(Child.Input)

    /// For the child that may be there.
    case guest(Child.Input)

    /// For one of the children in the collection.
    case row(Int, Child.Input)

    /// For the child in a case.
    case left(Child.Input)

    /// For the child in another case.
    case right(Child.Input)

    /// Changes the parent's own state.
    case change(@Sendable (inout State) -> Void)

    /// Lets the guest handle a message, and sends it away.
    case dismiss(Child.Input)
  }

  /// What comes from effects and children.
  enum Feedback: Equatable {
    /// From the child that is always there.
    case only(ChildFeedback<Child>)

    /// From the child that may be there.
    case guest(ChildFeedback<Child>)

    /// From one of the children in the collection.
    case row(Int, ChildFeedback<Child>)

    /// From the child in a case.
    case left(ChildFeedback<Child>)

    /// From the child in another case.
    case right(ChildFeedback<Child>)
  }

  /// The child that is always there.
  let only = Scope<Family, Child>(\.only, feedback: Feedback.only) { Child() }

  /// The child that may be there.
  let guest = Scope<Family, Child>(ifLet: \.guest, feedback: Feedback.guest) { Child().dependency(\.tone, "guest") }

  /// The children in the collection.
  let rows = ScopeEach<Family, Child>(\.rows, feedback: Feedback.row) { Child() }

  /// The child in a case.
  let left = Scope<Family, Child>(
    ifCase: Mode.left,
    of: \.mode,
    extract: { if case .left(let child) = $0 { child } else { nil } },
    feedback: Feedback.left
  ) { Child() }

  /// The child in another case.
  let right = Scope<Family, Child>(
    ifCase: Mode.right,
    of: \.mode,
    extract: { if case .right(let child) = $0 { child } else { nil } },
    feedback: Feedback.right
  ) { Child() }

  /// Takes messages to the children, and listens to them.
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, String> {
    switch message {
    case .input(.only(let input)): return only.reduce(.input(input), into: &state)
    case .input(.guest(let input)): return guest.reduce(.input(input), into: &state)
    case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
    case .input(.left(let input)): return left.reduce(.input(input), into: &state)
    case .input(.right(let input)): return right.reduce(.input(input), into: &state)
    case .feedback(.only(.feedback(let feedback))): return only.reduce(.feedback(feedback), into: &state)
    case .feedback(.guest(.feedback(let feedback))): return guest.reduce(.feedback(feedback), into: &state)
    case .feedback(.row(let id, .feedback(let feedback))): return rows.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.left(.feedback(let feedback))): return left.reduce(.feedback(feedback), into: &state)
    case .feedback(.right(.feedback(let feedback))): return right.reduce(.feedback(feedback), into: &state)

    case .input(.change(let change)):
      change(&state)
      return .none

    case .input(.dismiss(let input)):
      let effect = guest.reduce(.input(input), into: &state)
      state.guest = nil
      return effect

    case .feedback(.row(let id, .output(.word("bye")))):
      state.rows.remove(id: id)
      return .output("row \(id) has left")

    case .feedback(.only(.output(.word(let word)))), .feedback(.guest(.output(.word(let word)))),
      .feedback(.left(.output(.word(let word)))), .feedback(.right(.output(.word(let word)))),
      .feedback(.row(_, .output(.word(let word)))):
      state.news.append(word)
      return .output(word)
    }
  }
}

/// What things sound like.
private enum ToneKey: DependencyKey {
  static let liveValue = "plain"
  static let testValue = "plain"
}

extension DependencyValues {
  /// What things sound like.
  var tone: String {
    get { self[ToneKey.self] }
    set { self[ToneKey.self] = newValue }
  }
}
