import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The free appointments of a practice, a week at a time. A week that was loaded before is shown at once.
struct H25Appointments: Reducer {
  struct State: Equatable {
    var week = 0
    var weeks: [Int: [H25Slot]] = [:]
    var isLoading = false
    var hasFailed = false
    var chosen: H25Slot.ID?
    var booking = Booking.idle

    /// The rows of the list.
    var shown: [H25Slot] { weeks[week] ?? [] }
    var canBook: Bool { chosen != nil && !isLoading && booking != .running }
  }

  enum Booking: Equatable { case idle, running, failed, booked(H25Slot.ID) }

  enum Input: Equatable, Sendable {
    case appeared
    case previousWeekTapped
    case nextWeekTapped
    case refreshPulled
    case slotTapped(H25Slot.ID)
    case bookTapped
    case anotherTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(week: Int, [H25Slot])
    case failed(week: Int)
    case booked(H25Slot.ID)
    case notBooked
  }

  private enum CancelID { case load }

  /// Appointments are given three weeks ahead.
  static let lastWeek = 2

  @Dependency(\.h25Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.weeks[state.week] == nil, !state.isLoading else { return .none }
      return load(into: &state)

    case .input(.previousWeekTapped):
      guard state.week > 0 else { return .none }
      return show(state.week - 1, in: &state)

    case .input(.nextWeekTapped):
      guard state.week < Self.lastWeek else { return .none }
      return show(state.week + 1, in: &state)

    case .input(.refreshPulled):
      guard !state.isLoading, state.booking != .running else { return .none }
      return load(into: &state)

    case .input(.slotTapped(let id)):
      guard state.booking != .running else { return .none }
      state.chosen = id
      state.booking = .idle
      return .none

    case .input(.bookTapped):
      guard state.canBook, let id = state.chosen else { return .none }
      state.booking = .running
      return .run("book", of: id) { send in
        try await client.book(id)
        await send(.booked(id))
      } catch: { _, send in
        await send(.notBooked)
      }

    case .input(.anotherTapped):
      state = State()
      return load(into: &state)

    case .feedback(.loaded(week: let week, let slots)):
      state.weeks[week] = slots
      guard week == state.week else { return .none }
      state.isLoading = false
      if !slots.contains(where: { $0.id == state.chosen }) {
        state.chosen = nil
        state.booking = .idle
      }
      return .none

    case .feedback(.failed(week: let week)):
      guard week == state.week else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.booked(let id)):
      state.booking = .booked(id)
      state.chosen = nil
      return .none

    case .feedback(.notBooked):
      state.booking = .failed
      return .none
    }
  }

  private func show(_ week: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard state.booking != .running else { return .none }
    state.week = week
    state.chosen = nil
    state.booking = .idle
    state.hasFailed = false
    return state.weeks[week] == nil ? load(into: &state) : .none
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("slots", of: state.week) { [week = state.week] send in
      await send(.loaded(week: week, try await client.slots(week)))
    } catch: { [week = state.week] _, send in
      await send(.failed(week: week))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct H25Slot: Equatable, Identifiable, Sendable {
  var id: Int
  var time: String
}

struct H25Client: TestDependencyKey, Sendable {
  var slots: @Sendable (_ week: Int) async throws -> [H25Slot]
  var book: @Sendable (_ slot: Int) async throws -> Void

  static let testValue = H25Client(
    slots: unimplemented("H25Client.slots"),
    book: unimplemented("H25Client.book")
  )
}

extension DependencyValues {
  var h25Client: H25Client {
    get { self[H25Client.self] }
    set { self[H25Client.self] = newValue }
  }
}

struct H25Offline: Error {}

struct H25Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H25Appointments.State) -> [H25Appointments.Input] in
        switch state.booking {
        case .running: return [.appeared]
        case .booked: return [.anotherTapped]
        case .idle, .failed:
          var inputs: [H25Appointments.Input] = [.appeared, .previousWeekTapped, .nextWeekTapped, .refreshPulled]
          inputs += state.shown.map { H25Appointments.Input.slotTapped($0.id) }
          if state.chosen != nil { inputs.append(.bookTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<H25Appointments> in
      let store = TestStore(initialState: H25Appointments.State()) { H25Appointments() }
      store.gate("slots", at: \.h25Client.slots) { week in
        [.success([H25Slot(id: 10 + week, time: "9:15")]), .failure(H25Offline())]
      }
      store.gate("book", at: \.h25Client.book) { _ in [.success(()), .failure(H25Offline())] }
      return store
    }
  }
}
