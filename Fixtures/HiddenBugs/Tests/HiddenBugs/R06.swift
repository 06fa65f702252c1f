import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R06Offline: Error {}

struct R06Agency: DependencyKey, Sendable {
  var slots: @Sendable (_ flat: String) async throws -> [String]
  var book: @Sendable (_ flat: String, _ slot: String) async throws -> Void

  static let liveValue = R06Agency(slots: { _ in [] }, book: { _, _ in })
  static let testValue = R06Agency(
    slots: unimplemented("R06Agency.slots"),
    book: unimplemented("R06Agency.book")
  )
}

extension DependencyValues {
  var r06Agency: R06Agency {
    get { self[R06Agency.self] }
    set { self[R06Agency.self] = newValue }
  }
}

/// Books viewings of flats. A booking goes on while the user looks at another flat.
struct R06FlatViewings: Reducer {
  struct State: Equatable {
    var user: String?
    var flat: String?
    var slots: [String] = []
    var isLoading = false
    var loadFailed = false
    var booking: Set<String> = []
    var bookingFailed: Set<String> = []
    var booked: [String: String] = [:]
  }

  enum Input {
    case loggedIn(String)
    case flatTapped(String)
    case slotTapped(String)
    case retryTapped
    case loggedOut
  }

  enum Feedback {
    case slotsLoaded([String])
    case slotsFailed
    case bookingDone(flat: String, slot: String)
    case bookingFailed(flat: String)
  }

  @Dependency(\.r06Agency) private var agency

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loggedIn(let user)):
      guard state.user == nil else { return .none }
      state.user = user
      return .none

    case .input(.flatTapped(let flat)):
      guard state.user != nil, state.flat != flat else { return .none }
      state.flat = flat
      state.slots = []
      return loadSlots(flat, &state)

    case .input(.retryTapped):
      guard let flat = state.flat, state.loadFailed else { return .none }
      return loadSlots(flat, &state)

    case .feedback(.slotsLoaded(let slots)):
      state.slots = slots
      state.isLoading = false
      return .none

    case .feedback(.slotsFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .input(.slotTapped(let slot)):
      guard let flat = state.flat, state.slots.contains(slot) else { return .none }
      guard !state.booking.contains(flat), state.booked[flat] == nil else { return .none }
      state.booking.insert(flat)
      state.bookingFailed.remove(flat)
      return .run("book", of: flat) { send in
        try await agency.book(flat, slot)
        await send(.bookingDone(flat: flat, slot: slot))
      } catch: { _, send in
        await send(.bookingFailed(flat: flat))
      }
      .cancellable(id: "book \(flat)")

    case .feedback(.bookingDone(flat: let flat, slot: let slot)):
      state.booking.remove(flat)
      state.booked[flat] = slot
      return .none

    case .feedback(.bookingFailed(flat: let flat)):
      state.booking.remove(flat)
      state.bookingFailed.insert(flat)
      return .none

    case .input(.loggedOut):
      guard state.user != nil else { return .none }
      var effects: [Effect<Feedback, Never>] = [.cancel(id: "slots")]
      if let flat = state.flat { effects.append(.cancel(id: "book \(flat)")) }
      state = State()
      return .merge(effects)
    }
  }

  private func loadSlots(_ flat: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("slots", of: flat) { send in
      await send(.slotsLoaded(try await agency.slots(flat)))
    } catch: { _, send in
      await send(.slotsFailed)
    }
    .cancellable(id: "slots", cancelInFlight: true)
  }
}

struct R06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .loggedIn("Ada"), .loggedIn("Ben"), .flatTapped("loft"), .flatTapped("attic"), .slotTapped("10:00"),
        .retryTapped, .loggedOut,
      ]
    ) { () -> TestStore<R06FlatViewings> in
      let store = TestStore(initialState: R06FlatViewings.State()) { R06FlatViewings() }
      store.gate("slots", at: \.r06Agency.slots) { _ in [.success(["10:00"]), .failure(R06Offline())] }
      store.gate("book", at: \.r06Agency.book) { _ in [.success(()), .failure(R06Offline())] }
      return store
    }
  }
}
