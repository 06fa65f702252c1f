import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum U08DoorEvent: Hashable, Sendable { case opened, closed }

struct U08Station: Sendable {
  /// The ids of the parcels that wait for the user.
  var parcels: @Sendable () async throws -> [Int]
  /// Opens the door of a parcel, and says what happens to the door.
  var open: @Sendable (_ id: Int) -> AsyncThrowingStream<U08DoorEvent, any Error>
}

enum U08StationKey: TestDependencyKey {
  static let testValue = U08Station(
    parcels: unimplemented("U08Station.parcels"),
    open: unimplemented("U08Station.open", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var u08Station: U08Station {
    get { self[U08StationKey.self] }
    set { self[U08StationKey.self] = newValue }
  }
}

struct U08Offline: Error {}

/// A parcel behind a door. It is collected when the door has been open and is closed.
struct U08Parcel: Reducer {
  enum Door: Equatable { case locked, unlocking, open, unknown }

  struct State: Equatable, Identifiable {
    let id: Int
    var door = Door.locked

    var isBusy: Bool { door == .unlocking || door == .open }
  }

  enum Input: Equatable { case openTapped }
  enum Feedback: Equatable { case happened(U08DoorEvent), connectionLost }
  enum Output: Equatable { case collected }

  private enum CancelID { case door }

  @Dependency(\.u08Station) private var station

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.openTapped):
      guard !state.isBusy else { return .none }
      state.door = .unlocking
      let id = state.id
      return .run("door", of: id) { send in
        for try await event in station.open(id) { await send(.happened(event)) }
        await send(.connectionLost)
      } catch: { _, send in
        await send(.connectionLost)
      }
      .cancellable(id: CancelID.door, cancelInFlight: true)

    case .feedback(.happened(.opened)):
      state.door = .open
      return .none

    case .feedback(.happened(.closed)):
      guard state.door == .open else { return .none }
      state.door = .locked
      return .output(.collected)

    case .feedback(.connectionLost):
      state.door = .unknown
      return .none
    }
  }
}

/// The parcels at a station. A notification links to one of them, which may be news to the list.
struct U08Locker: Reducer {
  struct State: Equatable {
    var parcels: IdentifiedArray<U08Parcel.State> = []
    var collected: Set<Int> = []
    var shown: Int?
    var wanted: Int?
    var isRefreshing = false
    var hasFailed = false
  }

  enum Input: Equatable {
    case refreshPulled, linkOpened(Int), closeTapped
    case parcel(Int, U08Parcel.Input)
  }

  enum Feedback: Equatable {
    case listed([Int]), failed
    case parcel(Int, ChildFeedback<U08Parcel>)
  }

  private enum CancelID { case list }

  private let parcels = ScopeEach<U08Locker, U08Parcel>(\.parcels, feedback: Feedback.parcel) { U08Parcel() }

  @Dependency(\.u08Station) private var station

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.parcel(let id, let input)): return parcels.reduce(.input(input), id: id, into: &state)
    case .feedback(.parcel(let id, .feedback(let feedback))):
      return parcels.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.parcel(let id, .output(.collected))):
      state.parcels.remove(id: id)
      state.collected.insert(id)
      if state.shown == id { state.shown = nil }
      return .none

    case .input(.refreshPulled):
      return state.isRefreshing ? .none : refresh(&state)

    case .input(.linkOpened(let id)):
      guard !state.collected.contains(id) else { return .none }
      guard state.parcels.index(id: id) == nil else {
        state.shown = id
        state.wanted = nil
        return .none
      }
      state.wanted = id
      return refresh(&state)

    case .input(.closeTapped):
      state.shown = nil
      return .none

    case .feedback(.listed(let ids)):
      state.isRefreshing = false
      show(ids, &state)
      return .none

    case .feedback(.failed):
      state.isRefreshing = false
      state.hasFailed = true
      state.wanted = nil
      return .none
    }
  }

  /// Asks for the list. One that is on its way may be older than what is looked for.
  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.isRefreshing = true
    state.hasFailed = false
    return .run("list") { send in
      await send(.listed(try await station.parcels()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.list, cancelInFlight: true)
  }

  /// An older list may still name what has been collected, and one of another device may lack what is just being opened.
  private func show(_ ids: [Int], _ state: inout State) {
    let old = state.parcels
    var parcels: IdentifiedArray<U08Parcel.State> = []
    for id in ids where !state.collected.contains(id) {
      parcels.append(old[id: id] ?? U08Parcel.State(id: id))
    }
    for parcel in old where parcel.isBusy && parcels.index(id: parcel.id) == nil {
      parcels.append(parcel)
    }
    state.parcels = parcels
    if let wanted = state.wanted, parcels.index(id: wanted) != nil { state.shown = wanted }
    if let shown = state.shown, parcels.index(id: shown) == nil { state.shown = nil }
    state.wanted = nil
  }
}

struct U08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U08Locker.State) -> [U08Locker.Input] in
        var inputs: [U08Locker.Input] = [.refreshPulled, .linkOpened(2)]
        if state.shown != nil { inputs.append(.closeTapped) }
        for parcel in state.parcels where !parcel.isBusy { inputs.append(.parcel(parcel.id, .openTapped)) }
        return inputs
      }
    ) { () -> TestStore<U08Locker> in
      let store = TestStore(initialState: U08Locker.State()) { U08Locker() }
      store.gate("list", at: \.u08Station.parcels) { [.success([1, 2]), .success([1]), .failure(U08Offline())] }
      store.gate("door", at: \.u08Station.open) { _ in
        [.element(.opened), .element(.closed), .failure(U08Offline())]
      }
      return store
    }
  }
}
