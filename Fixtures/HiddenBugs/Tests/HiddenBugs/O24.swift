import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The free appointments of a clinic. One is booked in a sheet. The waiting list may offer one by a link at any time.
struct O24Clinic: Reducer {
  struct State: Equatable {
    var day = O24Day.today
    var slots: [Int] = []
    var isLoading = false
    var hasFailed = false
    var booking: O24Booking.State?
    var linked: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case dayChosen(O24Day)
    case refreshPulled
    case retryTapped
    case slotTapped(Int)
    case linkOpened(Int)
    case bannerTapped
    case bannerDismissed
    case booking(O24Booking.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case loadFailed
    case booking(ChildFeedback<O24Booking>)
  }

  private enum CancelID { case load }

  @Dependency(\.o24Client) private var client

  let booking = Scope<O24Clinic, O24Booking>(ifLet: \.booking, feedback: Feedback.booking) { O24Booking() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.booking(let input)):
      return booking.reduce(.input(input), into: &state)

    case .feedback(.booking(.feedback(let feedback))):
      return booking.reduce(.feedback(feedback), into: &state)

    case .input(.appeared):
      guard state.slots.isEmpty, !state.isLoading, !state.hasFailed else { return .none }
      return load(&state)

    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.slots = []
      return load(&state)

    case .input(.refreshPulled):
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.slotTapped(let slot)):
      guard state.booking == nil, state.slots.contains(slot) else { return .none }
      show(slot, in: &state)
      return .none

    case .input(.linkOpened(let slot)):
      // A sheet stays as it is. The banner above it offers the other appointment.
      if state.booking == nil {
        show(slot, in: &state)
      } else {
        state.linked = state.booking?.id == slot ? nil : slot
      }
      return .none

    case .input(.bannerTapped):
      guard let slot = state.linked, state.booking?.isSaving != true else { return .none }
      show(slot, in: &state)
      return .none

    case .input(.bannerDismissed):
      state.linked = nil
      return .none

    case .feedback(.loaded(let slots)):
      state.isLoading = false
      state.slots = slots
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.booking(.output(.booked(let slot)))):
      state.booking = nil
      state.slots.removeAll { $0 == slot }
      return load(&state)

    case .feedback(.booking(.output(.closed))):
      state.booking = nil
      return .none
    }
  }

  private func show(_ slot: Int, in state: inout State) {
    state.booking = O24Booking.State(id: slot)
    state.linked = nil
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("slots", of: state.day) { [day = state.day] send in
      await send(.loaded(try await client.slots(day)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// The sheet in which an appointment is booked, with the reason for the visit.
struct O24Booking: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var reason = ""
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case reasonChanged(String)
    case bookTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable { case booked, bookFailed }
  enum Output: Equatable, Sendable { case booked(Int), closed }

  @Dependency(\.o24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reasonChanged(let reason)):
      guard !state.isSaving else { return .none }
      state.reason = reason
      state.hasFailed = false
      return .none

    case .input(.bookTapped):
      guard !state.reason.isEmpty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("book", of: state.id) { [slot = state.id, reason = state.reason] send in
        try await client.book(slot, reason)
        await send(.booked)
      } catch: { _, send in
        await send(.bookFailed)
      }

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.closed)

    case .feedback(.booked):
      state.isSaving = false
      return .output(.booked(state.id))

    case .feedback(.bookFailed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

enum O24Day: Hashable, Sendable { case today, tomorrow }

struct O24Client: TestDependencyKey, Sendable {
  var slots: @Sendable (_ day: O24Day) async throws -> [Int]
  var book: @Sendable (_ slot: Int, _ reason: String) async throws -> Void

  static let testValue = O24Client(
    slots: unimplemented("O24Client.slots"),
    book: unimplemented("O24Client.book")
  )
}

extension DependencyValues {
  var o24Client: O24Client {
    get { self[O24Client.self] }
    set { self[O24Client.self] = newValue }
  }
}

struct O24Offline: Error {}

struct O24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O24Clinic.State) -> [O24Clinic.Input] in
        var inputs: [O24Clinic.Input] = [.linkOpened(11)]
        if state.linked != nil {
          inputs.append(.bannerDismissed)
          if state.booking?.isSaving != true { inputs.append(.bannerTapped) }
        }
        if let booking = state.booking {
          if !booking.isSaving {
            inputs.append(.booking(.reasonChanged(booking.reason.isEmpty ? "Check-up" : "")))
            if !booking.reason.isEmpty { inputs.append(.booking(.bookTapped)) }
            inputs.append(.booking(.cancelTapped))
          }
          return inputs
        }
        inputs += [.dayChosen(state.day == .today ? .tomorrow : .today), .refreshPulled]
        if state.slots.isEmpty { inputs.append(.appeared) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if let first = state.slots.first { inputs.append(.slotTapped(first)) }
        return inputs
      }
    ) { () -> TestStore<O24Clinic> in
      let store = TestStore(initialState: O24Clinic.State()) { O24Clinic() }
      store.gate("slots", at: \.o24Client.slots) { day in
        [.success(day == .today ? [9, 11] : [14]), .failure(O24Offline())]
      }
      store.gate("book", at: \.o24Client.book) { _ in [.success(()), .failure(O24Offline())] }
      return store
    }
  }
}
