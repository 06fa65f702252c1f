import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Appointments to give blood. One that is booked can be cancelled while the screen is visible, and not before there is one.
struct DonorVisits: Reducer {
  struct State: Hashable {
    var isVisible = false
    var slots: [Int] = []
    var booked: Int?
    var isLoading = false
    var hasLoadFailed = false
    var isBooking = false
    var isCancelling = false
    var hasFailed = false

    var isBusy: Bool { isBooking || isCancelling }
  }

  enum Input: Hashable { case appeared, disappeared, bookTapped(Int), cancelTapped, errorDismissed }
  enum Feedback { case loaded([Int]), loadFailed, booked(Int), cancelled, failed }

  private enum CancelID { case load }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return state.isBusy ? .none : refresh(&state)
    case .input(.disappeared):
      guard state.isVisible else { return .none }
      (state.isVisible, state.isLoading) = (false, false)
      return .cancel(id: CancelID.load)
    case .input(.bookTapped(let slot)):
      guard state.isVisible, state.booked == nil, !state.isBusy, state.slots.contains(slot) else { return .none }
      (state.isBooking, state.hasFailed, state.isLoading) = (true, false, false)
      return change("book", slot, .booked(slot))
    case .input(.cancelTapped):
      guard state.isVisible, let slot = state.booked, !state.isBusy else { return .none }
      (state.isCancelling, state.hasFailed, state.isLoading) = (true, false, false)
      return change("cancel", slot, .cancelled)
    case .input(.errorDismissed): state.hasFailed = false
    case .feedback(.loaded(let slots)):
      (state.isLoading, state.slots) = (false, slots.filter { $0 != state.booked })
    case .feedback(.loadFailed): (state.isLoading, state.hasLoadFailed) = (false, true)
    case .feedback(.booked(let slot)):
      (state.isBooking, state.booked) = (false, slot)
      state.slots.removeAll { $0 == slot }
      return state.isVisible ? refresh(&state) : .none
    case .feedback(.cancelled):
      (state.isCancelling, state.booked) = (false, nil)
      return state.isVisible ? refresh(&state) : .none
    case .feedback(.failed):
      (state.isBooking, state.isCancelling, state.hasFailed) = (false, false, true)
      return state.isVisible ? refresh(&state) : .none
    }
    return .none
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    (state.isLoading, state.hasLoadFailed) = (true, false)
    return .run("slots") { send in
      await send(.loaded(try await load(0)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func change(_ name: String, _ slot: Int, _ success: Feedback) -> Effect<Feedback, Never> {
    .merge(
      .cancel(id: CancelID.load),
      .run(name, of: slot) { send in
        try await post("\(name) \(slot)")
        await send(success)
      } catch: { _, send in
        await send(.failed)
      }
    )
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(inputs: [
      .appeared, .disappeared, .bookTapped(1), .bookTapped(2), .cancelTapped, .errorDismissed,
    ]) {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1, 2]), .failure(SuspectClient.Offline())] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
