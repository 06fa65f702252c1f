import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U12Bus: Sendable {
  /// The minutes until the bus is at a stop.
  var minutes: @Sendable (_ stop: String) async throws -> Int
}

enum U12BusKey: TestDependencyKey {
  static let testValue = U12Bus(minutes: unimplemented("U12Bus.minutes"))
}

struct U12Phone: Sendable {
  var buzz: @Sendable () async -> Void
}

enum U12PhoneKey: TestDependencyKey {
  static let testValue = U12Phone(buzz: unimplemented("U12Phone.buzz"))
}

extension DependencyValues {
  var u12Bus: U12Bus {
    get { self[U12BusKey.self] }
    set { self[U12BusKey.self] = newValue }
  }

  var u12Phone: U12Phone {
    get { self[U12PhoneKey.self] }
    set { self[U12PhoneKey.self] = newValue }
  }
}

struct U12Offline: Error {}

/// An alarm for those who sleep on the night bus. It buzzes when the bus is two minutes away from the stop.
///
/// Neither asking for the bus nor buzzing goes on in the background.
struct U12NightBus: Reducer {
  struct State: Equatable {
    var stop: String?
    var minutes: Int?
    var isLoading = false
    var hasFailed = false
    var isRinging = false
    var isInBackground = false
  }

  enum Input: Equatable {
    case stopChosen(String), refreshTapped, cancelTapped, movedToBackground, movedToForeground
  }

  enum Feedback: Equatable { case arrives(Int), failed }

  private enum CancelID { case poll, buzz }

  @Dependency(\.u12Bus) private var bus
  @Dependency(\.u12Phone) private var phone
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stopChosen(let stop)):
      guard !state.isInBackground, state.stop != stop else { return .none }
      state.stop = stop
      state.minutes = nil
      state.isRinging = false
      return .merge(.cancel(id: CancelID.buzz), poll(stop, &state))

    case .input(.refreshTapped):
      guard let stop = state.stop, !state.isRinging, !state.isInBackground, !state.isLoading else { return .none }
      return poll(stop, &state)

    case .input(.cancelTapped):
      state = State(isInBackground: state.isInBackground)
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.buzz))

    case .input(.movedToBackground):
      state.isInBackground = true
      state.isLoading = false
      return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.buzz))

    case .input(.movedToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard let stop = state.stop else { return .none }
      return state.isRinging ? buzz() : poll(stop, &state)

    case .feedback(.arrives(let minutes)):
      state.isLoading = false
      state.hasFailed = false
      state.minutes = minutes
      guard minutes <= 2 else { return .none }
      state.isRinging = true
      return .merge(.cancel(id: CancelID.poll), buzz())

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  /// Asks for the bus now, and then each minute.
  private func poll(_ stop: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("poll", of: stop) { send in
      while true {
        do {
          await send(.arrives(try await bus.minutes(stop)))
        } catch {
          await send(.failed)
        }
        try await clock.sleep(for: .seconds(60))
      }
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }

  private func buzz() -> Effect<Feedback, Never> {
    .run("buzz") { _ in
      while true {
        await phone.buzz()
        try await clock.sleep(for: .seconds(2))
      }
    }
    .cancellable(id: CancelID.buzz, cancelInFlight: true)
  }
}

struct U12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U12NightBus.State) -> [U12NightBus.Input] in
        if state.isInBackground { return [.movedToForeground] }
        return [.stopChosen("Harbour"), .stopChosen("Market"), .refreshTapped, .cancelTapped, .movedToBackground]
      }
    ) { () -> TestStore<U12NightBus> in
      let store = TestStore(initialState: U12NightBus.State()) { U12NightBus() }
      store.gate("minutes", at: \.u12Bus.minutes) { _ in [.success(9), .success(2), .failure(U12Offline())] }
      store.gate("buzz", at: \.u12Phone.buzz) { [.success(())] }
      return store
    }
  }
}
