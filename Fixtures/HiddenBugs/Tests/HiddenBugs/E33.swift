import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The defects of the train units in a depot. The screens lie on a stack; links come from the codes in the cabs.
struct E33Depot: Reducer {
  struct State: Equatable {
    var path: Stack<E33Screen> = []

    /// The unit whose link waits for the end of a save.
    var waitingLink: String?

    /// The unit whose link would discard a text, for the question to the user.
    var question: String?
  }

  enum Input: Equatable, Sendable {
    case unitTapped(String)
    case backTapped
    case linkOpened(String)
    case linkConfirmed
    case linkDeclined
    case unit(ScreenID, E33Unit.Input)
    case form(ScreenID, E33Form.Input)
  }

  enum Feedback: Equatable, Sendable {
    case unit(ScreenID, ChildFeedback<E33Unit>)
    case form(ScreenID, ChildFeedback<E33Form>)
  }

  private let units = ScopeScreens<E33Depot, E33Unit>(at: .screens(\.path, \.unit), feedback: Feedback.unit) {
    E33Unit()
  }
  private let forms = ScopeScreens<E33Depot, E33Form>(at: .screens(\.path, \.form), feedback: Feedback.form) {
    E33Form()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.unit(let id, let input)): return units.reduce(.input(input), id: id, into: &state)
    case .input(.form(let id, let input)): return forms.reduce(.input(input), id: id, into: &state)
    case .feedback(.unit(let id, .feedback(let feedback))):
      return units.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return forms.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.unitTapped(let unit)):
      guard state.path.isEmpty else { return .none }
      return show(unit, in: &state)

    case .input(.backTapped):
      guard state.path.top?.unit != nil else { return .none }
      state.path.pop()
      return .none

    case .input(.linkOpened(let unit)):
      guard let form = state.path.top?.form else {
        return state.path.top?.unit?.name == unit ? .none : show(unit, in: &state)
      }
      if form.isSaving {
        state.waitingLink = unit
        return .none
      }
      if form.hasText {
        state.question = unit
        return .none
      }
      return show(unit, in: &state)

    case .input(.linkConfirmed):
      guard let unit = state.question else { return .none }
      return show(unit, in: &state)

    case .input(.linkDeclined):
      state.question = nil
      return .none

    case .feedback(.unit(_, .output(.reportRequested(let unit)))):
      guard state.path.top?.form == nil else { return .none }
      state.path.push(.form(E33Form.State(unit: unit)))
      return .none

    case .feedback(.form(let id, .output(.discarded))):
      state.path.pop(from: id)
      return .none

    case .feedback(.form(let id, .output(.saved))):
      state.path.pop(from: id)
      if let unit = state.waitingLink { return show(unit, in: &state) }
      guard let below = state.path.ids.last, state.path.top?.unit != nil else { return .none }
      return units.reduce(.input(.defectsChanged), id: below, into: &state)

    case .feedback(.form(_, .output(.notSaved))):
      state.question = state.waitingLink
      state.waitingLink = nil
      return .none
    }
  }

  /// Shows a unit in place of all screens.
  private func show(_ unit: String, in state: inout State) -> Effect<Feedback, Never> {
    state.waitingLink = nil
    state.question = nil
    state.path.popAll()
    let id = state.path.push(.unit(E33Unit.State(name: unit)))
    return units.start(id: id, from: state)
  }
}

enum E33Screen: Equatable {
  case unit(E33Unit.State)
  case form(E33Form.State)
}

extension E33Screen {
  var unit: E33Unit.State? {
    get { if case .unit(let unit) = self { unit } else { nil } }
    set { if let newValue { self = .unit(newValue) } }
  }

  var form: E33Form.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }
}

/// The open defects of one unit.
struct E33Unit: Reducer {
  struct State: Equatable {
    let name: String
    var defects: [String]?
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, defectsChanged, reportTapped }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed }
  enum Output: Equatable, Sendable { case reportRequested(String) }

  private enum CancelID { case load }

  @Dependency(\.e33Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.name) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped) where state.isLoading:
      return .none

    case .input(.reloadTapped), .input(.defectsChanged):
      state.isLoading = true
      state.hasFailed = false
      return load(state.name)

    case .input(.reportTapped):
      return .output(.reportRequested(state.name))

    case .feedback(.loaded(let defects)):
      state.isLoading = false
      state.defects = defects
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ unit: String) -> Effect<Feedback, Output> {
    .run("defects", of: unit) { send in
      await send(.loaded(try await client.defects(unit)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// The form for a new defect.
struct E33Form: Reducer {
  struct State: Equatable {
    let unit: String
    var text = ""
    var isSaving = false
    var hasFailed = false

    var hasText: Bool { !text.isEmpty }
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped, discardTapped }
  enum Feedback: Equatable, Sendable { case saved, notSaved }
  enum Output: Equatable, Sendable { case saved, notSaved, discarded }

  @Dependency(\.e33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.hasText, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let defect = E33Defect(unit: state.unit, text: state.text)
      return .run("report", of: defect) { send in
        try await client.report(defect)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.discardTapped):
      return state.isSaving ? .none : .output(.discarded)

    case .feedback(.saved):
      return .output(.saved)

    case .feedback(.notSaved):
      state.isSaving = false
      state.hasFailed = true
      return .output(.notSaved)
    }
  }
}

struct E33Defect: Hashable, Sendable {
  var unit: String
  var text: String
}

struct E33Client: TestDependencyKey, Sendable {
  var defects: @Sendable (_ unit: String) async throws -> [String]
  var report: @Sendable (_ defect: E33Defect) async throws -> Void

  static let testValue = E33Client(
    defects: unimplemented("E33Client.defects"),
    report: unimplemented("E33Client.report")
  )
}

extension DependencyValues {
  var e33Client: E33Client {
    get { self[E33Client.self] }
    set { self[E33Client.self] = newValue }
  }
}

struct E33Offline: Error {}

struct E33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E33Depot.State) -> [E33Depot.Input] in
        if state.question != nil { return [.linkConfirmed, .linkDeclined] }
        var inputs: [E33Depot.Input] = [.linkOpened("401"), .linkOpened("402")]
        guard let id = state.path.ids.last, let top = state.path.top else { return inputs + [.unitTapped("401")] }
        if top.unit != nil { inputs += [.backTapped, .unit(id, .reloadTapped), .unit(id, .reportTapped)] }
        if let form = top.form, !form.isSaving {
          inputs += [.form(id, .textChanged(form.hasText ? "" : "Door 3 sticks")), .form(id, .discardTapped)]
          if form.hasText { inputs.append(.form(id, .saveTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<E33Depot> in
      let store = TestStore(initialState: E33Depot.State()) { E33Depot() }
      store.gate("defects", at: \.e33Client.defects) { unit in
        [.success(["Wiper of \(unit)"]), .failure(E33Offline())]
      }
      store.gate("report", at: \.e33Client.report) { _ in [.success(()), .failure(E33Offline())] }
      return store
    }
  }
}
