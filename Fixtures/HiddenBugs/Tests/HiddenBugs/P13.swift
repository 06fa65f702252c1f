import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The bookings of one night in a mountain hut. The warden checks the guests in.
struct P13Bookings: Reducer {
  struct State: Equatable {
    var rows: [P13Booking] = []
    var nextPage: Int?
    var work: Work?
    var failed: Work?

    /// The bookings whose guests are there. A guest who has arrived stays so.
    var arrived: Set<Int> = []
    var arriving: Set<Int> = []
    var notCheckedIn: Set<Int> = []
  }

  enum Work: Equatable, Sendable {
    case refresh, more
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case endReached
    case retryTapped
    case checkInTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(P13Page)
    case continued(P13Page)
    case loadFailed
    case checkedIn(Int)
    case checkInFailed(Int)
  }

  private enum CancelID { case load }

  @Dependency(\.p13Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.rows.isEmpty, state.work == nil, state.failed == nil else { return .none }
      return begin(.refresh, into: &state)

    case .input(.refreshTapped):
      guard state.work != .refresh else { return .none }
      return begin(.refresh, into: &state)

    case .input(.endReached):
      // The list waits for the retry once something has failed.
      guard state.work == nil, state.failed == nil else { return .none }
      return begin(.more, into: &state)

    case .input(.retryTapped):
      guard state.work == nil, let failed = state.failed else { return .none }
      return begin(failed, into: &state)

    case .input(.checkInTapped(let id)):
      guard state.rows.contains(where: { $0.id == id }) else { return .none }
      guard !state.arrived.contains(id), !state.arriving.contains(id) else { return .none }
      state.arriving.insert(id)
      state.notCheckedIn.remove(id)
      return .run("checkIn", of: id) { send in
        try await client.checkIn(id)
        await send(.checkedIn(id))
      } catch: { _, send in
        await send(.checkInFailed(id))
      }

    case .feedback(.refreshed(let page)):
      state.rows = page.bookings
      show(page, into: &state)
      return .none

    case .feedback(.continued(let page)):
      let known = Set(state.rows.map(\.id))
      state.rows += page.bookings.filter { !known.contains($0.id) }
      show(page, into: &state)
      return .none

    case .feedback(.loadFailed):
      state.failed = state.work
      state.work = nil
      return .none

    case .feedback(.checkedIn(let id)):
      state.arriving.remove(id)
      state.arrived.insert(id)
      return .none

    case .feedback(.checkInFailed(let id)):
      state.arriving.remove(id)
      guard !state.arrived.contains(id) else { return .none }
      state.notCheckedIn.insert(id)
      return .none
    }
  }

  private func begin(_ work: Work, into state: inout State) -> Effect<Feedback, Never> {
    let page: Int
    switch work {
    case .refresh:
      page = 1
    case .more:
      guard let next = state.nextPage else { return .none }
      page = next
    }
    state.work = work
    state.failed = nil
    return .run("bookings", of: page) { send in
      let answer = try await client.bookings(page)
      await send(work == .refresh ? .refreshed(answer) : .continued(answer))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func show(_ page: P13Page, into state: inout State) {
    state.work = nil
    state.nextPage = page.next
    // Another warden may have checked them in.
    state.arrived.formUnion(page.arrived)
    state.notCheckedIn.subtract(page.arrived)
  }
}

struct P13Booking: Equatable, Identifiable, Sendable {
  var id: Int
  var guest: String
  var beds: Int
}

struct P13Page: Equatable, Sendable {
  var bookings: [P13Booking]
  var arrived: Set<Int> = []
  var next: Int?
}

struct P13Client: TestDependencyKey, Sendable {
  var bookings: @Sendable (_ page: Int) async throws -> P13Page
  var checkIn: @Sendable (_ id: Int) async throws -> Void

  static let testValue = P13Client(
    bookings: unimplemented("P13Client.bookings"),
    checkIn: unimplemented("P13Client.checkIn")
  )
}

extension DependencyValues {
  var p13Client: P13Client {
    get { self[P13Client.self] }
    set { self[P13Client.self] = newValue }
  }
}

struct P13Offline: Error {}

struct P13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P13Bookings.State) -> [P13Bookings.Input] in
        if state.rows.isEmpty { return state.failed == nil ? [.appeared] : [.retryTapped] }
        var inputs: [P13Bookings.Input] = [.refreshTapped]
        if state.nextPage != nil { inputs.append(.endReached) }
        if state.failed != nil { inputs.append(.retryTapped) }
        for row in state.rows where row.id != 2 { inputs.append(.checkInTapped(row.id)) }
        return inputs
      }
    ) { () -> TestStore<P13Bookings> in
      let store = TestStore(initialState: P13Bookings.State()) { P13Bookings() }
      store.gate("bookings", at: \.p13Client.bookings) { page in
        let first = [P13Booking(id: 1, guest: "Moser", beds: 2), P13Booking(id: 2, guest: "Egger", beds: 4)]
        let answer =
          page == 1
          ? P13Page(bookings: first, arrived: [2], next: 2)
          : P13Page(bookings: [P13Booking(id: 3, guest: "Auer", beds: 1)], next: nil)
        return [.success(answer), .failure(P13Offline())]
      }
      store.gate("checkIn", at: \.p13Client.checkIn) { _ in [.success(()), .failure(P13Offline())] }
      return store
    }
  }
}
