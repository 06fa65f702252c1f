import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O05Offline: Error {}

struct O05Entry: Equatable, Sendable {
  var id: Int
  var room: String
}

struct O05Court: DependencyKey, Sendable {
  var entries: @Sendable () async throws -> [O05Entry]
  var confirm: @Sendable (_ hearing: Int) async throws -> Void
  var withdraw: @Sendable (_ hearing: Int) async throws -> Void
  var file: @Sendable (_ hearings: [Int]) async throws -> Void

  static let liveValue = O05Court(entries: { [] }, confirm: { _ in }, withdraw: { _ in }, file: { _ in })
  static let testValue = O05Court(
    entries: unimplemented("O05Court.entries"),
    confirm: unimplemented("O05Court.confirm"),
    withdraw: unimplemented("O05Court.withdraw"),
    file: unimplemented("O05Court.file")
  )
}

extension DependencyValues {
  var o05Court: O05Court {
    get { self[O05Court.self] }
    set { self[O05Court.self] = newValue }
  }
}

/// A hearing, which the lawyer confirms or withdraws from.
struct O05Hearing: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var room: String
    var isConfirmed = false
    var work = Work.idle

    var isBusy: Bool { work == .confirming || work == .withdrawing }
  }

  enum Work: Equatable { case idle, confirming, withdrawing, failed }
  enum Input: Equatable, Sendable { case confirmTapped, withdrawTapped }
  enum Feedback: Equatable, Sendable { case confirmed, withdrawn, failed }
  enum Output: Equatable, Sendable { case began, ended, withdrawn }

  @Dependency(\.o05Court) private var court

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.confirmTapped):
      guard !state.isBusy, !state.isConfirmed else { return .none }
      state.work = .confirming
      return .merge(.output(.began), confirm(state.id))

    case .input(.withdrawTapped):
      guard !state.isBusy else { return .none }
      state.work = .withdrawing
      return .merge(.output(.began), withdraw(state.id))

    case .feedback(.confirmed):
      state.work = .idle
      state.isConfirmed = true
      return .output(.ended)

    case .feedback(.withdrawn):
      state.work = .idle
      return .output(.withdrawn)

    case .feedback(.failed):
      state.work = .failed
      return .output(.ended)
    }
  }

  private func confirm(_ id: Int) -> Effect<Feedback, Output> {
    .run("confirm", of: id) { send in
      try await court.confirm(id)
      await send(.confirmed)
    } catch: { _, send in
      await send(.failed)
    }
  }

  private func withdraw(_ id: Int) -> Effect<Feedback, Output> {
    .run("withdraw", of: id) { send in
      try await court.withdraw(id)
      await send(.withdrawn)
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// The hearings of a day. While a hearing is on its way to the court, the bar says so, and the day can't be filed.
struct O05Calendar: Reducer {
  struct State: Equatable {
    var hearings: IdentifiedArray<O05Hearing.State> = []
    var pending: Set<Int> = []
    var withdrawn: Set<Int> = []
    var refresh = Refresh.idle
    var filing = Filing.open

    var canFile: Bool {
      (filing == .open || filing == .failed) && refresh != .running && pending.isEmpty
        && hearings.contains { $0.isConfirmed }
    }
  }

  enum Refresh: Equatable { case idle, running, failed }
  enum Filing: Equatable { case open, running, filed, failed }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case hearing(Int, O05Hearing.Input)
    case fileTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([O05Entry])
    case loadFailed
    case hearing(Int, ChildFeedback<O05Hearing>)
    case filed
    case filingFailed
  }

  let hearings = ScopeEach<O05Calendar, O05Hearing>(\.hearings, feedback: Feedback.hearing) { O05Hearing() }

  @Dependency(\.o05Court) private var court

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard state.refresh != .running, state.filing != .running else { return .none }
      state.refresh = .running
      return .run("entries") { send in
        await send(.loaded(try await court.entries()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.hearing(let id, let input)):
      guard state.filing != .running, state.hearings[id: id] != nil else { return .none }
      return hearings.reduce(.input(input), id: id, into: &state)

    case .input(.fileTapped):
      guard state.canFile else { return .none }
      state.filing = .running
      let confirmed = state.hearings.compactMap { $0.isConfirmed ? $0.id : nil }
      return .run("file", of: confirmed) { send in
        try await court.file(confirmed)
        await send(.filed)
      } catch: { _, send in
        await send(.filingFailed)
      }

    case .feedback(.loaded(let entries)):
      let known = state.hearings
      let listed = entries.filter { [withdrawn = state.withdrawn] in !withdrawn.contains($0.id) }
      state.refresh = .idle
      state.hearings = IdentifiedArray(
        listed.map { entry -> O05Hearing.State in
          var hearing = known[id: entry.id] ?? O05Hearing.State(id: entry.id, room: entry.room)
          hearing.room = entry.room
          return hearing
        }
      )
      if state.hearings.ids != known.ids { state.filing = .open }
      return .none

    case .feedback(.loadFailed):
      state.refresh = .failed
      return .none

    case .feedback(.hearing(let id, .feedback(let feedback))):
      return hearings.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.hearing(let id, .output(.began))):
      state.pending.insert(id)
      state.filing = .open
      return .none

    case .feedback(.hearing(let id, .output(.ended))):
      state.pending.remove(id)
      return .none

    case .feedback(.hearing(let id, .output(.withdrawn))):
      state.hearings.remove(id: id)
      state.pending.remove(id)
      state.withdrawn.insert(id)
      return .none

    case .feedback(.filed):
      state.filing = .filed
      return .none

    case .feedback(.filingFailed):
      state.filing = .failed
      return .none
    }
  }
}

struct O05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O05Calendar.State) -> [O05Calendar.Input] in
        var inputs: [O05Calendar.Input] = [.refreshTapped, .fileTapped]
        for id in state.hearings.ids { inputs.append(.hearing(id, .confirmTapped)) }
        if state.hearings[id: 1] != nil { inputs.append(.hearing(1, .withdrawTapped)) }
        return inputs
      }
    ) { () -> TestStore<O05Calendar> in
      let store = TestStore(initialState: O05Calendar.State()) { O05Calendar() }
      store.gate("entries", at: \.o05Court.entries) {
        [
          .success([O05Entry(id: 1, room: "A 12"), O05Entry(id: 2, room: "B 3")]),
          .success([O05Entry(id: 1, room: "A 12")]),
          .failure(O05Offline()),
        ]
      }
      store.gate("confirm", at: \.o05Court.confirm) { _ in [.success(()), .failure(O05Offline())] }
      store.gate("withdraw", at: \.o05Court.withdraw) { _ in [.success(()), .failure(O05Offline())] }
      store.gate("file", at: \.o05Court.file) { _ in [.success(()), .failure(O05Offline())] }
      return store
    }
  }
}
