import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The exercises for a group of muscles, page by page, with stars.
struct J15Library: Reducer {
  enum Request: Hashable, Sendable {
    case first
    case refresh
    case more(page: Int)

    var page: Int { if case .more(let page) = self { page } else { 1 } }
  }

  enum Work: Equatable, Sendable {
    case idle
    case running(Request)
    case failed(Request)

    var isRunning: Bool { if case .running = self { true } else { false } }
  }

  struct State: Equatable {
    var muscle: String?
    var exercises: [String] = []
    var nextPage: Int?
    var work = Work.idle
    var starred: Set<String> = []
    var starring: Set<String> = []
  }

  enum Input: Equatable, Sendable {
    case muscleChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case starTapped(String)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Request, J15Page)
    case loadFailed(Request)
    case starSaved(String)
    case starFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.j15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.muscleChosen(let muscle)):
      guard muscle != state.muscle else { return .none }
      state.muscle = muscle
      state.exercises = []
      state.nextPage = nil
      return load(.first, &state)

    case .input(.refreshPulled):
      guard !state.work.isRunning else { return .none }
      return load(state.exercises.isEmpty ? .first : .refresh, &state)

    case .input(.endReached):
      guard state.work == .idle, let page = state.nextPage else { return .none }
      return load(.more(page: page), &state)

    case .input(.retryTapped):
      guard case .failed(let request) = state.work else { return .none }
      return load(request, &state)

    case .input(.starTapped(let name)):
      guard state.starring.insert(name).inserted else { return .none }
      state.starred.formSymmetricDifference([name])
      let isOn = state.starred.contains(name)
      return .run("star", of: name) { send in
        try await client.star(name, isOn)
        await send(.starSaved(name))
      } catch: { _, send in
        await send(.starFailed(name))
      }

    case .input(.closeTapped):
      // The stars belong to the user, and not to the list, so their requests go on.
      state.muscle = nil
      state.exercises = []
      state.nextPage = nil
      state.work = .idle
      return .cancel(id: CancelID.load)

    case .feedback(.loaded(let request, let page)):
      state.work = .idle
      state.nextPage = page.next
      if case .more = request {
        let known = Set(state.exercises)
        state.exercises += page.exercises.filter { !known.contains($0) }
      } else {
        state.exercises = page.exercises
      }
      return .none

    case .feedback(.loadFailed(let request)):
      state.work = .failed(request)
      return .none

    case .feedback(.starSaved(let name)):
      state.starring.remove(name)
      return .none

    case .feedback(.starFailed(let name)):
      state.starring.remove(name)
      state.starred.formSymmetricDifference([name])
      return .none
    }
  }

  private func load(_ request: Request, _ state: inout State) -> Effect<Feedback, Never> {
    guard let muscle = state.muscle else { return .none }
    state.work = .running(request)
    return .run("load", of: request) { send in
      await send(.loaded(request, try await client.exercises(muscle, request.page)))
    } catch: { _, send in
      await send(.loadFailed(request))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct J15Page: Equatable, Sendable {
  var exercises: [String]
  var next: Int?
}

struct J15Client: TestDependencyKey, Sendable {
  var exercises: @Sendable (_ muscle: String, _ page: Int) async throws -> J15Page
  var star: @Sendable (_ name: String, _ isOn: Bool) async throws -> Void

  static let testValue = J15Client(
    exercises: unimplemented("J15Client.exercises"),
    star: unimplemented("J15Client.star")
  )
}

extension DependencyValues {
  var j15Client: J15Client {
    get { self[J15Client.self] }
    set { self[J15Client.self] = newValue }
  }
}

struct J15Offline: Error {}

struct J15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J15Library.State) -> [J15Library.Input] in
        guard let muscle = state.muscle else { return [.muscleChosen("Legs"), .muscleChosen("Arms")] }
        var inputs: [J15Library.Input] = [.muscleChosen(muscle == "Legs" ? "Arms" : "Legs"), .closeTapped]
        if case .failed = state.work { inputs.append(.retryTapped) }
        if !state.work.isRunning { inputs.append(.refreshPulled) }
        if state.work == .idle, state.nextPage != nil { inputs.append(.endReached) }
        if let name = state.exercises.first, !state.starring.contains(name) { inputs.append(.starTapped(name)) }
        return inputs
      }
    ) { () -> TestStore<J15Library> in
      let store = TestStore(initialState: J15Library.State()) { J15Library() }
      store.gate("exercises", at: \.j15Client.exercises) { call in
        let page =
          call.1 == 1
          ? J15Page(exercises: ["\(call.0) press"], next: 2)
          : J15Page(exercises: ["\(call.0) curl"], next: nil)
        return [.success(page), .failure(J15Offline())]
      }
      store.gate("star", at: \.j15Client.star) { _ in [.success(()), .failure(J15Offline())] }
      return store
    }
  }
}
