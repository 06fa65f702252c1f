import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The form of a training plan.
struct X08Form: Reducer {
  struct State: Equatable {
    var plan: X08Plan
    var draft: X08Plan
    var isSaving = false
    var hasFailed = false

    init(plan: X08Plan) {
      self.plan = plan
      self.draft = plan
    }

    var hasChanges: Bool { draft != plan }
  }

  enum Input: Equatable, Sendable {
    case nameChanged(String)
    case addTapped
    case exerciseAdded(String)
    case saveTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case exerciseWanted, saved(X08Plan), closed }

  @Dependency(\.x08Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.nameChanged(let name)):
      guard !state.isSaving else { return .none }
      state.draft.name = name
      return .none

    case .input(.addTapped):
      return state.isSaving ? .none : .output(.exerciseWanted)

    case .input(.exerciseAdded(let exercise)):
      state.draft.exercises.append(exercise)
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let plan = state.draft
      return .run("save", of: plan) { send in
        try await client.save(plan)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.closeTapped):
      return .output(.closed)

    case .feedback(.saved):
      state.isSaving = false
      state.plan = state.draft
      return .output(.saved(state.plan))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The list of exercises to choose from.
struct X08Picker: Reducer {
  enum State: Equatable { case loading, failed, loaded([String]) }
  enum Input: Equatable, Sendable { case retryTapped, chosen(String), backTapped }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed }
  enum Output: Equatable, Sendable { case chosen(String), closed }

  @Dependency(\.x08Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.retryTapped):
      guard state == .failed else { return .none }
      state = .loading
      return load()
    case .input(.chosen(let exercise)): return .output(.chosen(exercise))
    case .input(.backTapped): return .output(.closed)
    case .feedback(.loaded(let exercises)): state = .loaded(exercises)
    case .feedback(.failed): state = .failed
    }
    return .none
  }

  private func load() -> Effect<Feedback, Output> {
    .run("exercises") { send in
      await send(.loaded(try await client.exercises()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The training plans, and the screens above them. Links lead to a plan.
struct X08Plans: Reducer {
  struct State: Equatable {
    var plans: IdentifiedArray<X08Plan>
    var path: Stack<X08Screen> = []
    var destination: X08Place?

    /// Whether the user is asked to give up changes. A running save is awaited first.
    var asks: Bool { destination != nil && path.top?.form?.isSaving != true }
  }

  enum Input: Equatable, Sendable {
    case planTapped(Int)
    case linkOpened(Int)
    case discardTapped
    case stayTapped
    case form(ScreenID, X08Form.Input)
    case picker(ScreenID, X08Picker.Input)
  }

  enum Feedback: Equatable, Sendable {
    case form(ScreenID, ChildFeedback<X08Form>)
    case picker(ScreenID, ChildFeedback<X08Picker>)
  }

  let form = ScopeScreens<X08Plans, X08Form>(at: .screens(\.path, \.form), feedback: Feedback.form) { X08Form() }
  let picker = ScopeScreens<X08Plans, X08Picker>(at: .screens(\.path, \.picker), feedback: Feedback.picker) {
    X08Picker()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.planTapped(let id)), .input(.linkOpened(let id)): leave(for: .plan(id), &state)
    case .input(.discardTapped):
      if state.asks, let destination = state.destination { show(destination, &state) }
    case .input(.stayTapped):
      if state.asks { state.destination = nil }

    case .input(.form(let id, let input)): return form.reduce(.input(input), id: id, into: &state)
    case .input(.picker(let id, let input)): return picker.reduce(.input(input), id: id, into: &state)
    case .feedback(.form(let id, .feedback(let feedback))):
      return form.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.picker(let id, .feedback(let feedback))):
      return picker.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.form(_, .output(.exerciseWanted))):
      let id = state.path.push(.picker(.loading))
      return picker.start(id: id, from: state)
    case .feedback(.form(_, .output(.saved(let plan)))):
      state.plans.updateOrAppend(plan)
      show(state.destination ?? .list, &state)
    case .feedback(.form(_, .output(.closed))): leave(for: .list, &state)

    case .feedback(.picker(let id, .output(.chosen(let exercise)))):
      state.path.pop(from: id)
      guard let below = state.path.ids.last else { return .none }
      return form.reduce(.input(.exerciseAdded(exercise)), id: below, into: &state)
    case .feedback(.picker(let id, .output(.closed))): state.path.pop(from: id)
    }
    return .none
  }

  /// Goes to a place, or asks first if a plan is being changed.
  private func leave(for place: X08Place, _ state: inout State) {
    if let form = state.path.top?.form, form.hasChanges {
      state.destination = place
    } else {
      show(place, &state)
    }
  }

  private func show(_ place: X08Place, _ state: inout State) {
    state.destination = nil
    state.path.popAll()
    if case .plan(let id) = place, let plan = state.plans[id: id] { state.path.push(.form(X08Form.State(plan: plan))) }
  }
}

enum X08Screen: Equatable {
  case form(X08Form.State)
  case picker(X08Picker.State)
}

extension X08Screen {
  var form: X08Form.State? {
    get { if case .form(let form) = self { form } else { nil } }
    set { if let newValue { self = .form(newValue) } }
  }

  var picker: X08Picker.State? {
    get { if case .picker(let picker) = self { picker } else { nil } }
    set { if let newValue { self = .picker(newValue) } }
  }
}

enum X08Place: Equatable, Sendable {
  case list
  case plan(Int)
}

struct X08Plan: Hashable, Identifiable, Sendable {
  let id: Int
  var name: String
  var exercises: [String] = []
}

struct X08Client: TestDependencyKey, Sendable {
  var exercises: @Sendable () async throws -> [String]
  var save: @Sendable (_ plan: X08Plan) async throws -> Void

  static let testValue = X08Client(
    exercises: unimplemented("X08Client.exercises"),
    save: unimplemented("X08Client.save")
  )
}

extension DependencyValues {
  var x08Client: X08Client {
    get { self[X08Client.self] }
    set { self[X08Client.self] = newValue }
  }
}

struct X08Offline: Error {}

struct X08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X08Plans.State) -> [X08Plans.Input] in
        if state.asks { return [.discardTapped, .stayTapped, .linkOpened(2)] }
        guard let id = state.path.ids.last, let top = state.path.top else { return [.planTapped(1), .linkOpened(2)] }
        switch top {
        case .form(let form):
          var inputs: [X08Plans.Input] = [.linkOpened(2), .form(id, .closeTapped)]
          if form.isSaving { return inputs }
          inputs.append(.form(id, .nameChanged("Strength")))
          if form.draft.exercises.isEmpty { inputs.append(.form(id, .addTapped)) }
          if form.hasChanges { inputs.append(.form(id, .saveTapped)) }
          return inputs
        case .picker(.loading):
          return [.linkOpened(2), .picker(id, .backTapped)]
        case .picker(.failed):
          return [.linkOpened(2), .picker(id, .retryTapped), .picker(id, .backTapped)]
        case .picker(.loaded(let exercises)):
          var inputs: [X08Plans.Input] = [.linkOpened(2), .picker(id, .backTapped)]
          for exercise in exercises { inputs.append(.picker(id, .chosen(exercise))) }
          return inputs
        }
      }
    ) { () -> TestStore<X08Plans> in
      let plans: IdentifiedArray = [X08Plan(id: 1, name: "Legs"), X08Plan(id: 2, name: "Core")]
      let store = TestStore(initialState: X08Plans.State(plans: plans)) { X08Plans() }
      store.gate("exercises", at: \.x08Client.exercises) { [.success(["Squat"]), .failure(X08Offline())] }
      store.gate("save", at: \.x08Client.save) { _ in [.success(()), .failure(X08Offline())] }
      return store
    }
  }
}
