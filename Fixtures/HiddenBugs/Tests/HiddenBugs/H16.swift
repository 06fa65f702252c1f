import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A driver's slot at the warehouse: booked, checked in at the gate, called to a dock, loaded. After half an hour, the gate takes
/// nobody in.
struct H16Slot: Reducer {
  enum Phase: Equatable, Sendable {
    case start, booking, booked, checkingIn, checkedIn, atDock(Int), loaded, missed
  }

  struct State: Equatable {
    var phase = Phase.start
    var code: String?
    var isSlotOver = false
    var isYardLost = false
    var hasFailed = false

    /// Whether the truck is at the gate or behind it.
    var isOnSite: Bool {
      switch phase {
      case .checkingIn, .checkedIn, .atDock: true
      case .start, .booking, .booked, .loaded, .missed: false
      }
    }
  }

  enum Input: Equatable, Sendable {
    case bookTapped
    case checkInTapped
    case reconnectTapped
    case newSlotTapped
  }

  enum Feedback: Equatable, Sendable {
    case booked(String)
    case bookFailed
    case slotEnded
    case checkedIn
    case checkInFailed
    case yard(H16Event)
    case yardLost
  }

  private enum CancelID { case slot, yard }

  @Dependency(\.h16Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bookTapped):
      guard state.phase == .start else { return .none }
      state.phase = .booking
      state.hasFailed = false
      return .run("book") { send in
        await send(.booked(try await client.book()))
      } catch: { _, send in
        await send(.bookFailed)
      }

    case .feedback(.booked(let code)):
      state.phase = .booked
      state.code = code
      return .run("slot") { send in
        try await clock.sleep(for: .seconds(1_800))
        await send(.slotEnded)
      }
      .cancellable(id: CancelID.slot, cancelInFlight: true)

    case .feedback(.bookFailed):
      state.phase = .start
      state.hasFailed = true
      return .none

    case .feedback(.slotEnded):
      // Who is at the gate in time is served, and may still be sent back.
      state.isSlotOver = true
      if !state.isOnSite { state.phase = .missed }
      return .none

    case .input(.checkInTapped):
      guard state.phase == .booked, let code = state.code else { return .none }
      state.phase = .checkingIn
      state.hasFailed = false
      return .run("checkIn", of: code) { send in
        try await client.checkIn(code)
        await send(.checkedIn)
      } catch: { _, send in
        await send(.checkInFailed)
      }

    case .feedback(.checkedIn):
      state.phase = .checkedIn
      return yard(state)

    case .feedback(.checkInFailed):
      state.phase = state.isSlotOver ? .missed : .booked
      state.hasFailed = true
      return .none

    case .feedback(.yard(.called(let dock))):
      state.phase = .atDock(dock)
      return .none

    case .feedback(.yard(.loaded)):
      state.phase = .loaded
      return .cancel(id: CancelID.yard)

    case .feedback(.yard(.sentBack)):
      state.phase = state.isSlotOver ? .missed : .booked
      return .cancel(id: CancelID.yard)

    case .feedback(.yardLost):
      state.isYardLost = true
      return .none

    case .input(.reconnectTapped):
      guard state.isYardLost else { return .none }
      state.isYardLost = false
      return yard(state)

    case .input(.newSlotTapped):
      guard state.phase == .loaded || state.phase == .missed else { return .none }
      state = State()
      return .cancel(id: CancelID.slot)
    }
  }

  private func yard(_ state: State) -> Effect<Feedback, Never> {
    guard let code = state.code else { return .none }
    return .run("yard", of: code) { send in
      for try await event in client.yard(code) { await send(.yard(event)) }
      await send(.yardLost)
    } catch: { _, send in
      await send(.yardLost)
    }
    .cancellable(id: CancelID.yard, cancelInFlight: true)
  }
}

enum H16Event: Equatable, Sendable {
  case called(Int)
  case loaded
  case sentBack
}

struct H16Client: TestDependencyKey, Sendable {
  var book: @Sendable () async throws -> String
  var checkIn: @Sendable (_ code: String) async throws -> Void
  var yard: @Sendable (_ code: String) -> AsyncThrowingStream<H16Event, any Error>

  static let testValue = H16Client(
    book: unimplemented("H16Client.book"),
    checkIn: unimplemented("H16Client.checkIn"),
    yard: unimplemented("H16Client.yard", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var h16Client: H16Client {
    get { self[H16Client.self] }
    set { self[H16Client.self] = newValue }
  }
}

struct H16Offline: Error {}

struct H16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H16Slot.State) -> [H16Slot.Input] in
        if state.isYardLost { return [.reconnectTapped] }
        switch state.phase {
        case .start: return [.bookTapped]
        case .booked: return [.checkInTapped]
        case .loaded, .missed: return [.newSlotTapped]
        case .booking, .checkingIn, .checkedIn, .atDock: return []
        }
      }
    ) { () -> TestStore<H16Slot> in
      let store = TestStore(initialState: H16Slot.State()) { H16Slot() }
      store.gate("book", at: \.h16Client.book) { [.success("K7"), .failure(H16Offline())] }
      store.gate("checkIn", at: \.h16Client.checkIn) { _ in [.success(()), .failure(H16Offline())] }
      store.gate("yard", at: \.h16Client.yard) { _ in
        [.element(.called(4)), .element(.loaded), .element(.sentBack), .failure(H16Offline())]
      }
      return store
    }
  }
}
