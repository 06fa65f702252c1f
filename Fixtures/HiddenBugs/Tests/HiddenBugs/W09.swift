import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reservations of a restaurant, evening by evening.
struct W09Evenings: Reducer {
  enum Evening: Hashable, Sendable { case today, tomorrow }

  /// A first load has the whole screen, a refresh a small spinner above the rows.
  enum Loading: Equatable { case first, refresh }

  struct State: Equatable {
    var evening = Evening.today
    var reservations: IdentifiedArray<W09Reservation> = []
    var hasLoaded = false
    var loading: Loading?
    var hasFailed = false
    var onlyLarge = false
    var reminding: Int?
    var reminded: Set<Int> = []
    var hasReminderFailed = false

    /// The rows of the list.
    var shown: [W09Reservation] { reservations.filter { !onlyLarge || $0.guests > 6 }.elements }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case eveningTapped(Evening)
    case refreshPulled
    case retryTapped
    case onlyLargeTapped
    case remindTapped(Int)
    case messageClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([W09Reservation])
    case failed
    case reminded(Int)
    case reminderFailed
  }

  private enum CancelID { case reservations }

  @Dependency(\.w09Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return loadIfNeeded(into: &state)

    case .input(.eveningTapped(let evening)):
      guard evening != state.evening else { return .none }
      state.evening = evening
      state.reservations = []
      state.hasLoaded = false
      state.loading = nil
      return loadIfNeeded(into: &state)

    case .input(.refreshPulled):
      guard state.loading == nil else { return .none }
      return load(.refresh, into: &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return state.reservations.isEmpty ? loadIfNeeded(into: &state) : load(.refresh, into: &state)

    case .input(.onlyLargeTapped):
      state.onlyLarge.toggle()
      return .none

    case .input(.remindTapped(let id)):
      guard state.reminding == nil, !state.reminded.contains(id), state.reservations[id: id] != nil else {
        return .none
      }
      state.reminding = id
      state.hasReminderFailed = false
      return .run("remind", of: id) { send in
        try await client.remind(id)
        await send(.reminded(id))
      } catch: { _, send in
        await send(.reminderFailed)
      }

    case .input(.messageClosed):
      state.hasReminderFailed = false
      return .none

    case .feedback(.loaded(let reservations)):
      state.loading = nil
      state.hasLoaded = true
      state.reservations = IdentifiedArray(reservations)
      return .none

    case .feedback(.failed):
      state.loading = nil
      state.hasFailed = true
      return .none

    case .feedback(.reminded(let id)):
      state.reminding = nil
      state.reminded.insert(id)
      return .none

    case .feedback(.reminderFailed):
      state.reminding = nil
      state.hasReminderFailed = true
      return .none
    }
  }

  private func loadIfNeeded(into state: inout State) -> Effect<Feedback, Never> {
    guard !state.hasLoaded, state.loading == nil else { return .none }
    return load(.first, into: &state)
  }

  private func load(_ loading: Loading, into state: inout State) -> Effect<Feedback, Never> {
    state.loading = loading
    state.hasFailed = false
    return .run("reservations", of: state.evening) { [evening = state.evening] send in
      await send(.loaded(try await client.reservations(evening)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.reservations, cancelInFlight: true)
  }
}

struct W09Reservation: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var guests: Int
}

struct W09Client: TestDependencyKey, Sendable {
  var reservations: @Sendable (_ evening: W09Evenings.Evening) async throws -> [W09Reservation]
  var remind: @Sendable (_ reservation: Int) async throws -> Void

  static let testValue = W09Client(
    reservations: unimplemented("W09Client.reservations"),
    remind: unimplemented("W09Client.remind")
  )
}

extension DependencyValues {
  var w09Client: W09Client {
    get { self[W09Client.self] }
    set { self[W09Client.self] = newValue }
  }
}

struct W09Offline: Error {}

struct W09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W09Evenings.State) -> [W09Evenings.Input] in
        if state.hasReminderFailed { return [.messageClosed] }
        var inputs: [W09Evenings.Input] = [.appeared, .refreshPulled, .onlyLargeTapped]
        inputs.append(.eveningTapped(state.evening == .today ? .tomorrow : .today))
        if state.hasFailed { inputs.append(.retryTapped) }
        guard state.reminding == nil else { return inputs }
        for reservation in state.shown where !state.reminded.contains(reservation.id) {
          inputs.append(.remindTapped(reservation.id))
        }
        return inputs
      }
    ) { () -> TestStore<W09Evenings> in
      let store = TestStore(initialState: W09Evenings.State()) { W09Evenings() }
      store.gate("reservations", at: \.w09Client.reservations) { evening in
        let reservation = W09Reservation(id: evening == .today ? 1 : 2, name: "Lind", guests: 8)
        return [.success([reservation]), .success([]), .failure(W09Offline())]
      }
      store.gate("remind", at: \.w09Client.remind) { _ in [.success(()), .failure(W09Offline())] }
      return store
    }
  }
}
