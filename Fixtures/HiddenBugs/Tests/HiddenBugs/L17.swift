import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Time slots for a visit. The days that were looked at are kept, so that going back and forth needs no second load.
struct L17Visit: Reducer {
  struct State: Equatable {
    var day: String?
    var slots: [String: [String]] = [:]
    var isLoading = false
    var hasFailed = false
    var isBooking = false
    var bookingFailed = false
    var booking: String?

    /// The slots of the chosen day.
    var shown: [String] { day.flatMap { slots[$0] } ?? [] }
  }

  enum Input: Equatable, Sendable {
    case dayTapped(String)
    case retryTapped
    case bookTapped(String)
    case noticeClosed
    case doneTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String, [String])
    case loadFailed(String)
    case booked(String)
    case bookingFailed
  }

  private enum CancelID { case slots }

  @Dependency(\.l17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dayTapped(let day)):
      guard day != state.day, !state.isBooking, state.booking == nil else { return .none }
      state.day = day
      state.hasFailed = false
      state.bookingFailed = false
      guard state.slots[day] == nil else { return .none }
      return load(day, into: &state)

    case .input(.retryTapped):
      guard let day = state.day, state.hasFailed, !state.isLoading else { return .none }
      return load(day, into: &state)

    case .input(.bookTapped(let slot)):
      guard let day = state.day, state.shown.contains(slot) else { return .none }
      guard !state.isLoading, !state.isBooking, state.booking == nil else { return .none }
      state.isBooking = true
      state.bookingFailed = false
      return .run("book", of: "\(day) \(slot)") { send in
        await send(.booked(try await client.book(day, slot)))
      } catch: { _, send in
        await send(.bookingFailed)
      }

    case .input(.noticeClosed):
      state.bookingFailed = false
      return .none

    case .input(.doneTapped):
      guard state.booking != nil else { return .none }
      state = State()
      return .none

    case .feedback(.loaded(let day, let slots)):
      state.slots[day] = slots
      guard day == state.day else { return .none }
      state.isLoading = false
      return .none

    case .feedback(.loadFailed(let day)):
      guard day == state.day else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.booked(let number)):
      state.isBooking = false
      state.booking = number
      return .none

    case .feedback(.bookingFailed):
      state.isBooking = false
      state.bookingFailed = true
      return .none
    }
  }

  private func load(_ day: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("slots", of: day) { send in
      await send(.loaded(day, try await client.slots(day)))
    } catch: { _, send in
      await send(.loadFailed(day))
    }
    .cancellable(id: CancelID.slots, cancelInFlight: true)
  }
}

struct L17Client: TestDependencyKey, Sendable {
  var slots: @Sendable (_ day: String) async throws -> [String]
  var book: @Sendable (_ day: String, _ slot: String) async throws -> String

  static let testValue = L17Client(
    slots: unimplemented("L17Client.slots"),
    book: unimplemented("L17Client.book")
  )
}

extension DependencyValues {
  var l17Client: L17Client {
    get { self[L17Client.self] }
    set { self[L17Client.self] = newValue }
  }
}

struct L17Offline: Error {}

struct L17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L17Visit.State) -> [L17Visit.Input] in
        if state.booking != nil { return [.doneTapped] }
        var inputs: [L17Visit.Input] = [.dayTapped("Friday"), .dayTapped("Saturday")]
        if state.hasFailed { inputs.append(.retryTapped) }
        if let slot = state.shown.first { inputs.append(.bookTapped(slot)) }
        if state.bookingFailed { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<L17Visit> in
      let store = TestStore(initialState: L17Visit.State()) { L17Visit() }
      store.gate("slots", at: \.l17Client.slots) { day in
        [.success(["\(day) 10:00"]), .failure(L17Offline())]
      }
      store.gate("book", at: \.l17Client.book) { _ in [.success("No. 5"), .failure(L17Offline())] }
      return store
    }
  }
}
