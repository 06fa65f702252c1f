import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct K01Slot: Equatable, Sendable {
  var id: Int
  var time: String
}

struct K01Offline: Error {}

struct K01Centre: DependencyKey, Sendable {
  var slots: @Sendable () async throws -> [K01Slot]
  var book: @Sendable (_ id: Int) async throws -> Void
  var cancelBooking: @Sendable (_ id: Int) async throws -> Void

  static let liveValue = K01Centre(slots: { [] }, book: { _ in }, cancelBooking: { _ in })
  static let testValue = K01Centre(
    slots: unimplemented("K01Centre.slots"),
    book: unimplemented("K01Centre.book"),
    cancelBooking: unimplemented("K01Centre.cancelBooking")
  )
}

extension DependencyValues {
  var k01Centre: K01Centre {
    get { self[K01Centre.self] }
    set { self[K01Centre.self] = newValue }
  }
}

/// The screen on which a donor books one appointment, or cancels it.
struct K01Donation: Reducer {
  struct State: Equatable {
    var isVisible = false
    var slots: [K01Slot] = []
    var booked: K01Slot?
    var isLoading = false
    var loadFailed = false
    var isBooking = false
    var isCancelling = false
    var actionFailed = false
    var showsThanks = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case refreshPulled
    case bookTapped(Int)
    case cancelTapped
    case errorDismissed
  }

  enum Feedback: Equatable, Sendable {
    case slotsLoaded([K01Slot])
    case slotsFailed
    case bookingSucceeded(K01Slot)
    case bookingFailed
    case cancellingSucceeded
    case cancellingFailed
    case thanksTimedOut
  }

  private enum CancelID { case load, booking, thanks }

  @Dependency(\.k01Centre) private var centre
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      if state.isBooking || state.isCancelling { return .none }
      return load(&state)

    case .input(.disappeared):
      guard state.isVisible else { return .none }
      state.isVisible = false
      state.isLoading = false
      state.showsThanks = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.thanks))

    case .input(.refreshPulled):
      guard state.isVisible, !state.isLoading, !state.isBooking, !state.isCancelling else { return .none }
      return load(&state)

    case .input(.bookTapped(let id)):
      guard state.isVisible, state.booked == nil, !state.isBooking, !state.isCancelling else { return .none }
      guard let slot = state.slots.first(where: { $0.id == id }) else { return .none }
      state.isBooking = true
      state.actionFailed = false
      state.isLoading = false
      return .merge(
        .cancel(id: CancelID.load),
        .run("book", of: id) { send in
          try await centre.book(id)
          await send(.bookingSucceeded(slot))
        } catch: { _, send in
          await send(.bookingFailed)
        }
        .cancellable(id: CancelID.booking)
      )

    case .input(.cancelTapped):
      guard state.isVisible, let slot = state.booked, !state.isCancelling else { return .none }
      state.isCancelling = true
      state.actionFailed = false
      state.isLoading = false
      state.showsThanks = false
      return .merge(
        .cancel(id: CancelID.load),
        .cancel(id: CancelID.thanks),
        .run("cancelBooking", of: slot.id) { send in
          try await centre.cancelBooking(slot.id)
          await send(.cancellingSucceeded)
        } catch: { _, send in
          await send(.cancellingFailed)
        }
        .cancellable(id: CancelID.booking)
      )

    case .input(.errorDismissed):
      state.actionFailed = false
      return .none

    case .feedback(.slotsLoaded(let slots)):
      state.isLoading = false
      state.slots = slots.filter { $0.id != state.booked?.id }
      return .none

    case .feedback(.slotsFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.bookingSucceeded(let slot)):
      state.isBooking = false
      state.booked = slot
      state.slots.removeAll { $0.id == slot.id }
      guard state.isVisible else { return .none }
      state.showsThanks = true
      return .merge(load(&state), thanks())

    case .feedback(.bookingFailed):
      state.isBooking = false
      state.actionFailed = true
      return state.isVisible ? load(&state) : .none

    case .feedback(.cancellingSucceeded):
      state.isCancelling = false
      state.booked = nil
      return state.isVisible ? load(&state) : .none

    case .feedback(.cancellingFailed):
      state.isCancelling = false
      state.actionFailed = true
      return state.isVisible ? load(&state) : .none

    case .feedback(.thanksTimedOut):
      state.showsThanks = false
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("slots") { send in
      await send(.slotsLoaded(try await centre.slots()))
    } catch: { _, send in
      await send(.slotsFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func thanks() -> Effect<Feedback, Never> {
    .run("thanks") { send in
      try await clock.sleep(for: .seconds(3))
      await send(.thanksTimedOut)
    }
    .cancellable(id: CancelID.thanks, cancelInFlight: true)
  }
}

struct K01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .disappeared, .refreshPulled, .bookTapped(1), .bookTapped(2), .cancelTapped, .errorDismissed]
    ) { () -> TestStore<K01Donation> in
      let store = TestStore(initialState: K01Donation.State()) { K01Donation() }
      store.gate("slots", at: \.k01Centre.slots) {
        [.success([K01Slot(id: 1, time: "Mon 9:00"), K01Slot(id: 2, time: "Tue 14:30")]), .failure(K01Offline())]
      }
      store.gate("book", at: \.k01Centre.book) { _ in [.success(()), .failure(K01Offline())] }
      store.gate("cancelBooking", at: \.k01Centre.cancelBooking) { _ in [.success(()), .failure(K01Offline())] }
      return store
    }
  }
}
