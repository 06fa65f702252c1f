import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The wallboxes of a house, each with the hour from which it may charge. A notification links to the plan of a box.
struct K32House: Reducer {
  enum Screen: Equatable {
    case box(String)
    case plan(K32Plan.State)
  }

  /// Where the user goes from a plan.
  enum Exit: Equatable { case back, link(String) }

  struct State: Equatable {
    var path: Stack<Screen> = []

    /// Waits for the end of a save, or for the user's decision on a changed plan.
    var exit: Exit?

    /// The plan on top of the stack.
    var plan: K32Plan.State? { path.top?.plan }
    var isAsking: Bool { exit != nil && plan?.isSaving != true }
  }

  enum Input: Equatable, Sendable {
    case boxTapped(String)
    case planTapped
    case backTapped
    case linkOpened(String)
    case leaveTapped
    case stayTapped
    case plan(ScreenID, K32Plan.Input)
  }

  enum Feedback: Equatable, Sendable {
    case plan(ScreenID, ChildFeedback<K32Plan>)
  }

  private let plans = ScopeScreens<K32House, K32Plan>(at: .screens(\.path, \.plan), feedback: Feedback.plan) {
    K32Plan()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.boxTapped(let box)):
      guard state.path.isEmpty else { return .none }
      state.path.push(.box(box))
      return .none

    case .input(.planTapped):
      guard case .box(let box) = state.path.top else { return .none }
      let id = state.path.push(.plan(K32Plan.State(box: box)))
      return plans.start(id: id, from: state)

    case .input(.backTapped):
      guard let plan = state.plan else {
        state.path.pop()
        return .none
      }
      guard !plan.isSaving else { return .none }
      if plan.draft == nil { state.path.pop() } else { state.exit = .back }
      return .none

    case .input(.linkOpened(let box)):
      guard let plan = state.plan else { return show(box, in: &state) }
      guard plan.box != box else {
        state.exit = nil
        return .none
      }
      guard plan.draft != nil else { return show(box, in: &state) }
      state.exit = .link(box)
      return .none

    case .input(.leaveTapped):
      guard state.isAsking else { return .none }
      return leave(&state)

    case .input(.stayTapped):
      guard state.isAsking else { return .none }
      state.exit = nil
      return .none

    case .input(.plan(let id, let input)):
      return plans.reduce(.input(input), id: id, into: &state)

    case .feedback(.plan(let id, .feedback(let feedback))):
      return plans.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.plan(_, .output(.saved))):
      return leave(&state)
    }
  }

  /// Goes where the user wants to go, if anywhere.
  private func leave(_ state: inout State) -> Effect<Feedback, Never> {
    switch state.exit {
    case .link(let box): return show(box, in: &state)
    case .back:
      state.exit = nil
      state.path.pop()
      return .none
    case nil: return .none
    }
  }

  private func show(_ box: String, in state: inout State) -> Effect<Feedback, Never> {
    state.exit = nil
    state.path = [.box(box), .plan(K32Plan.State(box: box))]
    return plans.start(from: state)
  }
}

extension K32House.Screen {
  var plan: K32Plan.State? {
    get { if case .plan(let plan) = self { plan } else { nil } }
    set { if let newValue { self = .plan(newValue) } }
  }
}

/// The hour from which a wallbox may charge.
struct K32Plan: Reducer {
  struct State: Equatable {
    let box: String
    var hour: Int?

    /// The changed hour. It stays until it is saved.
    var draft: Int?
    var isLoading = true
    var isSaving = false
    var hasFailed = false

    init(box: String) { self.box = box }
  }

  enum Input: Equatable, Sendable { case hourPicked(Int), saveTapped, reloadTapped }
  enum Feedback: Equatable, Sendable { case loaded(Int), notLoaded, saved(Int), notSaved }
  enum Output: Equatable, Sendable { case saved }

  @Dependency(\.k32Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.box) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.hourPicked(let hour)):
      guard let current = state.hour, !state.isSaving else { return .none }
      state.draft = hour == current ? nil : hour
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard let hour = state.draft, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: hour) { [box = state.box] send in
        try await client.save(box, hour)
        await send(.saved(hour))
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.reloadTapped):
      guard state.hour == nil, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.box)

    case .feedback(.loaded(let hour)):
      state.isLoading = false
      state.hour = hour
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.saved(let hour)):
      state.isSaving = false
      state.hour = hour
      state.draft = nil
      return .output(.saved)

    case .feedback(.notSaved):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ box: String) -> Effect<Feedback, Output> {
    .run("hour", of: box) { send in
      await send(.loaded(try await client.hour(box)))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

struct K32Client: TestDependencyKey, Sendable {
  var hour: @Sendable (_ box: String) async throws -> Int
  var save: @Sendable (_ box: String, _ hour: Int) async throws -> Void

  static let testValue = K32Client(hour: unimplemented("K32Client.hour"), save: unimplemented("K32Client.save"))
}

extension DependencyValues {
  var k32Client: K32Client {
    get { self[K32Client.self] }
    set { self[K32Client.self] = newValue }
  }
}

struct K32Offline: Error {}

struct K32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: K32House.State) -> [K32House.Input] in
        var inputs: [K32House.Input] = [.linkOpened("Garage"), .linkOpened("Barn")]
        if state.isAsking {
          inputs += [.leaveTapped, .stayTapped]
          return inputs
        }
        guard let id = state.path.ids.last else {
          inputs += [.boxTapped("Garage"), .boxTapped("Barn")]
          return inputs
        }
        guard let plan = state.plan else {
          inputs += [.planTapped, .backTapped]
          return inputs
        }
        if plan.isSaving { return inputs }
        inputs.append(.backTapped)
        if plan.hour != nil { inputs += [.plan(id, .hourPicked(1)), .plan(id, .hourPicked(5))] }
        if plan.draft != nil { inputs.append(.plan(id, .saveTapped)) }
        if plan.hour == nil, !plan.isLoading { inputs.append(.plan(id, .reloadTapped)) }
        return inputs
      }
    ) { () -> TestStore<K32House> in
      let store = TestStore(initialState: K32House.State()) { K32House() }
      store.gate("hour", at: \.k32Client.hour) { _ in [.success(1), .failure(K32Offline())] }
      store.gate("save", at: \.k32Client.save) { _ in [.success(()), .failure(K32Offline())] }
      return store
    }
  }
}
