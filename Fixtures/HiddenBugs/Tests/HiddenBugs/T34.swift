import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The animals of a herd, with the treatments of each. A reminder links to the form for a treatment.
struct T34Herd: Reducer {
  enum Question: Equatable, Sendable { case back, link(Int) }

  struct State: Equatable {
    var path: Stack<T34Screen> = []
    /// The last treatments by the animals.
    var treatments: [Int: String] = [:]
    /// The animal of a link that waits for the end of a save.
    var waitingLink: Int?
    /// Where the user wants to go, while it is asked whether to discard the text of a form.
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case animalTapped(Int)
    case treatTapped
    case backTapped
    case linkOpened(Int)
    case discardTapped
    case keepTapped
    case treatment(ScreenID, T34Treatment.Input)
  }

  enum Feedback: Equatable, Sendable { case treatment(ScreenID, ChildFeedback<T34Treatment>) }

  let treatment = ScopeScreens<T34Herd, T34Treatment>(
    at: .screens(\.path, \.treatment),
    feedback: Feedback.treatment
  ) { T34Treatment() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.animalTapped(let animal)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.card(animal))
      return .none

    case .input(.treatTapped):
      guard case .card(let animal)? = state.path.top else { return .none }
      return pushForm(for: animal, in: &state)

    case .input(.backTapped):
      guard let form = state.path.top?.treatment else {
        state.path.pop()
        return .none
      }
      guard !form.isSaving else { return .none }
      if form.text.isEmpty { state.path.pop() } else { state.question = .back }
      return .none

    case .input(.linkOpened(let animal)):
      return follow(animal, in: &state)

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .back:
        state.path.pop()
        return .none
      case .link(let animal):
        return show(animal, in: &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.treatment(let id, let input)):
      return treatment.reduce(.input(input), id: id, into: &state)

    case .feedback(.treatment(let id, .feedback(let feedback))):
      return treatment.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.treatment(let id, .output(.saved(let animal, let text)))):
      state.treatments[animal] = text
      state.path.pop(from: id)
      guard let link = state.waitingLink else { return .none }
      return follow(link, in: &state)

    case .feedback(.treatment(_, .output(.saveFailed))):
      guard let link = state.waitingLink else { return .none }
      return follow(link, in: &state)
    }
  }

  /// Shows the form of a link: at once, after a running save, or after a question.
  private func follow(_ animal: Int, in state: inout State) -> Effect<Feedback, Never> {
    if let form = state.path.top?.treatment {
      state.waitingLink = form.isSaving ? animal : nil
      if form.isSaving { return .none }
      if form.animal == animal {
        state.question = nil
        return .none
      }
      if !form.text.isEmpty {
        state.question = .link(animal)
        return .none
      }
    }
    return show(animal, in: &state)
  }

  private func show(_ animal: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.waitingLink = nil
    state.path.popAll()
    state.path.push(.card(animal))
    return pushForm(for: animal, in: &state)
  }

  private func pushForm(for animal: Int, in state: inout State) -> Effect<Feedback, Never> {
    let id = state.path.push(.treatment(T34Treatment.State(animal: animal)))
    return treatment.start(id: id, from: state)
  }
}

enum T34Screen: Equatable {
  case card(Int)
  case treatment(T34Treatment.State)
}

extension T34Screen {
  var treatment: T34Treatment.State? {
    get { if case .treatment(let treatment) = self { treatment } else { nil } }
    set { if let newValue { self = .treatment(newValue) } }
  }
}

/// The form for a treatment, with the withdrawal period in which the animal is.
struct T34Treatment: Reducer {
  enum Withdrawal: Equatable, Sendable { case loading, days(Int), failed }

  struct State: Equatable {
    let animal: Int
    var text = ""
    var isSaving = false
    var hasSaveFailed = false
    var withdrawal = Withdrawal.loading
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, withdrawalRetryTapped }
  enum Feedback: Equatable, Sendable { case saved, saveFailed, withdrawalLoaded(Int), withdrawalFailed }
  enum Output: Equatable, Sendable { case saved(Int, String), saveFailed }

  @Dependency(\.t34Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { loadWithdrawal(of: state.animal) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      return .none

    case .input(.saveTapped):
      guard !state.text.isEmpty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasSaveFailed = false
      let (animal, text) = (state.animal, state.text)
      return .run("save", of: animal) { send in
        try await client.save(animal, text)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.withdrawalRetryTapped):
      guard state.withdrawal == .failed else { return .none }
      state.withdrawal = .loading
      return loadWithdrawal(of: state.animal)

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(state.animal, state.text))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = true
      return .output(.saveFailed)

    case .feedback(.withdrawalLoaded(let days)):
      state.withdrawal = .days(days)
      return .none

    case .feedback(.withdrawalFailed):
      state.withdrawal = .failed
      return .none
    }
  }

  private func loadWithdrawal(of animal: Int) -> Effect<Feedback, Output> {
    .run("withdrawal", of: animal) { send in
      await send(.withdrawalLoaded(try await client.withdrawal(animal)))
    } catch: { _, send in
      await send(.withdrawalFailed)
    }
  }
}

struct T34Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ animal: Int, _ text: String) async throws -> Void
  var withdrawal: @Sendable (_ animal: Int) async throws -> Int

  static let testValue = T34Client(
    save: unimplemented("T34Client.save"),
    withdrawal: unimplemented("T34Client.withdrawal")
  )
}

extension DependencyValues {
  var t34Client: T34Client {
    get { self[T34Client.self] }
    set { self[T34Client.self] = newValue }
  }
}

struct T34Offline: Error {}

struct T34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T34Herd.State) -> [T34Herd.Input] in
        let links: [T34Herd.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return links + [.discardTapped, .keepTapped] }
        guard let id = state.path.ids.last, let top = state.path.top else {
          return links + [.animalTapped(1), .animalTapped(2)]
        }
        guard let form = top.treatment else { return links + [.treatTapped, .backTapped] }
        var inputs = links
        if !form.isSaving {
          inputs.append(.backTapped)
          inputs.append(.treatment(id, .textChanged(form.text.isEmpty ? "Drench" : "")))
          if !form.text.isEmpty { inputs.append(.treatment(id, .saveTapped)) }
        }
        if form.withdrawal == .failed { inputs.append(.treatment(id, .withdrawalRetryTapped)) }
        return inputs
      }
    ) { () -> TestStore<T34Herd> in
      let store = TestStore(initialState: T34Herd.State()) { T34Herd() }
      store.gate("save", at: \.t34Client.save) { _ in [.success(()), .failure(T34Offline())] }
      store.gate("withdrawal", at: \.t34Client.withdrawal) { _ in [.success(5), .failure(T34Offline())] }
      return store
    }
  }
}
