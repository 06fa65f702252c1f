import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C02Ticket: Equatable, Sendable {
  var number: Int
}

struct C02Desk: TestDependencyKey, Sendable {
  /// Returns nil for a place on the waiting list.
  var book: @Sendable (_ course: Int) async throws -> C02Ticket?
  var confirmations: @Sendable (_ course: Int) -> AsyncStream<C02Ticket>

  static let testValue = C02Desk(
    book: unimplemented("C02Desk.book"),
    confirmations: unimplemented("C02Desk.confirmations", placeholder: AsyncStream<C02Ticket> { $0.finish() })
  )
}

extension DependencyValues {
  var c02Desk: C02Desk {
    get { self[C02Desk.self] }
    set { self[C02Desk.self] = newValue }
  }
}

/// Books places in the courses of a gym.
///
/// A booking is confirmed by the answer of the desk, or by a push, whichever comes first. A full course has a waiting
/// list, on which the member waits for an hour at most.
struct C02Gym: Reducer {
  struct State: Equatable {
    var mode = Mode.choosing
    var tickets: [Int: C02Ticket] = [:]
  }

  enum Mode: Equatable {
    case choosing
    case sending(Int)
    case waiting(Int)
    case booked(Int)
    case failed(Int)

    var course: Int? {
      switch self {
      case .choosing: nil
      case .sending(let course), .waiting(let course), .booked(let course), .failed(let course): course
      }
    }
  }

  enum Input: Equatable {
    case bookTapped(Int)
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable {
    case answered(Int, C02Ticket?)
    case bookingFailed(Int)
    case confirmed(Int, C02Ticket)
    case deadlinePassed(Int)
  }

  private enum CancelID { case booking, watch, deadline }

  @Dependency(\.c02Desk) private var desk
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bookTapped(let course)):
      guard state.mode == .choosing, state.tickets[course] == nil else { return .none }
      return book(course, in: &state)

    case .input(.retryTapped):
      guard case .failed(let course) = state.mode else { return .none }
      return book(course, in: &state)

    case .input(.doneTapped):
      switch state.mode {
      case .booked, .failed:
        state.mode = .choosing
        return .none
      case .choosing, .sending, .waiting:
        return .none
      }

    case .feedback(.answered(let course, let ticket)):
      guard state.mode == .sending(course) else { return .none }
      if let ticket { return confirm(course, ticket, in: &state) }
      state.mode = .waiting(course)
      return .run("deadline", of: course) { send in
        try await clock.sleep(for: .seconds(3_600))
        await send(.deadlinePassed(course))
      }
      .cancellable(id: CancelID.deadline, cancelInFlight: true)

    case .feedback(.bookingFailed(let course)):
      guard state.mode.course == course else { return .none }
      state.mode = .failed(course)
      return .cancel(id: CancelID.watch)

    case .feedback(.confirmed(let course, let ticket)):
      guard state.mode == .sending(course) || state.mode == .waiting(course) else { return .none }
      return confirm(course, ticket, in: &state)

    case .feedback(.deadlinePassed(let course)):
      guard state.mode == .waiting(course) else { return .none }
      state.mode = .failed(course)
      return .cancel(id: CancelID.watch)
    }
  }

  private func book(_ course: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.mode = .sending(course)
    return .merge(
      .run("book", of: course) { send in
        await send(.answered(course, try await desk.book(course)))
      } catch: { _, send in
        await send(.bookingFailed(course))
      }
      .cancellable(id: CancelID.booking, cancelInFlight: true),
      .run("watch", of: course) { send in
        for await ticket in desk.confirmations(course) { await send(.confirmed(course, ticket)) }
      }
      .cancellable(id: CancelID.watch, cancelInFlight: true)
    )
  }

  private func confirm(_ course: Int, _ ticket: C02Ticket, in state: inout State) -> Effect<Feedback, Never> {
    state.mode = .booked(course)
    state.tickets[course] = ticket
    return .merge(.cancel(id: CancelID.watch), .cancel(id: CancelID.deadline))
  }
}

struct C02Offline: Error {}

struct C02Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.bookTapped(1), .bookTapped(2), .retryTapped, .doneTapped]) {
      let store = TestStore(initialState: C02Gym.State()) { C02Gym() }
      store.gate("book", at: \.c02Desk.book) { course in
        [.success(C02Ticket(number: course * 10)), .success(nil), .failure(C02Offline())]
      }
      store.gate("confirmations", at: \.c02Desk.confirmations) { course in
        [.element(C02Ticket(number: course * 10)), .finish]
      }
      return store
    }
  }
}
