import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J05Offline: Error {}

enum J05Slot: Hashable, Sendable { case noon, evening }

struct J05RinkClient: TestDependencyKey, Sendable {
  var slots: @Sendable () async throws -> [J05Slot]
  var book: @Sendable (_ slot: J05Slot) async throws -> String
  var ticket: @Sendable (_ slot: J05Slot) async throws -> String?

  static let testValue = J05RinkClient(
    slots: unimplemented("J05RinkClient.slots"),
    book: unimplemented("J05RinkClient.book"),
    ticket: unimplemented("J05RinkClient.ticket")
  )
}

extension DependencyValues {
  var j05Rink: J05RinkClient {
    get { self[J05RinkClient.self] }
    set { self[J05RinkClient.self] = newValue }
  }
}

/// Books ice time. If the answer takes longer than ten seconds, it asks whether there is a ticket.
struct J05IceRink: Reducer {
  enum State: Equatable {
    case closed
    case loading
    case unavailable
    case browsing([J05Slot])
    case booking(J05Slot)
    case checking(J05Slot)
    case booked(J05Slot, String)
    case failed(J05Slot)

    /// The slot that the user has chosen.
    var slot: J05Slot? {
      switch self {
      case .booking(let slot), .checking(let slot), .booked(let slot, _), .failed(let slot): slot
      case .closed, .loading, .unavailable, .browsing: nil
      }
    }
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case bookTapped(J05Slot)
    case retryTapped
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([J05Slot])
    case loadFailed
    case booked(J05Slot, String)
    case bookFailed(J05Slot)
    case timedOut(J05Slot)
    case checked(J05Slot, String?)
    case checkFailed(J05Slot)
  }

  private enum CancelID { case slots, book, timeout, check }

  @Dependency(\.j05Rink) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(let input): reduce(input, into: &state)
    case .feedback(let feedback): reduce(feedback, into: &state)
    }
  }

  private func reduce(_ input: Input, into state: inout State) -> Effect<Feedback, Never> {
    switch (input, state) {
    case (.openTapped, .closed), (.openTapped, .unavailable):
      state = .loading
      return .run("slots") { send in
        await send(.loaded(try await client.slots()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.slots, cancelInFlight: true)

    case (.bookTapped(let slot), .browsing(let slots)) where slots.contains(slot):
      return book(slot, into: &state)

    case (.retryTapped, .failed(let slot)):
      return book(slot, into: &state)

    // A booking on its way is waited for.
    case (.doneTapped, .booking), (.doneTapped, .checking):
      return .none

    case (.doneTapped, _):
      state = .closed
      return .merge(
        .cancel(id: CancelID.slots),
        .cancel(id: CancelID.book),
        .cancel(id: CancelID.timeout),
        .cancel(id: CancelID.check)
      )

    default:
      return .none
    }
  }

  private func reduce(_ feedback: Feedback, into state: inout State) -> Effect<Feedback, Never> {
    switch feedback {
    case .loaded(let slots):
      guard state == .loading else { return .none }
      state = .browsing(slots)
      return .none

    case .loadFailed:
      guard state == .loading else { return .none }
      state = .unavailable
      return .none

    case .booked(let slot, let ticket):
      guard state.slot == slot else { return .none }
      state = .booked(slot, ticket)
      return .merge(.cancel(id: CancelID.timeout), .cancel(id: CancelID.check))

    // While a check runs, it decides.
    case .bookFailed(let slot):
      guard state.slot == slot, state != .checking(slot) else { return .none }
      state = .failed(slot)
      return .cancel(id: CancelID.timeout)

    case .timedOut(let slot):
      guard state == .booking(slot) else { return .none }
      state = .checking(slot)
      return .run("check", of: slot) { send in
        await send(.checked(slot, try await client.ticket(slot)))
      } catch: { _, send in
        await send(.checkFailed(slot))
      }
      .cancellable(id: CancelID.check, cancelInFlight: true)

    case .checked(let slot, .some(let ticket)):
      guard state == .checking(slot) else { return .none }
      state = .booked(slot, ticket)
      return .none

    case .checked(let slot, .none), .checkFailed(let slot):
      guard state == .checking(slot) else { return .none }
      state = .failed(slot)
      return .cancel(id: CancelID.book)
    }
  }

  private func book(_ slot: J05Slot, into state: inout State) -> Effect<Feedback, Never> {
    state = .booking(slot)
    return .merge(
      .run("book", of: slot) { send in
        await send(.booked(slot, try await client.book(slot)))
      } catch: { _, send in
        await send(.bookFailed(slot))
      }
      .cancellable(id: CancelID.book, cancelInFlight: true),
      .run("timeout") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.timedOut(slot))
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true)
    )
  }
}

struct J05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.openTapped, .bookTapped(.noon), .bookTapped(.evening), .retryTapped, .doneTapped]
    ) { () -> TestStore<J05IceRink> in
      let store = TestStore(initialState: J05IceRink.State.closed) { J05IceRink() }
      store.gate("slots", at: \.j05Rink.slots) { [.success([J05Slot.noon, J05Slot.evening]), .failure(J05Offline())] }
      store.gate("book", at: \.j05Rink.book) { _ in [.success("T1"), .failure(J05Offline())] }
      store.gate("ticket", at: \.j05Rink.ticket) { _ in [.success("T1"), .success(nil), .failure(J05Offline())] }
      return store
    }
  }
}
