import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The laboratory results of a patient, newest first, in pages. A doctor opens one and acknowledges it.
struct O13LabResults: Reducer {
  struct State: Equatable {
    var results: [O13Result] = []
    var next: Int?
    var loading: O13Load?
    var failed: O13Load?
    var opened: O13Result?
    var acknowledging: Set<Int> = []
    var acknowledged: Set<Int> = []
    var unacknowledged: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case resultTapped(Int)
    case sheetClosed
    case acknowledgeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(O13Page, O13Load)
    case loadFailed(O13Load)
    case acknowledged(Int)
    case acknowledgeFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.o13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.results.isEmpty, state.loading == nil, state.failed == nil else { return .none }
      return load(.newest, into: &state)

    case .input(.endReached):
      guard state.loading == nil, state.failed == nil, let next = state.next else { return .none }
      return load(.page(next), into: &state)

    case .input(.refreshPulled):
      guard state.loading != .newest else { return .none }
      return load(.newest, into: &state)

    case .input(.retryTapped):
      guard let failed = state.failed else { return .none }
      return load(failed, into: &state)

    case .input(.resultTapped(let id)):
      state.opened = state.results.first { $0.id == id }
      return .none

    case .input(.sheetClosed):
      state.opened = nil
      return .none

    case .input(.acknowledgeTapped):
      guard let id = state.opened?.id, !state.acknowledged.contains(id), !state.acknowledging.contains(id) else {
        return .none
      }
      state.acknowledging.insert(id)
      state.unacknowledged.remove(id)
      return .run("acknowledge", of: id) { send in
        try await client.acknowledge(id)
        await send(.acknowledged(id))
      } catch: { _, send in
        await send(.acknowledgeFailed(id))
      }

    case .feedback(.loaded(let page, let load)):
      state.loading = nil
      state.next = page.next
      switch load {
      case .newest:
        state.results = page.results
      case .page:
        let known = Set(state.results.map(\.id))
        state.results += page.results.filter { !known.contains($0.id) }
      }
      return .none

    case .feedback(.loadFailed(let load)):
      state.loading = nil
      state.failed = load
      return .none

    case .feedback(.acknowledged(let id)):
      state.acknowledging.remove(id)
      state.acknowledged.insert(id)
      return .none

    case .feedback(.acknowledgeFailed(let id)):
      state.acknowledging.remove(id)
      state.unacknowledged.insert(id)
      return .none
    }
  }

  private func load(_ load: O13Load, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = load
    state.failed = nil
    return .run("results", of: load) { send in
      await send(.loaded(try await client.results(load), load))
    } catch: { _, send in
      await send(.loadFailed(load))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum O13Load: Hashable, Sendable {
  case newest
  case page(Int)
}

struct O13Result: Equatable, Sendable {
  var id: Int
  var name: String
}

struct O13Page: Equatable, Sendable {
  var results: [O13Result]
  var next: Int?
}

struct O13Client: TestDependencyKey, Sendable {
  var results: @Sendable (_ load: O13Load) async throws -> O13Page
  var acknowledge: @Sendable (_ id: Int) async throws -> Void

  static let testValue = O13Client(
    results: unimplemented("O13Client.results"),
    acknowledge: unimplemented("O13Client.acknowledge")
  )
}

extension DependencyValues {
  var o13Client: O13Client {
    get { self[O13Client.self] }
    set { self[O13Client.self] = newValue }
  }
}

struct O13Offline: Error {}

struct O13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O13LabResults.State) -> [O13LabResults.Input] in
        if state.opened != nil { return [.acknowledgeTapped, .sheetClosed] }
        var inputs: [O13LabResults.Input] = [.refreshPulled]
        if state.results.isEmpty { inputs.append(.appeared) }
        if state.next != nil, state.failed == nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if let first = state.results.first { inputs.append(.resultTapped(first.id)) }
        return inputs
      }
    ) { () -> TestStore<O13LabResults> in
      let store = TestStore(initialState: O13LabResults.State()) { O13LabResults() }
      store.gate("results", at: \.o13Client.results) { load in
        [
          .success(
            load == .newest
              ? O13Page(results: [O13Result(id: 9, name: "CRP"), O13Result(id: 8, name: "Sodium")], next: 1)
              : O13Page(results: [O13Result(id: 7, name: "Lactate")], next: nil)
          ),
          .failure(O13Offline()),
        ]
      }
      store.gate("acknowledge", at: \.o13Client.acknowledge) { _ in [.success(()), .failure(O13Offline())] }
      return store
    }
  }
}
