import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The free hours of a tennis court, by day, and their booking.
struct Y14Courts: Reducer {
  struct State: Equatable {
    var day: String?
    var hours: [String: [String]] = [:]
    var isLoading = false
    var hasFailed = false
    var booking: Y14Slot?
    var bookingFailed = false
    var mine: Set<Y14Slot> = []

    /// The hours on the screen.
    var shown: [String] {
      guard let day else { return [] }
      return (hours[day] ?? []).filter { !mine.contains(Y14Slot(day: day, hour: $0)) }
    }
  }

  enum Input: Equatable, Sendable {
    case dayChosen(String)
    case refreshTapped
    case hourTapped(String)
    case bookingErrorClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String], day: String)
    case loadFailed(day: String)
    case booked(Y14Slot)
    case bookingFailed
  }

  private enum CancelID { case load }

  @Dependency(\.y14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayChosen(let day)):
      guard day != state.day, state.booking == nil else { return .none }
      state.day = day
      state.hasFailed = false
      // A day that was looked at before is shown at once.
      guard state.hours[day] == nil else { return .none }
      return load(day, into: &state)

    case .input(.refreshTapped):
      guard let day = state.day, !state.isLoading else { return .none }
      return load(day, into: &state)

    case .input(.hourTapped(let hour)):
      guard let day = state.day, state.booking == nil, state.shown.contains(hour) else { return .none }
      let slot = Y14Slot(day: day, hour: hour)
      state.booking = slot
      state.bookingFailed = false
      return .run("book", of: slot) { send in
        try await client.book(slot)
        await send(.booked(slot))
      } catch: { _, send in
        await send(.bookingFailed)
      }

    case .input(.bookingErrorClosed):
      state.bookingFailed = false
      return .none

    case .feedback(.loaded(let hours, let day)):
      state.hours[day] = hours
      guard day == state.day else { return .none }
      state.isLoading = false
      return .none

    case .feedback(.loadFailed(let day)):
      guard day == state.day else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.booked(let slot)):
      state.booking = nil
      state.mine.insert(slot)
      return .none

    case .feedback(.bookingFailed):
      state.booking = nil
      state.bookingFailed = true
      return .none
    }
  }

  private func load(_ day: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("hours", of: day) { send in
      await send(.loaded(try await client.hours(day), day: day))
    } catch: { _, send in
      await send(.loadFailed(day: day))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct Y14Slot: Hashable, Sendable {
  var day: String
  var hour: String
}

struct Y14Client: TestDependencyKey, Sendable {
  var hours: @Sendable (_ day: String) async throws -> [String]
  var book: @Sendable (_ slot: Y14Slot) async throws -> Void

  static let testValue = Y14Client(
    hours: unimplemented("Y14Client.hours"),
    book: unimplemented("Y14Client.book")
  )
}

extension DependencyValues {
  var y14Client: Y14Client {
    get { self[Y14Client.self] }
    set { self[Y14Client.self] = newValue }
  }
}

struct Y14Offline: Error {}

struct Y14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y14Courts.State) -> [Y14Courts.Input] in
        var inputs: [Y14Courts.Input] = []
        if state.booking == nil { inputs += [.dayChosen("Sat"), .dayChosen("Sun")] }
        if state.day != nil { inputs.append(.refreshTapped) }
        if state.booking == nil, let hour = state.shown.first { inputs.append(.hourTapped(hour)) }
        if state.bookingFailed { inputs.append(.bookingErrorClosed) }
        return inputs
      }
    ) { () -> TestStore<Y14Courts> in
      let store = TestStore(initialState: Y14Courts.State()) { Y14Courts() }
      store.gate("hours", at: \.y14Client.hours) { _ in [.success(["10:00"]), .failure(Y14Offline())] }
      store.gate("book", at: \.y14Client.book) { _ in [.success(()), .failure(Y14Offline())] }
      return store
    }
  }
}
