import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct P09OfficeClient: Sendable {
  var freeDesks: @Sendable (_ day: String) async throws -> [Int]
  var book: @Sendable (_ day: String, _ desk: Int) async throws -> Void
}

enum P09OfficeKey: TestDependencyKey {
  static let testValue = P09OfficeClient(
    freeDesks: unimplemented("P09OfficeClient.freeDesks"),
    book: unimplemented("P09OfficeClient.book")
  )
}

extension DependencyValues {
  var p09Office: P09OfficeClient {
    get { self[P09OfficeKey.self] }
    set { self[P09OfficeKey.self] = newValue }
  }
}

/// The free desks of an office on one day, and the user's bookings: one desk a day.
struct P09Desks: Reducer {
  struct State: Equatable {
    var day = "Mon"
    /// The free desks of the days that were looked at.
    var freeDesks: [String: [Int]] = [:]
    var bookedDesks: [String: Int] = [:]
    var isLoading = false
    var loadFailed = false
    /// The day for which a desk is being booked.
    var bookingDay: String?
    /// The day for which a desk could not be booked.
    var failedDay: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case dayTapped(String)
    case refreshTapped
    case deskTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int], day: String)
    case loadFailed
    case booked(Int, day: String)
    case bookingFailed(day: String)
  }

  private enum CancelID { case load }

  @Dependency(\.p09Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.freeDesks[state.day] == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.dayTapped(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.loadFailed = false
      if state.freeDesks[day] != nil {
        return .cancel(id: CancelID.load)
      }
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let desks, day: let day)):
      state.isLoading = false
      state.freeDesks[day] = desks.filter { $0 != state.bookedDesks[day] }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.deskTapped(let desk)):
      let day = state.day
      guard state.bookingDay == nil, state.bookedDesks[day] == nil else { return .none }
      guard let desks = state.freeDesks[day], desks.contains(desk) else { return .none }
      state.bookingDay = day
      state.failedDay = nil
      return .run("book", of: day) { send in
        try await office.book(day, desk)
        await send(.booked(desk, day: day))
      } catch: { _, send in
        await send(.bookingFailed(day: day))
      }

    case .feedback(.booked(let desk, day: let day)):
      state.bookingDay = nil
      state.bookedDesks[day] = desk
      state.freeDesks[day]?.removeAll { $0 == desk }
      return .none

    case .feedback(.bookingFailed(let day)):
      state.bookingDay = nil
      state.failedDay = day
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    let day = state.day
    state.isLoading = true
    state.loadFailed = false
    return .run("load", of: day) { send in
      await send(.loaded(try await office.freeDesks(day), day: day))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct P09Offline: Error {}

struct P09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .dayTapped("Mon"), .dayTapped("Tue"), .refreshTapped, .deskTapped(1)]
    ) { () -> TestStore<P09Desks> in
      let store = TestStore(initialState: P09Desks.State()) { P09Desks() }
      store.gate("freeDesks", at: \.p09Office.freeDesks) { _ in [.success([1, 2]), .failure(P09Offline())] }
      store.gate("book", at: \.p09Office.book) { _ in [.success(()), .failure(P09Offline())] }
      return store
    }
  }
}
