import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The zones of a robot mower. The plan of a zone opens from the list, or by a link of a notification.
struct Q21Garden: Reducer {
  enum Question: Equatable, Sendable {
    case close
    case open(zone: String)
  }

  struct State: Equatable {
    var minutes: [String: Int] = [:]
    var plan: Q21Plan.State?
    var question: Question?
    var waitingZone: String?
  }

  enum Input: Equatable, Sendable {
    case zoneTapped(String)
    case linkOpened(String)
    case discardTapped
    case keepTapped
    case plan(Q21Plan.Input)
  }

  enum Feedback: Equatable, Sendable {
    case plan(ChildFeedback<Q21Plan>)
  }

  private let plan = Scope<Q21Garden, Q21Plan>(ifLet: \.plan, feedback: Feedback.plan) { Q21Plan() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.zoneTapped(let zone)):
      guard state.plan == nil else { return .none }
      return open(zone, &state)

    case .input(.linkOpened(let zone)):
      guard let plan = state.plan else { return open(zone, &state) }
      state.question = nil
      state.waitingZone = nil
      guard zone != plan.zone else { return .none }
      if plan.isSaving {
        state.waitingZone = zone
        return .none
      }
      if plan.isDirty {
        state.question = .open(zone: zone)
        return .none
      }
      return open(zone, &state)

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close:
        state.plan = nil
        return .none
      case .open(let zone):
        return open(zone, &state)
      }

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.plan(let input)):
      guard state.plan != nil, state.question == nil else { return .none }
      return plan.reduce(.input(input), into: &state)

    case .feedback(.plan(.feedback(let feedback))):
      return plan.reduce(.feedback(feedback), into: &state)

    case .feedback(.plan(.output(.closed(let isDirty)))):
      if isDirty { state.question = .close } else { state.plan = nil }
      return .none

    case .feedback(.plan(.output(.saved(let zone, let minutes)))):
      state.minutes[zone] = minutes
      guard let next = state.waitingZone else { return .none }
      state.waitingZone = nil
      return open(next, &state)

    case .feedback(.plan(.output(.saveFailed))):
      guard let zone = state.waitingZone else { return .none }
      state.waitingZone = nil
      state.question = .open(zone: zone)
      return .none
    }
  }

  private func open(_ zone: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.plan = Q21Plan.State(zone: zone)
    return plan.start(from: state)
  }
}

/// How long the mower works in a zone.
struct Q21Plan: Reducer {
  enum Problem: Equatable, Sendable { case load, save }

  struct State: Equatable, Identifiable {
    let zone: String
    var saved: Int?
    var minutes = 0
    var isLoading = true
    var isSaving = false
    var problem: Problem?

    var id: String { zone }
    var isDirty: Bool { saved != nil && saved != minutes }
  }

  enum Input: Equatable, Sendable {
    case lengthTapped
    case saveTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int)
    case loadFailed
    case saved(Int)
    case saveFailed
  }

  enum Output: Equatable, Sendable {
    case closed(isDirty: Bool)
    case saved(zone: String, minutes: Int)
    case saveFailed
  }

  @Dependency(\.q21Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.zone) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.lengthTapped):
      guard state.saved != nil, !state.isSaving else { return .none }
      state.minutes = state.minutes == 10 ? 20 : 10
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      return save(&state)

    case .input(.retryTapped):
      switch state.problem {
      case .load:
        state.problem = nil
        state.isLoading = true
        return load(state.zone)
      case .save: return save(&state)
      case nil: return .none
      }

    case .input(.closeTapped):
      return state.isSaving ? .none : .output(.closed(isDirty: state.isDirty))

    case .feedback(.loaded(let minutes)):
      state.isLoading = false
      state.saved = minutes
      state.minutes = minutes
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .load
      return .none

    case .feedback(.saved(let minutes)):
      state.isSaving = false
      state.saved = minutes
      return .output(.saved(zone: state.zone, minutes: minutes))

    case .feedback(.saveFailed):
      state.isSaving = false
      state.problem = .save
      return .output(.saveFailed)
    }
  }

  private func load(_ zone: String) -> Effect<Feedback, Output> {
    .run("plan", of: zone) { send in
      await send(.loaded(try await client.plan(zone)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func save(_ state: inout State) -> Effect<Feedback, Output> {
    state.isSaving = true
    state.problem = nil
    let (zone, minutes) = (state.zone, state.minutes)
    return .run("save", of: minutes) { send in
      try await client.save(zone, minutes)
      await send(.saved(minutes))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct Q21Client: TestDependencyKey, Sendable {
  var plan: @Sendable (_ zone: String) async throws -> Int
  var save: @Sendable (_ zone: String, _ minutes: Int) async throws -> Void

  static let testValue = Q21Client(plan: unimplemented("Q21Client.plan"), save: unimplemented("Q21Client.save"))
}

extension DependencyValues {
  var q21Client: Q21Client {
    get { self[Q21Client.self] }
    set { self[Q21Client.self] = newValue }
  }
}

struct Q21Offline: Error {}

struct Q21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q21Garden.State) -> [Q21Garden.Input] in
        var inputs: [Q21Garden.Input] = [.linkOpened("Front"), .linkOpened("Back")]
        if state.question != nil { return inputs + [.discardTapped, .keepTapped] }
        guard let plan = state.plan else { return inputs + [.zoneTapped("Front"), .zoneTapped("Back")] }
        if plan.isSaving { return inputs }
        inputs.append(.plan(.closeTapped))
        if plan.saved != nil { inputs.append(.plan(.lengthTapped)) }
        if plan.isDirty, plan.problem == nil { inputs.append(.plan(.saveTapped)) }
        if plan.problem != nil { inputs.append(.plan(.retryTapped)) }
        return inputs
      }
    ) { () -> TestStore<Q21Garden> in
      let store = TestStore(initialState: Q21Garden.State()) { Q21Garden() }
      store.gate("plan", at: \.q21Client.plan) { _ in [.success(10), .failure(Q21Offline())] }
      store.gate("save", at: \.q21Client.save) { _ in [.success(()), .failure(Q21Offline())] }
      return store
    }
  }
}
