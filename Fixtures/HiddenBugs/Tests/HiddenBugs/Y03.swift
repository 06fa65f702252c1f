import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One section of a tax return, in which the user enters an amount and saves it.
struct Y03Section: Reducer {
  struct State: Equatable, Sendable {
    let name: String
    var saved: String
    var draft: String
    var isSaving = false
    var hasFailed = false

    var hasOpenWork: Bool { isSaving || draft != saved }
  }

  enum Input: Equatable, Sendable {
    case amountChanged(String)
    case saveTapped
    case helpTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case failed
  }

  enum Output: Equatable, Sendable {
    case saved(section: String, amount: String)
    case helpRequested(String)
  }

  @Dependency(\.y03Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountChanged(let amount)):
      state.draft = amount
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard !state.isSaving, state.draft != state.saved else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let entry = Y03Entry(section: state.name, amount: state.draft)
      return .run("save", of: entry) { send in
        try await client.save(entry)
        await send(.saved(entry.amount))
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.helpTapped):
      return .output(.helpRequested(state.name))

    case .feedback(.saved(let amount)):
      state.isSaving = false
      state.saved = amount
      return .output(.saved(section: state.name, amount: amount))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = state.draft != state.saved
      return .none
    }
  }
}

/// What a section is about.
struct Y03Help: Reducer {
  struct State: Equatable, Sendable {
    let topic: String
    var text: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case retryTapped }
  enum Feedback: Equatable, Sendable { case loaded(String), failed }

  @Dependency(\.y03Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.topic) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      state.hasFailed = false
      return load(state.topic)
    case .feedback(.loaded(let text)): state.text = text
    case .feedback(.failed): state.hasFailed = true
    }
    return .none
  }

  private func load(_ topic: String) -> Effect<Feedback, Never> {
    .run("help", of: topic) { send in
      await send(.loaded(try await client.help(topic)))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

enum Y03Screen: Equatable, Sendable {
  case section(Y03Section.State)
  case help(Y03Help.State)
}

extension Y03Screen {
  var section: Y03Section.State? {
    get { if case .section(let section) = self { section } else { nil } }
    set { if let newValue { self = .section(newValue) } }
  }

  var help: Y03Help.State? {
    get { if case .help(let help) = self { help } else { nil } }
    set { if let newValue { self = .help(newValue) } }
  }
}

/// A tax return: the list of its sections, and the screens above it. A message of the tax office links to a section.
struct Y03TaxReturn: Reducer {
  /// Where the user wants to go, while it is asked whether changes may be lost.
  enum Exit: Equatable, Sendable { case back([ScreenID]), link(String) }

  struct State: Equatable {
    var amounts: [String: String] = [:]
    var path: Stack<Y03Screen> = []
    var exit: Exit?
  }

  enum Input: Equatable, Sendable {
    case sectionTapped(String)
    case linkOpened(String)
    case pathChanged([ScreenID])
    case leaveTapped
    case stayTapped
    case section(ScreenID, Y03Section.Input)
    case help(ScreenID, Y03Help.Input)
  }

  enum Feedback: Equatable, Sendable {
    case section(ScreenID, ChildFeedback<Y03Section>)
    case help(ScreenID, ChildFeedback<Y03Help>)
  }

  private let section = ScopeScreens<Y03TaxReturn, Y03Section>(
    at: .screens(\.path, \.section),
    feedback: Feedback.section
  ) { Y03Section() }

  private let help = ScopeScreens<Y03TaxReturn, Y03Help>(
    at: .screens(\.path, \.help),
    feedback: Feedback.help
  ) { Y03Help() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sectionTapped(let name)):
      guard state.path.isEmpty else { return .none }
      state.path.push(screen(of: name, in: state))

    case .input(.linkOpened(let name)):
      guard !state.path.screens.contains(where: { $0.section?.hasOpenWork == true }) else {
        state.exit = .link(name)
        return .none
      }
      leave(by: .link(name), in: &state)

    case .input(.pathChanged(let ids)):
      guard state.path.top?.section?.hasOpenWork != true else {
        state.exit = .back(ids)
        return .none
      }
      leave(by: .back(ids), in: &state)

    case .input(.leaveTapped):
      guard let exit = state.exit else { return .none }
      leave(by: exit, in: &state)

    case .input(.stayTapped):
      state.exit = nil

    case .input(.section(let id, let input)): return section.reduce(.input(input), id: id, into: &state)
    case .input(.help(let id, let input)): return help.reduce(.input(input), id: id, into: &state)

    case .feedback(.section(let id, .feedback(let feedback))):
      return section.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.help(let id, .feedback(let feedback))):
      return help.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.section(_, .output(.saved(let name, let amount)))):
      state.amounts[name] = amount

    case .feedback(.section(_, .output(.helpRequested(let topic)))):
      let id = state.path.push(.help(Y03Help.State(topic: topic)))
      return help.start(id: id, from: state)
    }
    return .none
  }

  private func leave(by exit: Exit, in state: inout State) {
    state.exit = nil
    switch exit {
    case .back(let ids): state.path.ids = ids
    case .link(let name): state.path = [screen(of: name, in: state)]
    }
  }

  private func screen(of name: String, in state: State) -> Y03Screen {
    let amount = state.amounts[name] ?? ""
    return .section(Y03Section.State(name: name, saved: amount, draft: amount))
  }
}

struct Y03Entry: Hashable, Sendable {
  var section: String
  var amount: String
}

struct Y03Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ entry: Y03Entry) async throws -> Void
  var help: @Sendable (_ topic: String) async throws -> String

  static let testValue = Y03Client(save: unimplemented("Y03Client.save"), help: unimplemented("Y03Client.help"))
}

extension DependencyValues {
  var y03Client: Y03Client {
    get { self[Y03Client.self] }
    set { self[Y03Client.self] = newValue }
  }
}

struct Y03Offline: Error {}

struct Y03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y03TaxReturn.State) -> [Y03TaxReturn.Input] in
        var inputs: [Y03TaxReturn.Input] = [.linkOpened("Donations")]
        if state.exit != nil { return inputs + [.leaveTapped, .stayTapped] }
        let ids = state.path.ids
        guard let id = ids.last else { return inputs + [.sectionTapped("Income")] }
        inputs.append(.pathChanged(Array(ids.dropLast())))
        if ids.count > 1 { inputs.append(.pathChanged([])) }
        switch state.path.top {
        case .section?:
          inputs += [
            .section(id, .amountChanged("100")), .section(id, .amountChanged("120")), .section(id, .saveTapped),
            .section(id, .helpTapped),
          ]
        case .help(let help)?:
          if help.hasFailed { inputs.append(.help(id, .retryTapped)) }
        case nil:
          break
        }
        return inputs
      }
    ) { () -> TestStore<Y03TaxReturn> in
      let store = TestStore(initialState: Y03TaxReturn.State()) { Y03TaxReturn() }
      store.gate("save", at: \.y03Client.save) { _ in [.success(()), .failure(Y03Offline())] }
      store.gate("help", at: \.y03Client.help) { topic in [.success("About \(topic)"), .failure(Y03Offline())] }
      return store
    }
  }
}
