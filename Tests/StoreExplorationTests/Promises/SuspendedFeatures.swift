import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A walk with a dog. A confirmation that arrives in the background is lost, unless it is fixed.
struct DogWalk: Reducer {
  enum Mode: Hashable {
    case planning, offered, confirming, booked
    indirect case suspended(Mode)
  }

  struct State: Hashable { var mode = Mode.planning }
  enum Input: CaseIterable { case acceptTapped, doneTapped, wentToBackground, cameToForeground }
  enum Feedback { case confirmed, refused }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.acceptTapped), .planning): state.mode = .offered
    case (.input(.acceptTapped), .offered):
      state.mode = .confirming
      return .run("confirm") { send in
        try await post("Kim")
        await send(.confirmed)
      } catch: { _, send in
        await send(.refused)
      }
    case (.input(.doneTapped), .booked): state.mode = .planning
    case (.input(.wentToBackground), .suspended): break
    case (.input(.wentToBackground), let mode): state.mode = .suspended(mode)
    case (.input(.cameToForeground), .suspended(let mode)): state.mode = mode
    case (.feedback(.confirmed), .confirming): state.mode = .booked
    case (.feedback(.refused), .confirming): state.mode = .planning
    case (.feedback(.confirmed), .suspended(.confirming)) where isFixed: state.mode = .suspended(.booked)
    case (.feedback(.refused), .suspended(.confirming)) where isFixed: state.mode = .suspended(.planning)
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

/// The huts of a region, one of which is being booked. The name is there while the call runs, and the list has it, too. It is right.
struct HikingHuts: Reducer {
  struct State: Hashable {
    var region = "North"
    var huts: [String] = []
    var booking: String?
    var booked: String?
    var loadFailed = false
    var bookingFailed = false
  }

  enum Input: Hashable { case regionTapped(String), bookTapped(String), closeTapped }
  enum Feedback { case loaded([Int]), loadFailed, booked(String), bookingFailed }

  private enum CancelID { case load }

  @Dependency(\.suspectLoad) private var load
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.regionTapped(let region)):
      guard region != state.region || state.huts.isEmpty else { return .none }
      (state.region, state.huts, state.loadFailed) = (region, [], false)
      return .run("huts", of: region) { send in
        await send(.loaded(try await load(0)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    case .input(.bookTapped(let hut)):
      guard state.booking == nil, state.booked == nil, state.huts.contains(hut) else { return .none }
      (state.booking, state.bookingFailed) = (hut, false)
      return .run("book", of: hut) { send in
        try await post(hut)
        await send(.booked(hut))
      } catch: { _, send in
        await send(.bookingFailed)
      }
    case .input(.closeTapped): state.booked = nil
    case .feedback(.loaded(let huts)): state.huts = huts.map { "\(state.region) \($0)" }
    case .feedback(.loadFailed): state.loadFailed = true
    case .feedback(.booked(let hut)): (state.booking, state.booked) = (nil, hut)
    case .feedback(.bookingFailed): (state.booking, state.bookingFailed) = (nil, true)
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace { state in
      [.regionTapped("North"), .regionTapped("South"), .closeTapped] + state.huts.map(Input.bookTapped)
    } store: {
      let store = TestStore(initialState: State()) { Self() }
      store.gate("load", at: \.suspectLoad) { _ in [.success([1]), .failure(SuspectClient.Offline())] }
      store.gate("post", at: \.suspectPost) { _ in [.success(()), .failure(SuspectClient.Offline())] }
      return store
    }
  }
}
