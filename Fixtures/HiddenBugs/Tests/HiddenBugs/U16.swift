import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The logbook of a car, page by page, and a report of it to share.
struct U16Logbook: Reducer {
  struct State: Equatable {
    var car: String
    var hasAppeared = false
    var trips: [Int] = []
    var next: Int?
    var work: Work?
    var failed: Work?
    var isExporting = false
    var report: String?
    var exportHasFailed = false
  }

  enum Work: Equatable, Sendable { case refresh, more }

  enum Input: Equatable, Sendable {
    case appeared
    case carChosen(String)
    case refreshPulled
    case endReached
    case retryTapped
    case errorDismissed
    case exportTapped
    case reportClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Work, U16Page)
    case loadFailed(Work)
    case exported(String)
    case exportFailed
  }

  private enum CancelID { case load, export }

  @Dependency(\.u16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return load(.refresh, &state)

    case .input(.carChosen(let car)):
      guard car != state.car else { return .none }
      state = State(car: car, hasAppeared: true)
      return .merge(.cancel(id: CancelID.export), load(.refresh, &state))

    case .input(.refreshPulled):
      guard state.work != .refresh else { return .none }
      return load(.refresh, &state)

    case .input(.endReached):
      guard state.work == nil, state.failed == nil, state.next != nil else { return .none }
      return load(.more, &state)

    case .input(.retryTapped):
      guard state.work == nil, let failed = state.failed else { return .none }
      return load(failed, &state)

    case .input(.errorDismissed):
      state.failed = nil
      state.exportHasFailed = false
      return .none

    case .input(.exportTapped):
      guard !state.isExporting, state.report == nil else { return .none }
      state.isExporting = true
      state.exportHasFailed = false
      return .run("export", of: state.car) { [car = state.car] send in
        await send(.exported(try await client.export(car)))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: CancelID.export, cancelInFlight: true)

    case .input(.reportClosed):
      state.report = nil
      return .none

    case .feedback(.loaded(.refresh, let page)):
      state.work = nil
      state.trips = page.trips
      state.next = page.next
      return .none

    case .feedback(.loaded(.more, let page)):
      state.work = nil
      state.trips += page.trips
      state.next = page.next
      return .none

    case .feedback(.loadFailed(let work)):
      state.work = nil
      state.failed = work
      return .none

    case .feedback(.exported(let report)):
      state.isExporting = false
      state.report = report
      return .none

    case .feedback(.exportFailed):
      state.isExporting = false
      state.exportHasFailed = true
      return .none
    }
  }

  /// Loads the first page, or the one after the last. A refresh replaces a load of more.
  private func load(_ work: Work, _ state: inout State) -> Effect<Feedback, Never> {
    state.work = work
    state.failed = nil
    let car = state.car
    let cursor = work == .more ? state.next : nil
    return .run("trips", of: cursor) { send in
      await send(.loaded(work, try await client.trips(car, cursor)))
    } catch: { _, send in
      await send(.loadFailed(work))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct U16Page: Equatable, Sendable {
  var trips: [Int]
  var next: Int?
}

struct U16Client: TestDependencyKey, Sendable {
  var trips: @Sendable (_ car: String, _ cursor: Int?) async throws -> U16Page
  var export: @Sendable (_ car: String) async throws -> String

  static let testValue = U16Client(
    trips: unimplemented("U16Client.trips"),
    export: unimplemented("U16Client.export")
  )
}

extension DependencyValues {
  var u16Client: U16Client {
    get { self[U16Client.self] }
    set { self[U16Client.self] = newValue }
  }
}

struct U16Offline: Error {}

struct U16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U16Logbook.State) -> [U16Logbook.Input] in
        guard state.hasAppeared else { return [.appeared] }
        var inputs: [U16Logbook.Input] = [.carChosen("Van"), .carChosen("Mini"), .refreshPulled, .exportTapped]
        if state.next != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        if state.failed != nil || state.exportHasFailed { inputs.append(.errorDismissed) }
        if state.report != nil { inputs.append(.reportClosed) }
        return inputs
      }
    ) { () -> TestStore<U16Logbook> in
      let store = TestStore(initialState: U16Logbook.State(car: "Van")) { U16Logbook() }
      store.gate("trips", at: \.u16Client.trips) { request in
        [
          .success(request.1 == nil ? U16Page(trips: [1, 2], next: 2) : U16Page(trips: [3], next: nil)),
          .failure(U16Offline()),
        ]
      }
      store.gate("export", at: \.u16Client.export) { car in [.success("\(car).pdf"), .failure(U16Offline())] }
      return store
    }
  }
}
