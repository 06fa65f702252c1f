import StoreCore
import StoreDependencies

/// A child with every kind of effect that its parent must handle.
struct Child: Reducer {
  /// The state of the child.
  struct State: Hashable, Identifiable {
    /// The id.
    var id = 0

    /// The recorded notes.
    var notes: [String] = []
  }

  /// The inputs of the child.
  enum Input: Equatable {
    /// Records a word.
    case note(String)

    /// Sends a word after a second, as a cancellable effect.
    case nap(String)

    /// Cancels the nap.
    case wake

    /// Emits a word.
    case say(String)

    /// Emits two words, and starts a nap.
    case sayBoth(String, String)

    /// Naps, and then emits the word.
    case sayLater(String)

    /// Emits a word, sends it to the child itself at once, and again after a nap.
    case sayAndNap(String)

    /// Sends a word to the child itself at once.
    case think(String)

    /// Sends a word, debounced by a second.
    case settle(String)

    /// Sends a word, throttled to one a second.
    case press(String)

    /// Records the tone, and sends it from an effect.
    case listen

    /// Changes the child's id.
    case rename(Int)

    /// Starts a task that outlives its effect, and sends a word after the probe's note `go`.
    case leaveBehind(String, Probe)
  }

  /// The feedback of the child.
  enum Feedback: Hashable { case heard(String) }

  /// The outputs of the child.
  enum Output: Equatable { case word(String) }

  /// The ids of cancellable effects.
  private enum CancelID { case nap, settle, press }

  /// Sends a word after a second.
  private func nap(_ word: String) -> Effect<Feedback, Output> {
    .run("nap", of: word) { send in
      try await DependencyValues.current.continuousClock.sleep(for: .seconds(1))
      await send(.heard(word))
    }
    .cancellable(id: CancelID.nap)
  }

  /// Handles a message.
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

/// A parent with a child in every kind of place.
struct Family: Reducer {
  /// A case of an enum that may hold a child.
  enum Mode: Equatable {
    /// No child.
    case empty

    /// A child in the first case.
    case left(Child.State)

    /// A child in the second case.
    case right(Child.State)
  }

  /// The state of the parent.
  struct State: Equatable {
    /// A child that is always present.
    var only = Child.State()

    /// A child that may be absent.
    var guest: Child.State?

    /// Children in a collection.
    var rows: IdentifiedArray<Child.State> = []

    /// A child in a case of an enum.
    var mode = Mode.empty

    /// The outputs of the children.
    var news: [String] = []
  }

  /// The inputs of the parent.
  enum Input {
    /// An input of the child that is always present.
    case only(Child.Input)

    /// An input of the child that may be absent.
    case guest(Child.Input)

    /// An input of a child in the collection.
    case row(Int, Child.Input)

    /// An input of the child in the first case.
    case left(Child.Input)

    /// An input of the child in the second case.
    case right(Child.Input)

    /// Changes the parent's own state.
    case change(@Sendable (inout State) -> Void)

    /// Passes a message to the guest, and then removes the guest.
    case dismiss(Child.Input)
  }

  /// The feedback of the parent, from effects and children.
  enum Feedback: Equatable {
    /// A message of the child that is always present.
    case only(ChildFeedback<Child>)

    /// A message of the child that may be absent.
    case guest(ChildFeedback<Child>)

    /// A message of a child in the collection.
    case row(Int, ChildFeedback<Child>)

    /// A message of the child in the first case.
    case left(ChildFeedback<Child>)

    /// A message of the child in the second case.
    case right(ChildFeedback<Child>)
  }

  /// The child that is always present.
  let only = Scope<Family, Child>(\.only, feedback: Feedback.only) { Child() }

  /// The child that may be absent.
  let guest = Scope<Family, Child>(ifLet: \.guest, feedback: Feedback.guest) { Child().dependency(\.tone, "guest") }

  /// The children in the collection.
  let rows = ScopeEach<Family, Child>(\.rows, feedback: Feedback.row) { Child() }

  let left = Scope<Family, Child>(
    ifCase: Mode.left,
    of: \.mode,
    extract: { if case .left(let child) = $0 { child } else { nil } },
    feedback: Feedback.left
  ) { Child() }

  let right = Scope<Family, Child>(
    ifCase: Mode.right,
    of: \.mode,
    extract: { if case .right(let child) = $0 { child } else { nil } },
    feedback: Feedback.right
  ) { Child() }

  /// Routes messages to the children, and stores and emits their outputs. The output `bye` removes its row.
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

private enum ToneKey: DependencyKey {
  static let liveValue = "plain"
  static let testValue = "plain"
}

extension DependencyValues {
  var tone: String {
    get { self[ToneKey.self] }
    set { self[ToneKey.self] = newValue }
  }
}
