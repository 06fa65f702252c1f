import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct G02Appointment: Hashable, Sendable {
  var day: String
  var slot: String
}

/// The practice's server.
struct G02Practice: Sendable {
  var slots: @Sendable (_ day: String) async throws -> [String]
  var book: @Sendable (_ appointment: G02Appointment) async throws -> Void
  var cancel: @Sendable (_ appointment: G02Appointment) async throws -> Void
}

enum G02PracticeKey: TestDependencyKey {
  static let testValue = G02Practice(
    slots: unimplemented("G02Practice.slots"),
    book: unimplemented("G02Practice.book"),
    cancel: unimplemented("G02Practice.cancel")
  )
}

extension DependencyValues {
  var g02Practice: G02Practice {
    get { self[G02PracticeKey.self] }
    set { self[G02PracticeKey.self] = newValue }
  }
}

struct G02Offline: Error {}

/// Books one appointment with the dentist: first the day, then the slot. It is kept until the user cancels it.
struct G02Booking: Reducer {
  struct Offer: Equatable {
    var day: String
    var slots: [String]
  }

  enum State: Equatable {
    case choosingDay
    case loadingSlots(day: String)
    case slotsFailed(day: String)
    case choosingSlot(Offer, chosen: String?)
    case booking(Offer, slot: String)
    case bookingFailed(Offer, slot: String)
    case booked(G02Appointment)
    case cancelling(G02Appointment)
    case cancelFailed(G02Appointment)

    /// Whether a tap on a day leads to the slots of that day.
    func accepts(_ day: String) -> Bool {
      switch self {
      case .choosingDay, .slotsFailed: true
      case .loadingSlots(let current): current != day
      case .choosingSlot(let offer, chosen: _), .bookingFailed(let offer, slot: _): offer.day != day
      case .booking, .booked, .cancelling, .cancelFailed: false
      }
    }
  }

  enum Input: Equatable {
    case dayTapped(String)
    case slotTapped(String)
    case bookTapped
    case cancelTapped
    case retryTapped
    case backTapped
  }

  enum Feedback: Equatable {
    case slotsLoaded([String])
    case slotsFailed
    case booked
    case bookingFailed
    case cancelled
    case cancelFailed
  }

  private enum CancelID { case slots }

  @Dependency(\.g02Practice) private var practice

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.dayTapped(let day)), _):
      return state.accepts(day) ? load(day, &state) : .none

    case (.input(.slotTapped(let slot)), .choosingSlot(let offer, chosen: _)),
      (.input(.slotTapped(let slot)), .bookingFailed(let offer, slot: _)):
      guard offer.slots.contains(slot) else { return .none }
      state = .choosingSlot(offer, chosen: slot)
      return .none

    case (.input(.bookTapped), .choosingSlot(let offer, chosen: .some(let slot))),
      (.input(.retryTapped), .bookingFailed(let offer, slot: let slot)),
      (.input(.bookTapped), .bookingFailed(let offer, slot: let slot)):
      return book(slot, of: offer, &state)

    case (.input(.cancelTapped), .booked(let appointment)),
      (.input(.cancelTapped), .cancelFailed(let appointment)),
      (.input(.retryTapped), .cancelFailed(let appointment)):
      return cancel(appointment, &state)

    case (.input(.retryTapped), .slotsFailed(let day)):
      return load(day, &state)

    case (.input(.backTapped), .loadingSlots):
      state = .choosingDay
      return .cancel(id: CancelID.slots)

    case (.input(.backTapped), .slotsFailed), (.input(.backTapped), .choosingSlot):
      state = .choosingDay
      return .none

    case (.input(.backTapped), .bookingFailed(let offer, slot: let slot)):
      state = .choosingSlot(offer, chosen: slot)
      return .none

    case (.input(.backTapped), .cancelFailed(let appointment)):
      state = .booked(appointment)
      return .none

    case (.feedback(.slotsLoaded(let slots)), .loadingSlots(let day)):
      state = .choosingSlot(Offer(day: day, slots: slots), chosen: nil)
      return .none

    case (.feedback(.slotsFailed), .loadingSlots(let day)):
      state = .slotsFailed(day: day)
      return .none

    case (.feedback(.booked), .booking(let offer, slot: let slot)):
      state = .booked(G02Appointment(day: offer.day, slot: slot))
      return .none

    case (.feedback(.bookingFailed), .booking(let offer, slot: let slot)):
      state = .bookingFailed(offer, slot: slot)
      return .none

    case (.feedback(.cancelled), .cancelling):
      state = .choosingDay
      return .none

    case (.feedback(.cancelFailed), .cancelling(let appointment)):
      state = .cancelFailed(appointment)
      return .none

    default:
      return .none
    }
  }

  /// Loads the slots of a day, in place of those of another.
  private func load(_ day: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loadingSlots(day: day)
    return .run("slots", of: day) { send in
      await send(.slotsLoaded(try await practice.slots(day)))
    } catch: { _, send in
      await send(.slotsFailed)
    }
    .cancellable(id: CancelID.slots, cancelInFlight: true)
  }

  private func book(_ slot: String, of offer: Offer, _ state: inout State) -> Effect<Feedback, Never> {
    state = .booking(offer, slot: slot)
    let appointment = G02Appointment(day: offer.day, slot: slot)
    return .run("book", of: appointment) { send in
      try await practice.book(appointment)
      await send(.booked)
    } catch: { _, send in
      await send(.bookingFailed)
    }
  }

  private func cancel(_ appointment: G02Appointment, _ state: inout State) -> Effect<Feedback, Never> {
    state = .cancelling(appointment)
    return .run("cancel", of: appointment) { send in
      try await practice.cancel(appointment)
      await send(.cancelled)
    } catch: { _, send in
      await send(.cancelFailed)
    }
  }
}

struct G02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .dayTapped("Mon"), .dayTapped("Tue"), .slotTapped("9:00"), .bookTapped, .cancelTapped, .retryTapped,
        .backTapped,
      ]
    ) { () -> TestStore<G02Booking> in
      let store = TestStore(initialState: G02Booking.State.choosingDay) { G02Booking() }
      store.gate("slots", at: \.g02Practice.slots) { day in
        [.success(day == "Mon" ? ["9:00", "10:00"] : ["9:00"]), .failure(G02Offline())]
      }
      store.gate("book", at: \.g02Practice.book) { _ in [.success(()), .failure(G02Offline())] }
      store.gate("cancel", at: \.g02Practice.cancel) { _ in [.success(()), .failure(G02Offline())] }
      return store
    }
  }
}
